//! A turn in 16 bits, as the tables keep it.

use jarmo_core::{Hole, Position, Turn};

/// A turn without what the position says anyway: whether it captures.
///
/// From the lowest bit: the hole it ends on, the hole it starts from, the hole of a return, five
/// bits each, and whether there is a return. A move never ends where it starts, so that equal
/// ends mark what is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedTurn(u16);

const RETURN: u16 = 1 << 15;
const PASS: u16 = 1 | 1 << 5;

impl PackedTurn {
    /// No turn at all.
    pub(crate) const NONE: PackedTurn = PackedTurn(0);

    /// Packs a turn.
    #[inline]
    pub(crate) fn new(turn: Turn) -> PackedTurn {
        let bits = |hole: Hole| hole.index() as u16;
        PackedTurn(match turn {
            Turn::Move { from, to, returning, .. } => {
                let added = returning.map_or(0, |hole| RETURN | bits(hole) << 10);
                bits(to) | bits(from) << 5 | added
            }
            Turn::Return(hole) => RETURN | bits(hole) << 10,
            Turn::Pass => PASS,
        })
    }

    /// The turn in a position in which it is legal; `None` of [`PackedTurn::NONE`].
    #[inline]
    pub(crate) fn unpack(self, position: &Position) -> Option<Turn> {
        let hole = |shift: u16| Hole::new((self.0 >> shift & 31) as u8);
        let (to, from) = (hole(0)?, hole(5)?);
        let returning = if self.0 & RETURN != 0 { hole(10) } else { None };
        if from != to {
            let capture = position.occupied().contains(to);
            return Some(Turn::Move { from, to, capture, returning });
        }
        match (returning, self.0) {
            (Some(hole), _) => Some(Turn::Return(hole)),
            (None, PASS) => Some(Turn::Pass),
            _ => None,
        }
    }

    /// The 16 bits.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The turn with these 16 bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> PackedTurn {
        PackedTurn(bits)
    }
}

#[cfg(test)]
mod tests {
    use jarmo_core::{Game, Rules, Turn};

    use super::PackedTurn;

    #[test]
    fn every_turn_of_random_games_survives() {
        let mut rng = fastrand::Rng::with_seed(1);
        for rules in [Rules::BRAINKING, Rules::TRADITIONAL, Rules::JASIR] {
            for _ in 0..20 {
                let mut game = Game::new(rules);
                for _ in 0..200 {
                    let turns: Vec<Turn> = game.position().legal_turns(&rules).collect();
                    for &turn in &turns {
                        let packed = PackedTurn::new(turn);
                        assert_eq!(packed.unpack(game.position()), Some(turn));
                        assert_eq!(PackedTurn::from_bits(packed.bits()), packed);
                    }
                    let Some(turn) = rng.choice(turns) else { break };
                    game.play(turn).unwrap();
                }
            }
        }
        assert_eq!(PackedTurn::NONE.unpack(&jarmo_core::Position::start(&Rules::BRAINKING)), None);
        let pass = PackedTurn::new(Turn::Pass);
        assert_eq!(pass.unpack(&jarmo_core::Position::start(&Rules::BRAINKING)), Some(Turn::Pass));
    }
}
