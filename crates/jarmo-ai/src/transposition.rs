//! The transposition table: what earlier searches found out about positions.

use core::sync::atomic::{AtomicU64, Ordering};

use crate::packed_turn::PackedTurn;
use crate::value::Value;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true value is at most this.
    AtMost = 1,
    /// The true value is at least this.
    AtLeast = 2,
    /// It is the true value.
    Exact = 3,
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The turn that turned out best, or good enough.
    pub(crate) turn: PackedTurn,
    /// The value for the side to move, counted from this position.
    pub(crate) value: Value,
    /// The estimate without looking ahead.
    pub(crate) estimate: Value,
    /// How deep it was searched.
    pub(crate) depth: u8,
    /// What `value` says.
    pub(crate) bound: Bound,
}

/// A table that any number of threads read and write at once, without locks.
///
/// Each slot holds an entry and its key xored with the entry (Hyatt and Mann, 2002, "A lock-less
/// transposition-table implementation for parallel search"): halves of two entries written at the
/// same time fit no key, and are as good as an empty slot.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

/// Slots that one key may lie in: a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The size of a table, in MiB, where there is no memory for the one that was asked for.
const FALLBACK_MIB: usize = 16;

/// Generations are counted in six bits.
const GENERATIONS: u8 = 64;
/// An entry of an earlier search is worth this many plies less, for each search since.
const AGE_PENALTY: i32 = 4;

impl TranspositionTable {
    /// A table of about this many MiB, at least one; of [`FALLBACK_MIB`] where the system does not
    /// give that much.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let count = |mib: usize| mib.max(1).saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        let given = buckets.try_reserve_exact(count(mib)).is_ok();
        buckets.resize_with(count(if given { mib } else { FALLBACK_MIB }), Bucket::default);
        TranspositionTable { buckets, generation: 0 }
    }

    /// Its size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 0;
    }

    /// From here on, entries stored until now are old.
    pub(crate) fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            if check ^ data == key { unpack(data) } else { None }
        })
    }

    /// Stores an entry over an older one of the same position, or the least useful of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: &Entry) {
        let mut turn = entry.turn;
        let mut chosen = None;
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                // A bound found without a turn keeps the turn known before.
                if turn == PackedTurn::NONE {
                    turn = PackedTurn::from_bits(data as u16);
                }
                chosen = Some(slot);
                break;
            }
            let usefulness = self.usefulness(data);
            if usefulness < least {
                least = usefulness;
                chosen = Some(slot);
            }
        }
        if let Some(slot) = chosen {
            let data = pack(&Entry { turn, ..*entry }, self.generation);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// How full it is with entries of this search, in thousandths, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let fresh = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == self.generation
        });
        (fresh.count() * 1000 / (sample.len() * 4)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Deep and recent entries are kept; empty slots go first.
    #[inline]
    fn usefulness(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = self.generation.wrapping_sub(generation_of(data)) % GENERATIONS;
        i32::from((data >> 48) as u8) - AGE_PENALTY * i32::from(age)
    }
}

/// From the lowest bit: turn, value, estimate, 16 bits each; depth, 8; bound, 2; generation, 6.
/// No entry is 0, since no bound is.
#[inline]
fn pack(entry: &Entry, generation: u8) -> u64 {
    let number = |value: Value| u64::from(value.raw() as u16);
    u64::from(entry.turn.bits())
        | number(entry.value) << 16
        | number(entry.estimate) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

#[inline]
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::AtMost,
        2 => Bound::AtLeast,
        3 => Bound::Exact,
        _ => return None,
    };
    let value = |shift: u32| Value::from_raw((data >> shift) as i16);
    Some(Entry {
        turn: PackedTurn::from_bits(data as u16),
        value: value(16),
        estimate: value(32),
        depth: (data >> 48) as u8,
        bound,
    })
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use jarmo_core::Turn;

    use super::{Bound, Entry, TranspositionTable};
    use crate::packed_turn::PackedTurn;
    use crate::value::Value;

    fn entry(depth: u8) -> Entry {
        Entry {
            turn: PackedTurn::new(Turn::Pass),
            value: Value::decided(-3, 7),
            estimate: Value::estimate(-42),
            depth,
            bound: Bound::AtLeast,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0), None);
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            table.store(key, &entry(9));
            assert_eq!(table.probe(key), Some(entry(9)));
        }
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn a_known_turn_outlives_a_bound_without_one() {
        let table = TranspositionTable::new(1);
        table.store(5, &entry(3));
        table.store(5, &Entry { turn: PackedTurn::NONE, ..entry(4) });
        assert_eq!(table.probe(5), Some(entry(4)));
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let mut table = TranspositionTable::new(1);
        // Keys this close fall into one bucket.
        for depth in 1..=4 {
            table.store(u64::from(depth), &entry(depth));
        }
        table.store(5, &entry(1));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(4), Some(entry(4)));
        table.begin_search();
        table.store(6, &entry(1));
        table.store(7, &entry(1));
        assert_eq!(table.probe(6), Some(entry(1)), "fresh entries are not the first to go");
        table.clear();
        assert_eq!(table.probe(6), None);
        assert_eq!(table.hashfull(), 0);
    }
}
