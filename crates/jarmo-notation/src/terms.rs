//! What a record's tags say about the game: its rules and where it begins.

use jarmo_core::{Board, Position, RuleSet, Rules, Side};

use crate::diagnostic::Fault;
use crate::position::{ParsePositionError, parse_position};

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
    /// `boards` are the boards known beside the standard one.
    ///
    /// # Errors
    ///
    /// What is wrong with the value. The game's turns cannot be read then.
    pub fn tag(&mut self, name: &str, value: &str, boards: &[Board]) -> Result<(), Fault> {
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

    /// The game's board may be named behind its position: until then any known one is good.
    fn take_position(&mut self, value: &str, boards: &[Board]) -> Result<(), Fault> {
        self.position = Some(value.to_owned());
        match &self.board {
            // A board that is not known was told about.
            Some(name) => find_board(name, boards).map_or(Ok(()), |own| fit(value, &own, boards)),
            None if fitting_board(value, boards).is_some() => Ok(()),
            None => fit(value, &Board::STANDARD, boards),
        }
    }

    fn take_board(&mut self, value: &str, boards: &[Board]) -> Result<(), Fault> {
        self.board = Some(value.to_owned());
        let Some(own) = find_board(value, boards) else {
            return Err(Fault::error(
                format!("{value:?} is no board known here: its data is needed"),
                SET_ASIDE,
            ));
        };
        match &self.position {
            // A position of no board at all was told about.
            Some(text) if fitting_board(text, boards).is_some() => fit(text, &own, boards),
            _ => Ok(()),
        }
    }

    /// The rules and the start position; `None` where a tag could not be made sense of, which
    /// [`Terms::tag`] said.
    ///
    /// # Errors
    ///
    /// What is wrong with tags that each make sense, now that no other comes: the position is one
    /// of a board that the tags do not name.
    pub fn begin(&self, boards: &[Board]) -> Result<Option<(Rules, Position)>, Fault> {
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

    fn rules(&self, boards: &[Board]) -> Option<Rules> {
        Some(match (&self.board, self.first, self.rules.unwrap_or_default()) {
            // What nearly all games are played under is there already.
            (None, None, RuleSet::Brainking) => Rules::BRAINKING,
            (None, None, RuleSet::Traditional) => Rules::TRADITIONAL,
            (None, None, RuleSet::Jasir) => Rules::JASIR,
            (board, first, set) => {
                let board = match board {
                    Some(name) => find_board(name, boards)?,
                    None => Board::STANDARD,
                };
                Rules::new(board, set.options().with_first(first.unwrap_or(Side::White)))
            }
        })
    }
}

/// Whether a position string is one of the board's positions, which no rule set changes.
fn on_board(text: &str, board: &Board) -> Result<(), ParsePositionError> {
    parse_position(text, &Rules::new(*board, RuleSet::default().options())).map(|_| ())
}

/// The first known board that a position string is good for, the standard one before others.
fn fitting_board(text: &str, boards: &[Board]) -> Option<Board> {
    let standard = [Board::STANDARD];
    standard.iter().chain(boards).find(|board| on_board(text, board).is_ok()).copied()
}

fn fit(text: &str, own: &Board, boards: &[Board]) -> Result<(), Fault> {
    on_board(text, own).map_err(|error| misfit(text, &error, own, boards))
}

/// What is said of a position that is none of the game's own board: most often the tag `Board`
/// was forgotten.
fn misfit(text: &str, error: &ParsePositionError, own: &Board, boards: &[Board]) -> Fault {
    let Some(other) = fitting_board(text, boards) else {
        return Fault::error(format!("position, {error}"), SET_ASIDE);
    };
    let expected = if other == Board::STANDARD {
        "no tag Board".to_owned()
    } else {
        format!("the tag [Board {:?}]", other.board_name())
    };
    let (own, other) = (described(own), described(&other));
    let message = format!(
        "the position fits {other} and not {own} ({error}): expected {expected}, or a position of \
         {own}"
    );
    Fault::error(message, SET_ASIDE)
}

fn described(board: &Board) -> String {
    if *board == Board::STANDARD {
        "the standard board".to_owned()
    } else {
        format!("the board {:?}", board.board_name())
    }
}

fn find_board(name: &str, boards: &[Board]) -> Option<Board> {
    let standard = [Board::STANDARD];
    boards.iter().chain(&standard).find(|board| board.board_name() == name).copied()
}

#[cfg(test)]
mod tests {
    use jarmo_core::Board;

    use super::Terms;
    use crate::builder::Records;
    use crate::record::NodeId;

    const STANDARD: &str = "bbbbb/5/5/5/wwwww w";
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
            let fault = terms.tag(name, value, &boards).err();
            told.extend(fault.map(|fault| format!("{name}: {}", fault.message)));
        }
        let begun = terms.begin(&boards);
        let good = matches!(begun, Ok(Some(_)));
        told.extend(begun.err().map(|fault| format!("end: {}", fault.message)));
        (told, good)
    }

    #[test]
    fn a_position_of_another_board_is_told_once() {
        let forgotten = "the position fits the board \"small\" and not the standard board (column \
            4: rank 5 has only 3 holes: expected 5): expected the tag [Board \"small\"], or a \
            position of the standard board";
        let surplus = "the position fits the standard board and not the board \"small\" (column 4: \
            rank 3 has more than 3 holes: expected 3): expected no tag Board, or a position of the \
            board \"small\"";
        for (tags, message) in [
            (vec![("Position", SMALL)], format!("end: {forgotten}")),
            (vec![("Position", SMALL), ("Rules", "jasir")], format!("end: {forgotten}")),
            (vec![("Position", SMALL), ("Board", "jarmo")], format!("Board: {forgotten}")),
            (vec![("Position", STANDARD), ("Board", "small")], format!("Board: {surplus}")),
            (vec![("Board", "small"), ("Position", STANDARD)], format!("Position: {surplus}")),
        ] {
            assert_eq!(told(&tags), (vec![message], false), "{tags:?}");
        }
    }

    #[test]
    fn the_order_of_board_and_position_does_not_matter() {
        for tags in [
            [("Position", SMALL), ("Board", "small")],
            [("Board", "small"), ("Position", SMALL)],
            [("Board", "jarmo"), ("Position", STANDARD)],
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
