//! Why a turn is a good one, in words.

use core::fmt;

use jarmo_core::{Ending, Hole, HoleName, HoleSet, Position, Rules, Side, Turn};

use crate::engine::Info;

/// The main point of a turn, for a hint to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It ends the game, with these points for the player and for the other side.
    Ends {
        /// The player's points.
        own: u32,
        /// The other side's points.
        enemy: u32,
    },
    /// It captures an archer.
    Captures {
        /// Where the captured archer stands.
        hole: HoleName,
        /// Whether that archer is marked, so that it could pay for a return.
        marked: bool,
        /// Whether the capturing archer arrives home.
        home: bool,
    },
    /// It brings a captured archer back.
    Returns {
        /// Where it comes back.
        hole: HoleName,
    },
    /// It brings an archer home.
    Arrives {
        /// The archer, by the hole it leaves.
        from: HoleName,
        /// Whether it carries a mark that pays for a return.
        pays: bool,
    },
    /// It keeps the other side from bringing an archer back on this hole, the last one free.
    StopsReturn {
        /// The hole that is taken.
        hole: HoleName,
    },
    /// It takes an archer out of reach of a capture.
    Saves {
        /// The archer, by the hole it leaves.
        from: HoleName,
    },
    /// It threatens to capture an archer.
    Threatens {
        /// Where that archer stands.
        hole: HoleName,
    },
    /// It leads to a captured archer in this many turns of the player's own, by best play.
    WinsArcher {
        /// The player's turns, this one included.
        turns: u32,
    },
    /// It wins the game by this many points, by best play.
    Wins {
        /// The margin.
        margin: u32,
    },
    /// It loses the game by as few points as can be, by best play.
    LosesLeast {
        /// The margin.
        margin: u32,
    },
    /// It brings an archer nearer home.
    Nears {
        /// The archer, by the hole it leaves.
        from: HoleName,
        /// How many moves are left from where it goes.
        moves: u8,
    },
    /// It waits: the other side has to commit itself.
    Waits,
    /// There is no other turn.
    Forced,
}

/// The main point of the first turn of a line, found in `position` by an analysis.
///
/// What can be seen on the board comes first: the end of the game, captures, returns, arrivals;
/// then what the turn prevents or threatens; then what the line leads to. `None` when the line is
/// empty or its first turn is not legal.
#[must_use]
pub fn reason(rules: &Rules, position: &Position, line: &Info) -> Option<Reason> {
    let turn = *line.line.first()?;
    let after = position.play(rules, turn).ok()?;
    if position.turn_count(rules) == 1 {
        return Some(Reason::Forced);
    }
    let view = View { rules, position, after: &after, turn };
    let found = view
        .end()
        .or_else(|| view.capture())
        .or_else(|| view.returning())
        .or_else(|| view.arrival())
        .or_else(|| view.stopped_return())
        .or_else(|| view.saved())
        .or_else(|| outcome(line))
        .or_else(|| archer_won(rules, position, line))
        .or_else(|| view.threat())
        .or_else(|| view.nearer());
    Some(found.unwrap_or(Reason::Waits))
}

/// A turn, with the positions before and after it.
struct View<'a> {
    rules: &'a Rules,
    position: &'a Position,
    after: &'a Position,
    turn: Turn,
}

impl View<'_> {
    fn side(&self) -> Side {
        self.position.to_move()
    }

    fn name(&self, hole: Hole) -> HoleName {
        self.rules.board().name(hole)
    }

    fn end(&self) -> Option<Reason> {
        let ending: Ending = self.after.ending(self.rules)?;
        let score = self.after.score(self.rules);
        let (own, enemy) = (score.of(self.side()), score.of(!self.side()));
        (ending != Ending::Passes).then_some(Reason::Ends { own, enemy })
    }

    fn capture(&self) -> Option<Reason> {
        let Turn::Move { to, capture: true, .. } = self.turn else { return None };
        let marked = self.position.marked(!self.side()).contains(to);
        let home = self.rules.goal_row(self.side()).contains(to);
        Some(Reason::Captures { hole: self.name(to), marked, home })
    }

    fn returning(&self) -> Option<Reason> {
        Some(Reason::Returns { hole: self.name(self.turn.returning()?) })
    }

    fn arrival(&self) -> Option<Reason> {
        let Turn::Move { from, to, .. } = self.turn else { return None };
        let side = self.side();
        let pays = self.position.marked(side).contains(from)
            && self.position.prisoners(self.rules, side) > 0;
        let arrives = self.rules.goal_row(side).contains(to);
        arrives.then(|| Reason::Arrives { from: self.name(from), pays })
    }

    /// Where the other side could bring an archer back, had it the turn.
    fn return_holes(&self, position: &Position) -> HoleSet {
        let enemy = !self.side();
        let goal = self.rules.goal_row(enemy);
        let can_pay = !position.marked(enemy).is_disjoint(goal);
        if can_pay && position.prisoners(self.rules, enemy) > 0 {
            self.rules.first_row(enemy).minus(position.occupied())
        } else {
            HoleSet::EMPTY
        }
    }

    fn stopped_return(&self) -> Option<Reason> {
        let hole = self.return_holes(self.position).lowest()?;
        let stopped = self.return_holes(self.after).is_empty();
        stopped.then(|| Reason::StopsReturn { hole: self.name(hole) })
    }

    fn saved(&self) -> Option<Reason> {
        let Turn::Move { from, to, .. } = self.turn else { return None };
        let enemy = !self.side();
        let was = reached(self.rules, self.position, enemy).contains(from);
        let is = reached(self.rules, self.after, enemy).contains(to);
        (was && !is).then(|| Reason::Saves { from: self.name(from) })
    }

    fn threat(&self) -> Option<Reason> {
        let Turn::Move { to, .. } = self.turn else { return None };
        let enemies = self.after.archers(!self.side());
        let before = reached(self.rules, self.position, self.side());
        let threatened = (self.rules.reach(self.side(), to) & enemies).minus(before);
        threatened.lowest().map(|hole| Reason::Threatens { hole: self.name(hole) })
    }

    fn nearer(&self) -> Option<Reason> {
        let Turn::Move { from, to, .. } = self.turn else { return None };
        let distances = crate::distance::Distances::new(self.rules);
        let moves = distances.of(self.side(), to);
        let nears = moves < distances.of(self.side(), from);
        nears.then(|| Reason::Nears { from: self.name(from), moves })
    }
}

/// The holes that some archer of a side could come to by one line.
fn reached(rules: &Rules, position: &Position, side: Side) -> HoleSet {
    let reach = |sum: HoleSet, from| sum | rules.reach(side, from);
    position.archers(side).into_iter().fold(HoleSet::EMPTY, reach)
}

/// The result, where the analysis has seen the game to its end.
fn outcome(line: &Info) -> Option<Reason> {
    let margin = line.value.final_margin()?;
    Some(match margin {
        1.. => Reason::Wins { margin: margin.unsigned_abs() },
        _ => Reason::LosesLeast { margin: margin.unsigned_abs() },
    })
}

/// The first archer that a line wins for the player, when none is lost before. One that the line
/// gives back is not won, and whoever wins one stands better.
fn archer_won(rules: &Rules, position: &Position, line: &Info) -> Option<Reason> {
    /// Later captures are not what a person would see as the point of the turn.
    const TURNS_AHEAD: usize = 3;
    /// By how many points whoever has won an archer stands better at least.
    const BETTER: f64 = 0.5;
    if line.value.points() < BETTER {
        return None;
    }
    let side = position.to_move();
    let count = |position: &Position| [side, !side].map(|side| position.archers(side).len());
    let [own, enemies] = count(position);
    let (mut position, mut won, mut lost) = (*position, None, false);
    for (index, turn) in line.line.iter().enumerate() {
        position = position.play(rules, *turn).ok()?;
        let [own_left, enemies_left] = count(&position);
        lost |= own_left < own;
        if won.is_none() && !lost && enemies_left < enemies && index < 2 * TURNS_AHEAD {
            won = Some(Reason::WinsArcher { turns: index as u32 / 2 + 1 });
        }
    }
    let [own_left, enemies_left] = count(&position);
    // More than before, compared with the other side.
    won.filter(|_| own_left + enemies > own + enemies_left)
}

impl fmt::Display for Reason {
    /// A clause without a subject: `captures the archer on B3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Ends { own, enemy } if own > enemy => {
                write!(f, "ends the game and wins it {own} to {enemy}")
            }
            Reason::Ends { own, enemy } if own < enemy => {
                write!(f, "ends the game, lost {own} to {enemy}, before it gets worse")
            }
            Reason::Ends { own, .. } => write!(f, "ends the game in a draw at {own} all"),
            Reason::Captures { hole, marked, home } => {
                let which = if marked { "marked archer" } else { "archer" };
                let arrives = if home { ", and arrives home" } else { "" };
                write!(f, "captures the {which} on {hole}{arrives}")
            }
            Reason::Returns { hole } => write!(f, "brings a captured archer back on {hole}"),
            Reason::Arrives { from, pays: false } => write!(f, "brings {from} home"),
            Reason::Arrives { from, pays: true } => {
                write!(f, "brings {from} home with a mark that pays for a return")
            }
            Reason::StopsReturn { hole } => write!(f, "stops the return on {hole}"),
            Reason::Saves { from } => write!(f, "saves the archer on {from} from capture"),
            Reason::Threatens { hole } => write!(f, "threatens the archer on {hole}"),
            Reason::WinsArcher { turns } => write!(f, "wins an archer within {turns} turns"),
            Reason::Wins { margin: 1 } => f.write_str("wins by a point"),
            Reason::Wins { margin } => write!(f, "wins by {margin} points"),
            Reason::LosesLeast { margin: 1 } => f.write_str("loses by no more than a point"),
            Reason::LosesLeast { margin } => write!(f, "loses by no more than {margin} points"),
            Reason::Nears { from, moves: 1 } => write!(f, "brings {from} within a move of home"),
            Reason::Nears { from, moves } => {
                write!(f, "brings {from} within {moves} moves of home")
            }
            Reason::Waits => f.write_str("waits, and leaves it to the other side to commit itself"),
            Reason::Forced => f.write_str("is the only turn there is"),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use jarmo_core::{BySide, HoleSet, Position, Rules, Setup, Side, Turn};

    use super::reason;
    use crate::engine::Info;
    use crate::value::Value;

    const RULES: Rules = Rules::BRAINKING;

    /// White to move; marked archers in capitals.
    fn position(white: &[&str], black: &[&str], marked: &[&str]) -> Position {
        let holes = |names: &[&str]| -> HoleSet {
            names.iter().map(|name| RULES.board().hole(name).unwrap()).collect()
        };
        let setup = Setup {
            archers: BySide::new(holes(white), holes(black)),
            marked: holes(marked),
            to_move: Side::White,
            streaks: BySide::default(),
            turn_number: 1,
        };
        Position::new(&RULES, &setup).unwrap()
    }

    fn words(position: &Position, from: &str, to: &str, value: Value) -> String {
        words_of(position, &[(from, to)], value)
    }

    fn words_of(position: &Position, moves: &[(&str, &str)], value: Value) -> String {
        let (mut at, mut line) = (*position, Vec::new());
        for (from, to) in moves {
            let [from, to] = [from, to].map(|name| RULES.board().hole(name).unwrap());
            let capture = at.occupied().contains(to);
            line.push(Turn::Move { from, to, capture, returning: None });
            at = at.play(&RULES, line[line.len() - 1]).unwrap();
        }
        let info = Info {
            depth: 1,
            seldepth: 1,
            rank: 1,
            value,
            verdict: value.verdict(),
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            line,
        };
        reason(&RULES, position, &info).unwrap().to_string()
    }

    #[test]
    fn what_can_be_seen_on_the_board() {
        let at = position(&["A1", "C1"], &["B3", "E5"], &[]);
        assert_eq!(words(&at, "A1", "B3", Value::DRAW), "captures the archer on B3");
        let at = position(&["A3", "C1"], &["E4", "D5"], &["A3"]);
        let mark = "brings A3 home with a mark that pays for a return";
        assert_eq!(words(&at, "A3", "B5", Value::DRAW), mark);
        let at = position(&["A3"], &["E4", "D5"], &[]);
        assert_eq!(words(&at, "A3", "B5", Value::DRAW), "ends the game in a draw at 2 all");
    }

    #[test]
    fn what_it_prevents_and_threatens() {
        // Black's archer on B3 attacks A1.
        let at = position(&["A1", "E1"], &["B3", "E5"], &[]);
        assert_eq!(words(&at, "A1", "C2", Value::DRAW), "saves the archer on A1 from capture");
        let at = position(&["A1", "E1"], &["D2", "E5"], &[]);
        assert_eq!(words(&at, "A1", "B3", Value::DRAW), "threatens the archer on D2");
    }

    #[test]
    fn where_it_leads() {
        let at = position(&["A1", "E1"], &["A4", "E5"], &[]);
        assert_eq!(words(&at, "E1", "C2", Value::decided(2, 9)), "wins by 2 points");
        assert_eq!(words(&at, "A1", "B3", Value::DRAW), "brings A1 within a move of home");
    }
    #[test]
    fn an_archer_that_is_given_back_is_not_won() {
        let start = Position::start(&RULES);
        let line = [("C1", "D3"), ("C5", "B3"), ("D3", "E5"), ("B3", "A1")];
        let better = Value::estimate(120);
        assert_eq!(words_of(&start, &line[..3], better), "wins an archer within 2 turns");
        for (line, value) in [(&line[..], better), (&line[..3], Value::DRAW)] {
            assert!(!words_of(&start, line, value).contains("archer within"), "{line:?}");
        }
    }
}
