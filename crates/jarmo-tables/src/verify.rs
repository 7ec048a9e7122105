//! Verifying tables: checksums, and values by the rules themselves.

use jarmo_core::{Position, Turn};

use crate::error::{Fault, TableError};
use crate::table_file::TableFile;
use crate::tables::Tables;
use crate::value::Value;

impl Tables {
    /// Unpacks every block of a level's table and compares their checksums, and the values'
    /// counts with the header's. `watch` is told how many blocks of how many are done.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, or that the level has no table.
    pub fn verify_blocks(
        &self,
        level: usize,
        mut watch: impl FnMut(u64, u64),
    ) -> Result<(), TableError> {
        let table = self.table(level)?;
        let mut by_code = [0_u64; 3];
        for block in 0..table.blocks() {
            for code in table.unpack(block)? {
                by_code[usize::from(code)] += 1;
            }
            watch(block + 1, table.blocks());
        }
        let counts = table.counts();
        let decided = counts.win + counts.loss;
        let sound =
            by_code[0] == counts.drawn + counts.endless && by_code[1] + by_code[2] == decided;
        if sound { Ok(()) } else { Err(TableError::new(table.path(), Fault::Counts)) }
    }

    /// Checks that a position's value follows from those of the positions that its turns lead to,
    /// as the rules have them.
    ///
    /// A draw is only checked to be one that play can keep: that nobody can do better is what
    /// solving has found.
    ///
    /// # Errors
    ///
    /// It does not, or a level that is needed has no table.
    pub fn verify_position(&self, level: usize, number: u64) -> Result<(), TableError> {
        let table = self.table(level)?;
        let wrong = || TableError::new(table.path(), Fault::Wrong { level, number });
        let placement = table.index().placement(number).ok_or_else(wrong)?;
        let position = placement.position(self.rules()).map_err(|_| wrong())?;
        let stored = table.value(&placement)?;
        let sound = stored == Some(self.value_by_turns(&position)?);
        if sound { Ok(()) } else { Err(wrong()) }
    }

    fn table(&self, level: usize) -> Result<&TableFile, TableError> {
        let found = self.levels().iter().find(|table| table.index().level() == level);
        found.ok_or_else(|| self.missing(level))
    }

    /// A position's value by those of its turns.
    fn value_by_turns(&self, position: &Position) -> Result<Value, TableError> {
        let rules = self.rules();
        let score = || Value::of(position.score(rules).leader(), position.to_move());
        if position.is_over(rules) {
            return Ok(score());
        }
        let mut best = Value::Loss;
        for turn in position.legal_turns(rules) {
            let after = position.play_unchecked(rules, turn);
            // Where both sides can only pass, the game ends.
            let both_pass = turn == Turn::Pass
                && !after.is_over(rules)
                && after.legal_turns(rules).next() == Some(Turn::Pass);
            let value = if both_pass { score() } else { -self.known_value(&after)? };
            best = best.max(value);
        }
        Ok(best)
    }
}
