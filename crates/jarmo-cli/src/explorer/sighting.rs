//! What one game says about one turn.

use jarmo_core::{GameResult, Score, Side};
use jarmo_notation::Outcome;

/// A turn played from a position in one game, and how that game came out.
///
/// It is one number, so that sorting sightings is sorting numbers: from the top the position's key
/// (64 bits), the turn (16), the result (8), White's points and Black's (8 each).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sighting(u128);

/// The bit of the result that says that the game ended on the board, with points.
const SCORED: u8 = 4;

impl Sighting {
    /// How long a sighting is in a file, in bytes: what is below is zero.
    pub(super) const BYTES: usize = 13;

    pub(super) fn new(key: u64, turn: u16, outcome: Outcome, score: Option<Score>) -> Sighting {
        let mut result = match outcome {
            Outcome::Unknown => 0,
            Outcome::Decided(GameResult::Won(Side::White)) => 1,
            Outcome::Decided(GameResult::Won(Side::Black)) => 2,
            Outcome::Decided(GameResult::Draw) => 3,
        };
        result |= if score.is_some() { SCORED } else { 0 };
        // A side has at most 32 archers, and so 64 points.
        let points = |side| score.map_or(0, |score| score.of(side) as u8);
        let mut bytes = [0; Sighting::BYTES];
        bytes[..8].copy_from_slice(&key.to_be_bytes());
        bytes[8..10].copy_from_slice(&turn.to_be_bytes());
        bytes[10..].copy_from_slice(&[result, points(Side::White), points(Side::Black)]);
        Sighting::from_bytes(&bytes)
    }

    pub(super) fn from_bytes(bytes: &[u8; Sighting::BYTES]) -> Sighting {
        let mut whole = [0; 16];
        whole[..Sighting::BYTES].copy_from_slice(bytes);
        Sighting(u128::from_be_bytes(whole))
    }

    pub(super) fn to_bytes(self) -> [u8; Sighting::BYTES] {
        let mut bytes = [0; Sighting::BYTES];
        bytes.copy_from_slice(&self.0.to_be_bytes()[..Sighting::BYTES]);
        bytes
    }

    /// The position's key and the turn.
    pub(super) fn place(self) -> (u64, u16) {
        ((self.0 >> 64) as u64, (self.0 >> 48) as u16)
    }

    pub(super) fn outcome(self) -> Outcome {
        match (self.0 >> 40) as u8 & 3 {
            0 => Outcome::Unknown,
            1 => Outcome::WHITE,
            2 => Outcome::BLACK,
            _ => Outcome::DRAW,
        }
    }

    /// The points at the end, where the game ended on the board.
    pub(super) fn score(self) -> Option<Score> {
        let points = |shift: u32| u32::from((self.0 >> shift) as u8);
        ((self.0 >> 40) as u8 & SCORED != 0).then(|| Score::new(points(32), points(24)))
    }
}
