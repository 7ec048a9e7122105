//! What a record's tags say about the game: its rules and where it begins.

use jarmo_core::{Board, Position, RuleSet, Rules, Side};

use crate::diagnostic::Fault;
use crate::position::parse_position;

/// The tags that decide how a game's turns are to be read: `Rules`, `First`, `Position`, `Board`.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    rules: RuleSet,
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
        let verdict = match name {
            "Rules" => value
                .parse()
                .map(|rules| self.rules = rules)
                .map_err(|error| Fault::error(format!("{value:?}: {error}"), SET_ASIDE)),
            "First" => {
                self.first = match value.to_ascii_lowercase().as_str() {
                    "white" | "w" => Some(Side::White),
                    "black" | "b" => Some(Side::Black),
                    _ => None,
                };
                let message = || format!("{value:?} moves first: expected White or Black");
                self.first.map(|_| ()).ok_or_else(|| Fault::error(message(), SET_ASIDE))
            }
            "Position" => {
                self.position = Some(value.to_owned());
                let parse = |board: &Board| {
                    parse_position(value, &Rules::new(*board, self.rules.options())).map(|_| ())
                };
                let mut verdict = parse(&Board::STANDARD);
                for board in boards {
                    verdict = verdict.or_else(|first| parse(board).map_err(|_| first));
                }
                verdict.map_err(|error| Fault::error(format!("position, {error}"), SET_ASIDE))
            }
            "Board" => {
                self.board = Some(value.to_owned());
                match find_board(value, boards) {
                    Some(_) => Ok(()),
                    None => Err(Fault::error(
                        format!("{value:?} is no board known here: its data is needed"),
                        SET_ASIDE,
                    )),
                }
            }
            _ => Ok(()),
        };
        self.broken |= verdict.is_err();
        verdict
    }

    /// The rules and the start position; `None` where a tag could not be made sense of.
    #[must_use]
    pub fn begin(&self, boards: &[Board]) -> Option<(Rules, Position)> {
        if self.broken {
            return None;
        }
        let rules = match (&self.board, self.first, self.rules) {
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
        };
        let start = match &self.position {
            Some(text) => parse_position(text, &rules).ok()?,
            None => Position::start(&rules),
        };
        Some((rules, start))
    }
}

fn find_board(name: &str, boards: &[Board]) -> Option<Board> {
    let standard = [Board::STANDARD];
    boards.iter().chain(&standard).find(|board| board.board_name() == name).copied()
}
