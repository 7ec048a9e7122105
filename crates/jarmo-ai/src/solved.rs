//! The solved positions that an engine may look up.

#[cfg(feature = "tables")]
use core::fmt;
#[cfg(feature = "tables")]
use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "tables")]
use std::sync::Arc;

use jarmo_core::{Position, Rules};
#[cfg(feature = "tables")]
use jarmo_tables::{Fault, TableError, Tables, Value};

use crate::verdict::Verdict;

/// Solved positions, shared by all that look them up: those of some tables, or none.
///
/// Looking up never fails. When a table turns out to be damaged nothing is looked up any more, by
/// anybody who shares it, and whoever handed the tables in is told once.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    #[cfg(feature = "tables")]
    shared: Option<Arc<Shared>>,
}

#[cfg(feature = "tables")]
struct Shared {
    tables: Tables,
    /// Bit N for a table of level N.
    levels: u32,
    /// Whether the opening counts, of which no table is needed.
    opening: bool,
    broken: AtomicBool,
    tell: Box<dyn Fn(&TableError) + Send + Sync>,
}

#[cfg(feature = "tables")]
impl Shared {
    fn opens_with(&self, position: &Position) -> bool {
        self.opening && self.tables.in_opening(position).is_some()
    }
}

#[cfg(feature = "tables")]
impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("levels", &self.levels).finish_non_exhaustive()
    }
}

/// What a solved position is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A table that is there.
    Tables,
    /// What `jarmo-tables` brings along: the first turns of a game, of which no table is needed.
    FirstTurns,
}

impl Solved {
    /// No position is known.
    #[must_use]
    pub fn none() -> Solved {
        Solved::default()
    }

    /// The positions of these tables; `tell` is called once should one turn out to be damaged.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn new(tables: Tables, tell: impl Fn(&TableError) + Send + Sync + 'static) -> Solved {
        Solved::up_to(tables, usize::MAX, tell)
    }

    /// As [`Solved::new`], with tables of higher levels than one left aside.
    #[cfg(feature = "tables")]
    #[must_use]
    pub fn up_to(
        tables: Tables,
        highest: usize,
        tell: impl Fn(&TableError) + Send + Sync + 'static,
    ) -> Solved {
        let levels = tables.levels().iter().map(|table| table.index().level());
        let levels = levels
            .filter(|level| *level <= highest)
            .fold(0, |bits, level| bits | 1_u32.checked_shl(level as u32).unwrap_or(0));
        let broken = AtomicBool::new(false);
        let (opening, tell) = (highest == usize::MAX, Box::new(tell));
        Solved { shared: Some(Arc::new(Shared { tables, levels, opening, broken, tell })) }
    }

    /// The highest level of which positions are known; `None` where none are.
    #[must_use]
    pub fn highest_level(&self) -> Option<usize> {
        #[cfg(feature = "tables")]
        {
            let levels = self.sound()?.levels;
            levels.checked_ilog2().map(|level| level as usize)
        }
        #[cfg(not(feature = "tables"))]
        None
    }

    /// These positions where they are of a game's, else none.
    #[must_use]
    pub fn of_game(&self, rules: &Rules) -> Solved {
        #[cfg(feature = "tables")]
        if self.sound().is_some_and(|shared| shared.tables.are_of(rules)) {
            return self.clone();
        }
        let _ = rules;
        Solved::none()
    }

    /// Whether positions of this level are known.
    #[must_use]
    #[inline]
    pub fn reaches(&self, level: usize) -> bool {
        #[cfg(feature = "tables")]
        {
            let bit = 1_u32.checked_shl(level as u32).unwrap_or(0);
            self.sound().is_some_and(|shared| shared.levels & bit != 0)
        }
        #[cfg(not(feature = "tables"))]
        {
            let _ = level;
            false
        }
    }

    /// Whether a position is known: its level, or that of the first turns.
    #[must_use]
    pub fn knows(&self, position: &Position) -> bool {
        self.source(position).is_some()
    }

    /// What a position is known from; `None` where it is not known.
    #[must_use]
    pub fn source(&self, position: &Position) -> Option<Source> {
        if self.reaches(position.level()) {
            return Some(Source::Tables);
        }
        #[cfg(feature = "tables")]
        if self.sound().is_some_and(|shared| shared.opens_with(position)) {
            return Some(Source::FirstTurns);
        }
        None
    }

    /// What a position is known to be; `None` where it is not. Streaks are left aside.
    #[must_use]
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        #[cfg(feature = "tables")]
        {
            let value = self.look_up(position, |tables| tables.value(position))?;
            Some(match value {
                Value::Loss => Verdict::Loss,
                Value::Draw => Verdict::Draw,
                Value::Win => Verdict::Win,
            })
        }
        #[cfg(not(feature = "tables"))]
        {
            let _ = position;
            None
        }
    }

    /// How many turns the winner of a position still has to play under best play; `None` where
    /// that is not known, and where nobody wins.
    #[must_use]
    pub fn distance(&self, position: &Position) -> Option<u16> {
        #[cfg(feature = "tables")]
        {
            self.look_up(position, |tables| tables.distance(position))
        }
        #[cfg(not(feature = "tables"))]
        {
            let _ = position;
            None
        }
    }

    #[cfg(feature = "tables")]
    fn look_up<T>(
        &self,
        position: &Position,
        look: impl FnOnce(&Tables) -> Result<Option<T>, TableError>,
    ) -> Option<T> {
        let shared = self.sound()?;
        // A game that is over needs no table.
        if !self.knows(position) && !position.is_over(shared.tables.rules()) {
            return None;
        }
        look(&shared.tables).unwrap_or_else(|error| {
            // Of another board's position nothing is known, and no table is to blame.
            let damaged = !matches!(error.fault(), Fault::Position(_));
            if damaged && !shared.broken.swap(true, Ordering::Relaxed) {
                (shared.tell)(&error);
            }
            None
        })
    }

    /// The tables, unless one has turned out to be damaged.
    #[cfg(feature = "tables")]
    #[inline]
    fn sound(&self) -> Option<&Shared> {
        self.shared.as_deref().filter(|shared| !shared.broken.load(Ordering::Relaxed))
    }
}
