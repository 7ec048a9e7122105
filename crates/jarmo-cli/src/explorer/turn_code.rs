//! Turns in two bytes.

use jarmo_core::{Hole, Position, Turn};

const PASS: u16 = u16::MAX;

/// A turn as a number: in the highest five bits where the move starts, in the next five where it
/// ends, and below them the hole it returns an archer to plus 1, or 0. A return alone is a move that
/// ends where it starts, and a pass is all ones. That a move captures goes without saying.
pub(super) fn encode(turn: Turn) -> u16 {
    let code = |from: Hole, to: Hole, returning: Option<Hole>| {
        let returning = returning.map_or(0, |hole| hole.index() + 1);
        (from.index() << 11 | to.index() << 6 | returning) as u16
    };
    match turn {
        Turn::Move { from, to, returning, .. } => code(from, to, returning),
        Turn::Return(hole) => code(hole, hole, None),
        Turn::Pass => PASS,
    }
}

/// The turn that a number means in a position; `None` where it means none anywhere.
pub(super) fn decode(code: u16, position: &Position) -> Option<Turn> {
    if code == PASS {
        return Some(Turn::Pass);
    }
    let hole = |bits: u16| Hole::new(bits as u8);
    let (from, to) = (hole(code >> 11)?, hole(code >> 6 & 31)?);
    if from == to {
        return Some(Turn::Return(to));
    }
    let returning = match code & 63 {
        0 => None,
        place => Some(hole(place - 1)?),
    };
    let enemy = position.to_move().other();
    let capture = position.archers(enemy).contains(to);
    Some(Turn::Move { from, to, capture, returning })
}
