//! The opening explorer: an index on disk that says, for a position, which turns were played from
//! it, how often, and how the games came out.
//!
//! `docs/statistics.md` describes the format. In short: a page that describes the file, then two
//! tables sorted by position and turn, one of those met in a single game and one of all others. A
//! look-up is a binary search in the file, so that an index of any size opens at once.

mod builder;
mod counts;
mod header;
mod index;
mod key;
mod page;
mod sighting;
mod sorter;
#[cfg(test)]
mod tests;
mod turn_code;

pub(crate) use builder::Builder;
pub(crate) use counts::Counts;
pub(crate) use index::{Index, is_index};
