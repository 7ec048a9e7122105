//! The words that a session understands.

use anyhow::bail;

/// A command of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    New,
    Match,
    Go,
    Undo,
    Redo,
    Hint,
    Analyze,
    Resign,
    Draw,
    Board,
    Moves,
    Position,
    Score,
    Flip,
    Save,
    Load,
    Resume,
    Games,
    Game,
    Forward,
    Back,
    Start,
    End,
    Goto,
    Variation,
    Out,
    Promote,
    Demote,
    Delete,
    Comment,
    Glyph,
    Tag,
    Tree,
    Explore,
    Show,
    Tutorial,
    Rules,
    Help,
    Quit,
}

impl Word {
    /// Whether what follows is text that is taken as it is, to the end of the line.
    pub(super) fn takes_text(self) -> bool {
        matches!(self, Word::Comment | Word::Tag)
    }

    /// Whether what follows is the name of a file.
    pub(super) fn takes_file(self) -> bool {
        matches!(self, Word::Save | Word::Load | Word::Explore)
    }
}

/// A command with what `help` says of it.
pub(super) struct Entry {
    pub(super) word: Word,
    /// The name, then other names for it.
    pub(super) names: &'static [&'static str],
    /// What may follow the name.
    pub(super) arguments: &'static str,
    /// What it does, in a line.
    pub(super) summary: &'static str,
    /// What else there is to know, in lines of at most 76 characters.
    pub(super) details: &'static str,
}

/// All commands under the headings that `help` lists them by.
pub(super) const HEADINGS: [(&str, &[Entry]); 4] =
    [("Play", PLAY), ("Look", LOOK), ("Records", RECORDS), ("Session", SESSION)];

const fn entry(
    word: Word,
    names: &'static [&'static str],
    arguments: &'static str,
    summary: &'static str,
    details: &'static str,
) -> Entry {
    Entry { word, names, arguments, summary, details }
}

const PLAY: &[Entry] = &[
    entry(
        Word::New,
        &["new"],
        "[white WHO] [black WHO] [rules R] [board B] [first SIDE] [clock M+S] [match]",
        "start a game",
        "WHO is human, level:1 to level:10, or another engine: time:SECONDS, depth:N,\nnodes:N, random. Rules are brainking, traditional or jasir, each on its own\nboard unless board jarmo, jasir or a file's says otherwise. A match is two\ngames with sides changed. clock 5+3 gives each side five minutes, and three\nseconds a turn; clock none takes the clocks away. Players, rules, who begins\nand clocks stay as they were where nothing is said of them.",
    ),
    entry(Word::Go, &["go"], "", "let the engine play for the side to move", ""),
    entry(
        Word::Undo,
        &["undo", "takeback"],
        "[N]",
        "take back a turn, and the engine's answer with it, or an edit",
        "What was done last is taken back first: a turn, or an edit of the record by\ncomment, glyph, tag, delete, promote or demote. With N, exactly so many of\nthem. If you then play something else, what was played first stays in the\nrecord as a variation.",
    ),
    entry(Word::Redo, &["redo"], "[N]", "play again what was taken back", ""),
    entry(Word::Hint, &["hint"], "", "say what the engine would play", ""),
    entry(
        Word::Analyze,
        &["analyze"],
        "[LINES]",
        "show what the engine thinks, until a key is pressed",
        "",
    ),
    entry(
        Word::Resign,
        &["resign"],
        "[SIDE]",
        "give the game up",
        "Without SIDE: for you, or for the side to move when nobody or both are you.",
    ),
    entry(
        Word::Draw,
        &["draw"],
        "",
        "agree to a draw, or offer one to the engine",
        "The engine agrees when it does not think that it stands better.",
    ),
    entry(Word::Match, &["match"], "", "say how the match stands, and start its second game", ""),
];

const LOOK: &[Entry] = &[
    entry(Word::Board, &["board"], "", "draw the board", ""),
    entry(
        Word::Moves,
        &["moves"],
        "[HOLE]",
        "list the legal turns, or show where an archer may go",
        "A hole alone, as in C1, is short for it.",
    ),
    entry(
        Word::Position,
        &["position"],
        "[STRING]",
        "print the position string, or start from one",
        "bbbbb/5/5/5/wwwww w - - 1 is the start: ranks from 5 down, the side to move,\neach side's streak, the turn number. Capitals are marked archers.",
    ),
    entry(Word::Score, &["score"], "", "count the points", ""),
    entry(Word::Flip, &["flip"], "", "turn the board round", ""),
    entry(
        Word::Show,
        &["show"],
        "[NUMBER [SIDE]]",
        "print the record, or show the board after an earlier turn",
        "",
    ),
    entry(Word::Tree, &["tree"], "", "print the turns with variations indented", ""),
    entry(
        Word::Explore,
        &["explore"],
        "[FILE]",
        "list what was played from here in a file of games",
        "FILE is a file of games, or an index that jarmo index made of many. It is\nremembered: step on, and explore alone tells what was played from there.",
    ),
];

const RECORDS: &[Entry] = &[
    entry(
        Word::Save,
        &["save"],
        "[FILE]",
        "save the games at hand to a file",
        "Without FILE: to the one they came from. The file is replaced as a whole or\nnot at all. Where something else is in it than the session read or wrote, or\nnot all of it could be read, you are asked; save! overwrites it.",
    ),
    entry(
        Word::Load,
        &["load", "open"],
        "FILE",
        "read a file of games",
        "You are at the end of its first game, and can play on. ~ is your home. A file\nthat is no game record changes nothing.",
    ),
    entry(
        Word::Games,
        &["games", "list"],
        "[TEXT]",
        "list the games at hand",
        "With TEXT: those with the text in one of their tags.",
    ),
    entry(Word::Game, &["game"], "N", "go to another game", ""),
    entry(Word::Forward, &["forward", "next", "f"], "[N]", "step forward", ""),
    entry(Word::Back, &["back", "b"], "[N]", "step back", ""),
    entry(Word::Start, &["start"], "", "go to the start", ""),
    entry(Word::End, &["end"], "", "go to the end of the line", ""),
    entry(
        Word::Goto,
        &["goto"],
        "NUMBER [SIDE]",
        "go behind a turn of the line, as in goto 12 black",
        "",
    ),
    entry(
        Word::Variation,
        &["variation", "in"],
        "[N]",
        "go into a variation on the next turn, or list them",
        "",
    ),
    entry(Word::Out, &["out"], "", "leave the variation, to the turn that it is on", ""),
    entry(
        Word::Promote,
        &["promote"],
        "[main]",
        "move the line up among its variations, or to the top",
        "",
    ),
    entry(Word::Demote, &["demote"], "", "move the line down among its variations", ""),
    entry(
        Word::Delete,
        &["delete"],
        "",
        "delete the turn and all that follows it",
        "undo takes it back.",
    ),
    entry(
        Word::Comment,
        &["comment"],
        "[[before] TEXT | delete]",
        "comment on the turn at hand, or show its comments",
        "comment delete removes them. The turn at hand is the last one played, which\nmay be the engine's: the answer names it. undo takes it back.",
    ),
    entry(
        Word::Glyph,
        &["glyph"],
        "[GLYPH... | delete [GLYPH...]]",
        "mark the turn with !, ?, !!, ??, !?, ?! or a number",
        "Without GLYPH: shows the turn's glyphs. glyph delete removes these, or all.\nA glyph alone, as in !?, is short for it. undo takes it back.",
    ),
    entry(
        Word::Tag,
        &["tag", "tags"],
        "[NAME [VALUE] | delete NAME]",
        "list the tags, show one, set one, or delete one",
        "undo takes it back.",
    ),
];

const SESSION: &[Entry] = &[
    entry(Word::Resume, &["resume"], "", "go back to the games that were not saved last", ""),
    entry(Word::Tutorial, &["tutorial"], "[N]", "learn the game in ten small lessons", ""),
    entry(Word::Rules, &["rules"], "[RULES]", "explain the rules", ""),
    entry(Word::Help, &["help"], "[COMMAND]", "list the commands, or explain one", ""),
    entry(
        Word::Quit,
        &["quit", "exit"],
        "",
        "leave; Ctrl-D does too",
        "What was not saved is kept, and the next session offers it.",
    ),
];

pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    HEADINGS.iter().flat_map(|(_, entries)| entries.iter())
}

/// The entry of a word, by one of its names or the beginning of just one entry's names.
pub(super) fn find_entry(word: &str) -> anyhow::Result<&'static Entry> {
    let word = word.to_lowercase();
    if let Some(entry) = entries().find(|entry| entry.names.contains(&word.as_str())) {
        return Ok(entry);
    }
    let starting: Vec<&Entry> =
        entries().filter(|entry| entry.names.iter().any(|name| name.starts_with(&word))).collect();
    match starting.as_slice() {
        [entry] => Ok(entry),
        [] => match nearest(&word) {
            Some(name) => bail!("{word:?} is no command or turn: did you mean {name}?"),
            None => {
                bail!("{word:?} is no command or turn: help lists the commands, moves the turns")
            }
        },
        several => {
            let names: Vec<&str> = several.iter().map(|entry| entry.names[0]).collect();
            bail!("{word:?} could be {}", names.join(", "))
        }
    }
}

pub(super) fn find(word: &str) -> anyhow::Result<Word> {
    find_entry(word).map(|entry| entry.word)
}

/// The name most like a mistyped one, where one is like it at all.
fn nearest(word: &str) -> Option<&'static str> {
    entries()
        .flat_map(|entry| entry.names)
        .map(|name| (strsim::jaro_winkler(word, name), *name))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
