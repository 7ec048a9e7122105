//! Boards in data files.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Board;
use crate::side::Side;

/// A board as data files have it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardData<'a> {
    name: Cow<'a, str>,
    files: Cow<'a, str>,
    ranks: u8,
    archers: u8,
    white_home: u8,
    black_home: u8,
    lines: Vec<[String; 2]>,
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first_row = |side: Side| self.first_ranks[side.index()] + 1;
        BoardData {
            name: self.board_name().into(),
            files: (0..self.files()).map(|file| self.file_letter(file)).collect::<String>().into(),
            ranks: self.rank_count,
            archers: self.archers() as u8,
            white_home: first_row(Side::White),
            black_home: first_row(Side::Black),
            lines: self
                .lines()
                .map(|(a, b)| [self.name(a).to_string(), self.name(b).to_string()])
                .collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let data = BoardData::deserialize(deserializer)?;
        let lines: Vec<[&str; 2]> =
            data.lines.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
        Board::new(
            &data.name,
            &data.files,
            data.ranks,
            data.archers,
            data.white_home,
            data.black_home,
            &lines,
        )
        .map_err(de::Error::custom)
    }
}
