//! What a record's tags say about the game: its rules and where it begins.

use jarmo_core::{Board, Position, RuleSet, Rules, Side};

use crate::diagnostic::Fault;
use crate::position::{ParsePositionError, parse_position};

/// The boards that a reader of games knows: those built in, any that are handed in, and which one
/// is meant where a game names none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Boards<'b> {
    others: &'b [Board],
    assumed: Option<&'b Board>,
}

impl<'b> Boards<'b> {
    /// The built-in boards and these. A game that names no board is on its rule set's own.
    #[must_use]
    pub const fn new(others: &'b [Board]) -> Boards<'b> {
        Boards { others, assumed: None }
    }

    /// The same boards, with this one, which is known then too, for games that name none.
    #[must_use]
    pub const fn assuming(self, board: &'b Board) -> Boards<'b> {
        Boards { assumed: Some(board), ..self }
    }

    /// These boards in place of those that were handed in.
    #[cfg(feature = "serde")]
    pub(crate) const fn with(self, others: &'b [Board]) -> Boards<'b> {
        Boards { others, ..self }
    }

    fn iter(self) -> impl Iterator<Item = &'b Board> {
        self.others.iter().chain(self.assumed).chain(&Board::BUILT_IN)
    }

    /// The board of this name, in any case.
    fn find(self, name: &str) -> Option<Board> {
        self.iter().find(|board| board.board_name().eq_ignore_ascii_case(name)).copied()
    }

    /// The first board that a position string is good for.
    fn fitting(self, text: &str) -> Option<Board> {
        let mut boards = Board::BUILT_IN.iter().chain(self.iter());
        boards.find(|board| on_board(text, board).is_ok()).copied()
    }
}

impl<'b> From<&'b [Board]> for Boards<'b> {
    fn from(others: &'b [Board]) -> Boards<'b> {
        Boards::new(others)
    }
}

impl<'b, const N: usize> From<&'b [Board; N]> for Boards<'b> {
    fn from(others: &'b [Board; N]) -> Boards<'b> {
        Boards::new(others)
    }
}

impl<'b> From<&'b Vec<Board>> for Boards<'b> {
    fn from(others: &'b Vec<Board>) -> Boards<'b> {
        Boards::new(others)
    }
}

/// The tags that decide how a game's turns are to be read: `Rules`, `First`, `Position`, `Board`.
/// Where one of them stands twice, the first counts.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    rules: Option<RuleSet>,
    first: Option<Side>,
    position: Option<String>,
    board: Option<String>,
    /// Whether one of them cannot be made sense of.
    broken: bool,
}

const SET_ASIDE: &str = "the game's turns are kept as a comment";

impl Terms {
    /// Takes a tag into account; others than the four are nothing to it.
    ///
    /// # Errors
    ///
    /// What is wrong with the value. The game's turns cannot be read then.
    pub fn tag(&mut self, name: &str, value: &str, boards: Boards<'_>) -> Result<(), Fault> {
        let given = match name {
            "Rules" => self.rules.is_some(),
            "First" => self.first.is_some(),
            "Position" => self.position.is_some(),
            "Board" => self.board.is_some(),
            _ => return Ok(()),
        };
        if given {
            return Ok(());
        }
        let verdict = match name {
            "Rules" => self.take_rules(value),
            "First" => self.take_first(value),
            "Position" => self.take_position(value, boards),
            "Board" => self.take_board(value, boards),
            _ => Ok(()),
        };
        self.broken |= verdict.is_err();
        verdict
    }

    fn take_rules(&mut self, value: &str) -> Result<(), Fault> {
        let rules = value
            .parse()
            .map_err(|error| Fault::error(format!("{value:?}: {error}"), SET_ASIDE))?;
        self.rules = Some(rules);
        Ok(())
    }

    fn take_first(&mut self, value: &str) -> Result<(), Fault> {
        self.first = match value.to_ascii_lowercase().as_str() {
            "white" | "w" => Some(Side::White),
            "black" | "b" => Some(Side::Black),
            _ => None,
        };
        let message = || format!("{value:?} moves first: expected White or Black");
        self.first.map(|_| ()).ok_or_else(|| Fault::error(message(), SET_ASIDE))
    }

    /// The game's board may be named after its position: until then any known one is good.
    fn take_position(&mut self, value: &str, boards: Boards<'_>) -> Result<(), Fault> {
        self.position = Some(value.to_owned());
        match &self.board {
            // A board that is not known was told about.
            Some(name) => boards.find(name).map_or(Ok(()), |own| fit(value, &own, boards)),
            None if boards.fitting(value).is_some() => Ok(()),
            None => fit(value, &self.own_board(boards), boards),
        }
    }

    fn take_board(&mut self, value: &str, boards: Boards<'_>) -> Result<(), Fault> {
        self.board = Some(value.to_owned());
        let Some(own) = boards.find(value) else {
            return Err(Fault::error(
                format!("{value:?} is no board known here: its data is needed"),
                SET_ASIDE,
            ));
        };
        match &self.position {
            // A position of no board at all was told about.
            Some(text) if boards.fitting(text).is_some() => fit(text, &own, boards),
            _ => Ok(()),
        }
    }

    /// The board of a game that names none.
    fn own_board(&self, boards: Boards<'_>) -> Board {
        *boards.assumed.unwrap_or_else(|| self.rules.unwrap_or_default().board())
    }

    /// The rules and the start position; `None` where a tag could not be made sense of, which
    /// [`Terms::tag`] said.
    ///
    /// # Errors
    ///
    /// What is wrong with tags that each make sense, now that no other comes: the position is one
    /// of a board that the tags do not name.
    pub fn begin(&self, boards: Boards<'_>) -> Result<Option<(Rules, Position)>, Fault> {
        if self.broken {
            return Ok(None);
        }
        let Some(rules) = self.rules(boards) else { return Ok(None) };
        let start = match &self.position {
            Some(text) => match parse_position(text, &rules) {
                Ok(start) => start,
                Err(error) => return Err(misfit(text, &error, rules.board(), boards)),
            },
            None => Position::start(&rules),
        };
        Ok(Some((rules, start)))
    }

    fn rules(&self, boards: Boards<'_>) -> Option<Rules> {
        let set = self.rules.unwrap_or_default();
        // What nearly all games are played under is there already.
        if (&self.board, self.first, boards.assumed) == (&None, None, None) {
            return Some(match set {
                RuleSet::Brainking => Rules::BRAINKING,
                RuleSet::Traditional => Rules::TRADITIONAL,
                RuleSet::Jasir => Rules::JASIR,
            });
        }
        let board = match &self.board {
            Some(name) => boards.find(name)?,
            None => self.own_board(boards),
        };
        Some(Rules::new(board, set.options().with_first(self.first.unwrap_or(Side::White))))
    }
}

/// Whether a position string is one of the board's positions, which no rule set changes.
fn on_board(text: &str, board: &Board) -> Result<(), ParsePositionError> {
    parse_position(text, &Rules::new(*board, RuleSet::default().options())).map(|_| ())
}

fn fit(text: &str, own: &Board, boards: Boards<'_>) -> Result<(), Fault> {
    on_board(text, own).map_err(|error| misfit(text, &error, own, boards))
}

/// What is said of a position that is none of the game's own board: most often the tag `Board`
/// was forgotten.
fn misfit(text: &str, error: &ParsePositionError, own: &Board, boards: Boards<'_>) -> Fault {
    let Some(other) = boards.fitting(text) else {
        return Fault::error(format!("position, {error}"), SET_ASIDE);
    };
    let (own, other) = (own.board_name(), other.board_name());
    let message = format!(
        "the position fits the board {other:?} and not the board {own:?} ({error}): expected the \
         tag [Board {other:?}], or a position of the board {own:?}"
    );
    Fault::error(message, SET_ASIDE)
}

#[cfg(test)]
mod tests {
    use jarmo_core::Board;

    use super::{Boards, Terms};
    use crate::builder::Records;
    use crate::record::NodeId;

    const LARGE: &str = "bbbbb/5/5/5/wwwww w";
    const SMALL: &str = "bbb/3/www w";

    fn small_board() -> Board {
        let lines = [["A1", "B2"], ["B2", "C3"], ["A1", "A2"], ["A2", "A3"]];
        Board::new("small", "ABC", 3, 3, 1, 3, &lines).unwrap()
    }

    /// What is said about these tags at each of them and when there are no more, and whether
    /// turns can be read.
    fn told(tags: &[(&str, &str)]) -> (Vec<String>, bool) {
        let boards = [small_board()];
        let mut terms = Terms::default();
        let mut told: Vec<String> = Vec::new();
        for (name, value) in tags {
            let fault = terms.tag(name, value, Boards::new(&boards)).err();
            told.extend(fault.map(|fault| format!("{name}: {}", fault.message)));
        }
        let begun = terms.begin(Boards::new(&boards));
        let good = matches!(begun, Ok(Some(_)));
        told.extend(begun.err().map(|fault| format!("end: {}", fault.message)));
        (told, good)
    }

    #[test]
    fn a_position_of_another_board_is_told_once() {
        let forgotten = "the position fits the board \"small\" and not the board \"jarmo\" \
            (column 4: rank 5 has only 3 holes: expected 5): expected the tag [Board \"small\"], \
            or a position of the board \"jarmo\"";
        let surplus = "the position fits the board \"jarmo\" and not the board \"small\" \
            (column 4: rank 3 has more than 3 holes: expected 3): expected the tag \
            [Board \"jarmo\"], or a position of the board \"small\"";
        for (tags, message) in [
            (vec![("Position", SMALL)], format!("end: {forgotten}")),
            (
                vec![("Position", SMALL), ("Rules", "jasir")],
                format!("end: {}", forgotten.replace("jarmo", "jasir")),
            ),
            (vec![("Position", SMALL), ("Board", "jarmo")], format!("Board: {forgotten}")),
            (vec![("Position", LARGE), ("Board", "small")], format!("Board: {surplus}")),
            (vec![("Board", "small"), ("Position", LARGE)], format!("Position: {surplus}")),
        ] {
            assert_eq!(told(&tags), (vec![message], false), "{tags:?}");
        }
    }

    #[test]
    fn the_order_of_board_and_position_does_not_matter() {
        for tags in [
            [("Position", SMALL), ("Board", "small")],
            [("Board", "small"), ("Position", SMALL)],
            [("Board", "jarmo"), ("Position", LARGE)],
        ] {
            assert_eq!(told(&tags), (vec![], true), "{tags:?}");
        }
    }

    #[test]
    fn what_is_wrong_already_is_not_told_again() {
        for (tags, faults) in [
            (vec![("Position", "x"), ("Board", "small")], 1),
            (vec![("Board", "small"), ("Position", "x")], 1),
            (vec![("Board", "round"), ("Position", "4/4 w")], 1),
            (vec![("Rules", "chess"), ("Position", SMALL)], 1),
            (vec![("Rules", "chess"), ("Position", SMALL), ("Board", "jarmo")], 2),
        ] {
            let (told, good) = told(&tags);
            assert_eq!((told.len(), good), (faults, false), "{tags:?}: {told:?}");
        }
    }

    #[test]
    fn a_file_is_told_where_its_movetext_begins() {
        for (movetext, place, kept) in [
            ("1. A1-A2 A3-A2 1-0", "3:4", "Not read: A1-A2 A3-A2"),
            ("{So.} 1-0", "3:7", "So."),
            ("", "1:25", ""),
        ] {
            let text = format!("[Position {SMALL:?}]\n\n{movetext}\n");
            let boards = [small_board()];
            let mut records = Records::new(text.as_bytes(), &boards);
            let (record, faults) = records.next_record().unwrap().unwrap();
            let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
            let errors: Vec<&String> = told.iter().filter(|f| f.contains(": error:")).collect();
            let [error] = errors[..] else { panic!("{text}: {told:?}") };
            assert!(error.starts_with(&format!("{place}: error: the position fits")), "{error}");
            assert_eq!(record.node(NodeId::ROOT).comments().concat(), kept);
        }
    }
}
