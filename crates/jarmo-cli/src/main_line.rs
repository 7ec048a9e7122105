//! The main lines of games, read one after another in memory that does not grow with the file.

use std::io::{self, Read};

use jarmo_core::{BySide, Position, Rules, Score, Side, Turn};
use jarmo_notation::{
    Boards, Checker, Diagnostic, Fault, Glyph, Interest, Outcome, Reader, Ruling, Severity,
    TurnText, Visitor,
};

/// What a record says of the game that was played, without variations and comments.
#[derive(Debug)]
pub(crate) struct MainLine {
    /// The rules.
    pub(crate) rules: Rules,
    /// The players' names, `?` where they are not known.
    pub(crate) players: BySide<String>,
    /// The first turns, each with the position it was played in; as many as the reader was asked
    /// to keep.
    pub(crate) beginning: Vec<(Position, Turn)>,
    /// How many turns there were.
    pub(crate) turns: u64,
    /// How many of each side's turns captured.
    pub(crate) captures: BySide<u64>,
    /// How many archers each side brought back.
    pub(crate) returns: BySide<u64>,
    /// How the game came out: where the last position is final, its score decides.
    pub(crate) outcome: Outcome,
    /// The points at the end, where the last position is final.
    pub(crate) score: Option<Score>,
}

/// Reads main lines.
pub(crate) struct MainLines<'b, R> {
    reader: Reader<R>,
    listener: Listener<'b>,
}

impl<'b, R: Read> MainLines<'b, R> {
    /// Reads games from bytes, and keeps the first `kept` turns of each; `boards` are those known
    /// beside those built in.
    pub(crate) fn new(reader: R, boards: impl Into<Boards<'b>>, kept: usize) -> MainLines<'b, R> {
        let listener = Listener {
            checker: Checker::new(boards, |_| ()),
            kept,
            line: MainLine::new(),
            named: BySide::default(),
            bad: false,
        };
        MainLines { reader: Reader::new(reader), listener }
    }

    /// Whether what was read so far is a game record at all.
    pub(crate) fn is_record(&self) -> bool {
        self.listener.checker.is_record()
    }

    /// The next game, `Err` inside for one with errors in it; `None` at the end.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Result<&MainLine, BadGame>>> {
        if !self.reader.read_game(&mut self.listener)? {
            return Ok(None);
        }
        let Listener { line, bad, .. } = &self.listener;
        Ok(Some(if *bad { Err(BadGame) } else { Ok(line) }))
    }
}

/// A game that has errors, so that nobody knows how it was played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BadGame;

impl MainLine {
    fn new() -> MainLine {
        MainLine {
            rules: Rules::BRAINKING,
            players: BySide::default(),
            beginning: Vec::new(),
            turns: 0,
            captures: BySide::default(),
            returns: BySide::default(),
            outcome: Outcome::Unknown,
            score: None,
        }
    }

    fn clear(&mut self) {
        self.rules = Rules::BRAINKING;
        for side in Side::ALL {
            self.players[side].clear();
            self.players[side].push('?');
            (self.captures[side], self.returns[side]) = (0, 0);
        }
        self.beginning.clear();
        self.turns = 0;
        (self.outcome, self.score) = (Outcome::Unknown, None);
    }
}

struct Listener<'b> {
    checker: Checker<'b>,
    kept: usize,
    line: MainLine,
    /// Whose tag the game has had: where it stands twice, the first counts.
    named: BySide<bool>,
    bad: bool,
}

impl Visitor for Listener<'_> {
    fn begin_game(&mut self) {
        self.checker.begin();
        self.line.clear();
        self.named = BySide::default();
        self.bad = false;
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let side = match name {
            "White" => Some(Side::White),
            "Black" => Some(Side::Black),
            _ => None,
        };
        if let Some(side) = side
            && !std::mem::replace(&mut self.named[side], true)
            && !value.trim().is_empty()
        {
            value.trim().clone_into(&mut self.line.players[side]);
        }
        self.checker.check_tag(name, value)
    }

    fn begin_movetext(&mut self) -> Interest {
        if let Some((rules, _)) = self.checker.begin_turns() {
            self.line.rules = *rules;
        }
        self.checker.interest()
    }

    fn turn_number(&mut self, number: u32, _dots: u32) -> Result<(), Fault> {
        self.checker.check_number(number)
    }

    fn turn(&mut self, turn: TurnText) -> Result<(), Fault> {
        let before = self.checker.state().map(|(_, position)| *position);
        let ruling = self.checker.check_turn(turn)?;
        let (Some(before), line) = (before, &mut self.line) else { return Ok(()) };
        match ruling {
            Ruling::Play(turn) => {
                let side = before.to_move();
                line.turns += 1;
                line.captures[side] += u64::from(turn.is_capture());
                line.returns[side] += u64::from(turn.returning().is_some());
                if line.beginning.len() < self.kept {
                    line.beginning.push((before, turn));
                }
            }
            Ruling::Amend(turn) => {
                line.returns[before.to_move().other()] += 1;
                if line.beginning.len() as u64 == line.turns
                    && let Some((_, last)) = line.beginning.last_mut()
                {
                    *last = turn;
                }
            }
        }
        Ok(())
    }

    fn glyph(&mut self, _glyph: Glyph) -> Result<(), Fault> {
        self.checker.check_glyph()
    }

    fn begin_variation(&mut self) -> Result<Interest, Fault> {
        Ok(Interest::Skip)
    }

    fn outcome(&mut self, outcome: Outcome) -> Result<(), Fault> {
        self.checker.check_outcome(outcome)
    }

    fn missing_outcome(&self) -> String {
        self.checker.missing_outcome()
    }

    fn end_game(&mut self) -> Result<(), Fault> {
        self.line.outcome = self.checker.result();
        if let Some((rules, last)) =
            self.checker.state().filter(|(rules, last)| last.is_over(rules))
        {
            let score = last.score(rules);
            (self.line.outcome, self.line.score) = (Outcome::of_score(score), Some(score));
        }
        self.checker.check_end()
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.checker.note_fault();
        self.bad |= diagnostic.severity == Severity::Error;
    }
}

#[cfg(test)]
mod tests {
    use jarmo_core::Board;

    use super::*;

    /// What `look` sees of each game, `None` for bad ones.
    fn read<T>(text: &str, kept: usize, look: impl Fn(&MainLine) -> T) -> Vec<Option<T>> {
        read_on(text, Boards::default(), kept, look)
    }

    /// As [`read`], where these boards are known.
    fn read_on<T>(
        text: &str,
        boards: Boards<'_>,
        kept: usize,
        look: impl Fn(&MainLine) -> T,
    ) -> Vec<Option<T>> {
        let mut lines = MainLines::new(text.as_bytes(), boards, kept);
        let mut seen = Vec::new();
        while let Some(line) = lines.next_line().expect("memory can be read") {
            seen.push(line.ok().map(&look));
        }
        seen
    }

    #[test]
    fn variations_are_no_play() {
        let text = "1. C1-E2 (1. A1-C2 A5-C4) E5-C4 2. B1-A3 (2. A9-Z9 (2. D1-C3)) B5xA3 *";
        let seen = read(text, 9, |line| (line.turns, line.captures, line.beginning.len()));
        assert_eq!(seen, [Some((4, BySide::new(0, 1), 4))]);
    }

    #[test]
    fn a_bad_game_does_not_spoil_the_next() {
        let text = "[White \"Batu\"]\n\n1. C1-C2 *\n\n[Black \"Damir\"]\n\n1. C1-E2 1-0\n";
        let seen = read(text, 0, |line| (line.players.clone(), line.turns, line.outcome));
        let players = BySide::new("?".to_owned(), "Damir".to_owned());
        assert_eq!(seen, [None, Some((players, 1, Outcome::WHITE))]);
    }

    #[test]
    fn of_tags_that_stand_twice_the_first_counts() {
        let text = "[White \"Anna\"]\n[White \"Batu\"]\n[Black \"\"]\n[Black \"Damir\"]\n\
                    [Result \"1-0\"]\n[Result \"0-1\"]\n[Rules \"jasir\"]\n\
                    [Rules \"traditional\"]\n\n1. C1-E2\n";
        let seen = read(text, 0, |line| (line.players.clone(), line.outcome, line.rules));
        let players = BySide::new("Anna".to_owned(), "?".to_owned());
        assert_eq!(seen, [Some((players, Outcome::WHITE, Rules::JASIR))]);
    }

    #[test]
    fn a_return_written_apart_belongs_to_its_turn() {
        let text = "[Rules \"traditional\"]\n[Position \"W4/3b1/5/5/2ww1 w\"]\n\n\
                    1. C1-D3 @A1 D4-E2 *\n";
        let seen = read(text, 9, |line| {
            let returning = line.beginning[0].1.returning().map(|hole| hole.index());
            (line.turns, line.returns, returning)
        });
        assert_eq!(seen, [Some((2, BySide::new(1, 0), Some(0)))]);
    }

    #[test]
    fn a_final_position_decides() {
        let text = "[Position \"5/5/2b2/5/w4 b\"]\n\n1... C3-D1 1-0\n\n\
                    [Position \"5/5/2b2/5/w4 b\"]\n\n1... C3-A2 1-0\n";
        let seen = read(text, 0, |line| (line.outcome, line.score));
        let ended = (Outcome::BLACK, Some(Score::new(1, 2)));
        assert_eq!(seen, [Some(ended), Some((Outcome::WHITE, None))]);
    }

    #[test]
    fn a_game_on_a_board_that_its_tags_do_not_name_is_bad() {
        let lines = [["A1", "B2"], ["B2", "C3"], ["A1", "A2"], ["A2", "A3"]];
        let board = Board::new("small", "ABC", 3, 3, 1, 3, &lines).expect("it is a board");
        let small = "[Position \"bbb/3/www w\"]\n";
        let text = format!(
            "[Rules \"jasir\"]\n\n1. C1-E2 *\n\n{small}\n1. A1-A2 1-0\n\n{small}\n1-0\n\n\
             {small}[Board \"small\"]\n\n1. A1-A2 1-0\n\n1. C1-E2 *\n"
        );
        let seen = read_on(&text, Boards::new(&[board]), 0, |line| line.rules);
        let small = Rules::new(board, Rules::BRAINKING.options());
        let good = [Rules::JASIR, small, Rules::BRAINKING].map(Some);
        assert_eq!(seen, [good[0], None, None, good[1], good[2]]);
    }
}
