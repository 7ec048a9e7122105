//! Files of games, and moving about in a record.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jarmo_core::{BySide, Side};
use jarmo_notation::{Boards, Diagnostic, NodeId, Outcome, Record};
use jarmo_render::text::printable;

use super::clock::GameClock;
use super::input::{Answer, Input};
use super::journal::{self, LeftOver};
use super::opponent::Player;
use super::play::parse_side;
use super::remark::without_remark;
use super::save::Home;
use super::{Flow, Session, count};
use crate::args;
use crate::files::{self, Games};
use crate::places;

/// How many rows of a terminal the faults of a file may take; `jarmo check` tells all.
const FAULT_ROWS: usize = 20;
/// How many characters there are in a row.
const COLUMNS: usize = 80;

impl Session {
    pub(super) fn load(&mut self, name: &str) -> anyhow::Result<()> {
        let Some(path) = file_name(name) else { bail!("load which file?") };
        let name = path.display();
        let Games { records: games, faults, seen } =
            files::read_records(&path, args::boards(&self.opening.board()?))?;
        self.tell_faults(&name.to_string(), &faults)?;
        self.set_aside()?;
        self.take_games(games);
        self.players = BySide::new(Player::Human, Player::Human);
        self.file = Some(Home::read(&path, seen, &faults));
        self.unsaved = false;
        match self.games.len() {
            1 => say!("Loaded {name}: {}.", title(self.record())),
            games => say!(
                "Loaded {games} games from {name}; this is the first, {}.",
                title(self.record())
            ),
        }
        self.show_place()
    }

    /// Tells as many of a file's faults as there is room for.
    pub(super) fn tell_faults(&self, name: &str, faults: &[Diagnostic]) -> anyhow::Result<()> {
        let mut rows = 0;
        let told: Vec<String> = faults
            .iter()
            .map(|fault| printable(&format!("{name}:{fault}")))
            .take_while(|line| {
                rows += line.chars().count().div_ceil(COLUMNS);
                rows <= FAULT_ROWS
            })
            .collect();
        for line in &told {
            say!("{line}");
        }
        if told.len() < faults.len() {
            say!("and {} more: jarmo check {name} tells all.", faults.len() - told.len());
        }
        Ok(())
    }

    /// Makes these the games at hand, at the end of the last or of a file's first.
    pub(super) fn take_games(&mut self, games: Vec<Record>) {
        self.set_games(games);
        (self.lesson, self.before_lessons) = (None, None);
        self.current = 0;
        self.in_match = false;
        (self.clock, self.time_control) = (None, None);
        self.forget_position();
        self.node = self.record().line_end(NodeId::ROOT);
    }

    /// Offers to go on with what a session before has left. Returns whether to go on at all.
    pub(super) fn offer_to_resume(&mut self, input: &mut Input) -> anyhow::Result<Flow> {
        let Some(left) = journal::left_over(Boards::new(self.opening.board()?.as_slice()), false)
        else {
            self.show_board()?;
            return Ok(Flow::GoOn);
        };
        let record = &left.games[left.at_hand()];
        let (title, finished) = (title(record), is_finished(record));
        let finished = if finished { "finished " } else { "" };
        let (it, question) = match (left.games.len(), &left.place.file) {
            (1, _) => (format!("is a {finished}game that was"), "it"),
            (games, None) => (format!("are {games} games that were"), "them"),
            (games, Some(home)) => {
                let path = printable(&home.path.display().to_string());
                (format!("are {games} games of {path} that were"), "them")
            }
        };
        let what = match left.games.len() {
            1 => title,
            _ => format!("game {} is at hand, {title}", left.at_hand() + 1),
        };
        say!("There {it} not saved: {what}.");
        let question = match finished {
            "" => format!("Go on with {question}?"),
            _ => format!("Open {question}?"),
        };
        match input.ask(&question, true)? {
            Answer::Yes => self.go_on_with(left)?,
            Answer::Leave => {
                say!("It stays on disk: the next session offers it again.");
                return Ok(Flow::Leave);
            }
            Answer::No => {
                left.decline();
                say!("It stays on disk: resume goes on with it.");
                self.show_board()?;
            }
        }
        Ok(Flow::GoOn)
    }

    pub(super) fn resume(&mut self) -> anyhow::Result<()> {
        let left = journal::left_over(Boards::new(self.opening.board()?.as_slice()), true)
            .context("there is no game to go on with")?;
        self.set_aside()?;
        self.go_on_with(left)
    }

    fn go_on_with(&mut self, left: LeftOver) -> anyhow::Result<()> {
        self.take_games(left.games.clone());
        self.current = left.at_hand();
        self.node = left.place.node(self.record());
        let player = |name| self.record().tags.get(name).map_or(Player::Human, Player::from_tag);
        self.players = BySide::new(player("White"), player("Black"));
        self.in_match = self.record().tags.get("Event") == Some("Match");
        self.take_up_clocks()?;
        self.taken_back = left.place.taken_back;
        self.file = left.place.file.clone();
        (self.unsaved, self.unwritten, self.resumed) = (true, true, true);
        // They are in this session's journal before they leave the other one's.
        self.write_journal();
        if !self.unwritten {
            left.remove();
        }
        if let Some(home) = &self.file {
            say!("save puts it into {}.", printable(&home.path.display().to_string()));
        }
        self.show_place()
    }

    /// Goes on with the clocks that the record at hand has, where it says what they showed last.
    fn take_up_clocks(&mut self) -> anyhow::Result<()> {
        self.clock = GameClock::of_record(self.record()).filter(|_| self.ending().is_none());
        self.time_control = GameClock::at_start(self.record());
        if self.time_control.is_some() && self.clock.is_none() && self.ending().is_none() {
            say!("The game goes on without clocks: it does not say what they showed last.");
        }
        Ok(())
    }

    pub(super) fn list_games(&mut self, text: &str) -> anyhow::Result<()> {
        let wanted = text.to_lowercase();
        let mut found = 0;
        for (i, record) in self.games.iter().enumerate() {
            if record.tags.iter().any(|(_, value)| value.to_lowercase().contains(&wanted))
                || wanted.is_empty()
            {
                found += 1;
                let here = if i == self.current { '*' } else { ' ' };
                say!("{here}{:>5}  {}", i + 1, title(record));
            }
        }
        if found == 0 {
            say!("No game has {text:?} in a tag.");
        }
        Ok(())
    }

    pub(super) fn choose_game(&mut self, number: &str) -> anyhow::Result<()> {
        let games = self.games.len();
        match number.parse::<usize>() {
            Ok(number) if (1..=games).contains(&number) => {
                self.change_game(number - 1);
                self.go_to(self.record().line_end(NodeId::ROOT))
            }
            _ => bail!("{number:?} is no game: expected 1 to {games}"),
        }
    }

    /// Has the game at this place of those at hand at hand.
    pub(super) fn change_game(&mut self, place: usize) {
        let before = std::mem::replace(&mut self.current, place);
        self.unwritten |= self.unsaved;
        // The games of a match are played with changed sides.
        if self.in_match && place % 2 != before % 2 {
            self.change_sides();
        }
    }

    /// Shows where one is: the board to a person, the turn to a pipe.
    pub(super) fn show_place(&self) -> anyhow::Result<()> {
        if self.interactive {
            return self.show_board();
        }
        say!("{}", self.last_turn_text());
        Ok(())
    }

    pub(super) fn go_to(&mut self, node: NodeId) -> anyhow::Result<()> {
        self.forget_position();
        self.node = node;
        self.show_place()
    }

    pub(super) fn forward(&mut self, arguments: &str) -> anyhow::Result<()> {
        let count = count(arguments)?;
        if self.record().next(self.node).is_none() {
            bail!("this is the last turn of the line");
        }
        let line = std::iter::successors(Some(self.node), |id| self.record().next(*id));
        let node = line.take(count + 1).last().unwrap_or(self.node);
        self.go_to(node)
    }

    pub(super) fn back(&mut self, arguments: &str) -> anyhow::Result<()> {
        let count = count(arguments)?;
        if self.node == NodeId::ROOT {
            bail!("this is the start");
        }
        let line = std::iter::successors(Some(self.node), |id| self.record().parent(*id));
        let node = line.take(count + 1).last().unwrap_or(self.node);
        self.go_to(node)
    }

    /// Goes behind a turn of the line at hand: `goto 12`, `goto 12 black`, `goto 12b`.
    pub(super) fn go_to_turn(&mut self, arguments: &str) -> anyhow::Result<()> {
        let node = self.find_turn(arguments)?;
        self.go_to(node)
    }

    /// A turn of the line at hand by its number, and its side where both have one.
    pub(super) fn find_turn(&self, arguments: &str) -> anyhow::Result<NodeId> {
        let digits = arguments.trim_end_matches(|c: char| !c.is_ascii_digit());
        let number: u32 = match digits.parse() {
            Ok(number) => number,
            Err(_) => bail!("{arguments:?} is no turn: expected a number, and white or black"),
        };
        let side = match arguments[digits.len()..].trim_matches(['.', ' ']) {
            "" if arguments.ends_with("...") => Some(Side::Black),
            "" => None,
            side => Some(parse_side(side)?),
        };
        let record = self.record();
        let found = record.path(record.line_end(self.node)).into_iter().find(|id| {
            let before = record.node(record.parent(*id).unwrap_or(NodeId::ROOT)).position();
            before.turn_number() == number && side.is_none_or(|side| before.to_move() == side)
        });
        found.with_context(|| format!("the line has no turn {arguments}"))
    }

    /// Goes into a variation on the next turn; without a number, lists them.
    pub(super) fn enter_variation(&mut self, number: &str) -> anyhow::Result<()> {
        let children = self.record().node(self.node).children().to_vec();
        if children.len() < 2 {
            bail!("there is no variation on the next turn");
        }
        if number.is_empty() {
            for (i, child) in children[1..].iter().enumerate() {
                say!("{:>3}  {}", i + 1, self.line_text(*child));
            }
            return Ok(());
        }
        match number.parse::<usize>().ok().and_then(|number| children.get(number)) {
            Some(child) if number != "0" => self.go_to(*child),
            _ => bail!("{number:?} is no variation: expected 1 to {}", children.len() - 1),
        }
    }

    /// Leaves a variation: goes to the turn that it is a variation on.
    pub(super) fn leave_variation(&mut self) -> anyhow::Result<()> {
        match self.variation_start() {
            Some(first) => {
                let parent = self.record().parent(first).unwrap_or(NodeId::ROOT);
                let on = self.record().next(parent).unwrap_or(parent);
                self.go_to(on)
            }
            None => bail!("this is the main line"),
        }
    }

    /// The first turn of the innermost variation that the turn at hand is in.
    pub(super) fn variation_start(&self) -> Option<NodeId> {
        let record = self.record();
        std::iter::successors(Some(self.node), |id| record.parent(*id))
            .find(|id| record.parent(*id).is_some_and(|parent| record.next(parent) != Some(*id)))
    }
}

/// The file that is meant, if any: quotes round a name and a remark behind it are not part of it, and
/// `~` at its start is the person's home, unless there is such a file.
pub(super) fn file_name(typed: &str) -> Option<PathBuf> {
    if typed.is_empty() {
        return None;
    }
    if Path::new(typed).exists() {
        return Some(typed.into());
    }
    let typed = without_remark(typed);
    let unquoted = |quote| typed.strip_prefix(quote)?.strip_suffix(quote);
    let inner = unquoted('"').or_else(|| unquoted('\'')).filter(|name| !name.is_empty());
    let name = inner.unwrap_or(typed);
    (!name.is_empty()).then(|| places::from_home(name))
}

/// Whether a game has come to its end, on the board or otherwise.
pub(super) fn is_finished(record: &Record) -> bool {
    record.outcome != Outcome::Unknown || record.last_position().is_over(record.rules())
}

/// A game in a line: players, result, how long it is.
pub(super) fn title(record: &Record) -> String {
    let tag = |name| record.tags.get(name).unwrap_or("?");
    let turns = record.main_line().count();
    let turns = if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
    let (white, black, date) = (tag("White"), tag("Black"), tag("Date"));
    printable(&format!("{white} – {black}, {}, {turns}, {date}", record.outcome))
}
