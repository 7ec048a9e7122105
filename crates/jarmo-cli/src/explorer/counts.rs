//! How games went on from a turn.

use jarmo_core::{BySide, Side};

use super::sighting::Sighting;
use crate::statistics::Results;

/// How the games in which a turn was played came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The results.
    pub(crate) results: Results,
    /// How many of the games ended on the board.
    pub(crate) scored: u64,
    /// The points that each side had in those at the end.
    pub(crate) points: BySide<u64>,
}

impl Counts {
    /// How long counts are in the file, in bytes: five numbers of four and two of eight.
    pub(super) const BYTES: usize = 5 * 4 + 2 * 8;

    /// How many games there are.
    pub(crate) fn games(&self) -> u64 {
        self.results.games()
    }

    /// A side's mean points at the end; `None` where no game ended on the board.
    pub(crate) fn mean_points(&self, side: Side) -> Option<f64> {
        (self.scored > 0).then(|| self.points[side] as f64 / self.scored as f64)
    }

    pub(super) fn add(&mut self, sighting: Sighting) {
        self.results.add(sighting.outcome());
        if let Some(score) = sighting.score() {
            self.scored += 1;
            for side in Side::ALL {
                self.points[side] += u64::from(score.of(side));
            }
        }
    }

    /// The counts as the file has them. An index has fewer than 2³² games.
    pub(super) fn to_bytes(self) -> [u8; Counts::BYTES] {
        let Results { white_won, black_won, drawn, unfinished } = self.results;
        let mut bytes = [0; Counts::BYTES];
        let numbers = [white_won, black_won, drawn, unfinished, self.scored];
        for (place, number) in bytes[..20].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&(number as u32).to_be_bytes());
        }
        bytes[20..28].copy_from_slice(&self.points.white.to_be_bytes());
        bytes[28..].copy_from_slice(&self.points.black.to_be_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Counts::BYTES]) -> Counts {
        let number = |at: usize, len: usize| {
            bytes[at..at + len].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        };
        Counts {
            results: Results {
                white_won: number(0, 4),
                black_won: number(4, 4),
                drawn: number(8, 4),
                unfinished: number(12, 4),
            },
            scored: number(16, 4),
            points: BySide::new(number(20, 8), number(28, 8)),
        }
    }
}
