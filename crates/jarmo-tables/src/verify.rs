//! Verifying tables: checksums, and values by the rules themselves.

use jarmo_core::{Options, Position, Rules, Side};

use crate::error::{Fault, TableError};
use crate::index::Placement;
use crate::table_file::TableFile;
use crate::tables::{Tables, is_end};
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
        let distances = self.distances_of(level);
        let blocks = table.blocks() + distances.map_or(0, TableFile::blocks);
        let mut by_code = [0_u64; 3];
        for block in 0..table.blocks() {
            for code in table.unpack(block)? {
                by_code[usize::from(code)] += 1;
            }
            watch(block + 1, blocks);
        }
        for block in 0..distances.map_or(0, TableFile::blocks) {
            distances.map(|table| table.unpack(block)).transpose()?;
            watch(table.blocks() + block + 1, blocks);
        }
        let counts = table.counts();
        let decided = counts.win + counts.loss;
        let sound =
            by_code[0] == counts.drawn + counts.endless && by_code[1] + by_code[2] == decided;
        if sound { Ok(()) } else { Err(TableError::new(table.path(), Fault::Counts)) }
    }

    /// Checks that a position's value, and its distance where there are tables of them, follow
    /// from those of the positions that its turns lead to, as the rules have them.
    ///
    /// A draw is only checked to be one that play can keep: that nobody can do better is what
    /// solving has found.
    ///
    /// # Errors
    ///
    /// It does not, or a level that is needed has no table.
    pub fn verify_position(&self, level: usize, number: u64) -> Result<(), TableError> {
        let (table, placement, position) = self.entry(level, number)?;
        let stored = table.value(&placement)?;
        if stored != Some(self.value_by_turns(&position)?) {
            return Err(wrong(table, level, number));
        }
        let distances = self.distances_of(level).filter(|_| position.to_move() == Side::White);
        let Some(distances) = distances else { return Ok(()) };
        let expected = match stored {
            None | Some(Value::Draw) => None,
            Some(_) if is_end(self.rules(), &position) => Some(0),
            Some(value) => match self.distance_by_turns(&position, value)? {
                None => return Ok(()),
                known => known,
            },
        };
        let sound = distances.distance(&placement)? == expected;
        if sound { Ok(()) } else { Err(wrong(distances, level, number)) }
    }

    /// Compares a position's value and distance with those that a full-width search finds, which
    /// knows the rules and no table; it goes deeper turn by turn until it knows or has seen more
    /// than `nodes` positions. Says whether it came to know.
    ///
    /// # Errors
    ///
    /// They differ, or a level that is needed has no table.
    pub fn verify_by_search(
        &self,
        level: usize,
        number: u64,
        nodes: u64,
    ) -> Result<bool, TableError> {
        let (table, placement, position) = self.entry(level, number)?;
        // As tables do, the search leaves shuttling aside.
        let options = Options { shuttle_limit: None, ..self.rules().options() };
        let rules = Rules::new(*self.rules().board(), options);
        let mut seen = 0;
        let known = (0_u16..).find_map(|depth| {
            let value = full_width(&rules, &position, depth, &mut seen);
            (value.is_some() || seen > nodes).then_some(value.map(|value| (value, depth)))
        });
        let Some((value, depth)) = known.flatten() else { return Ok(false) };
        if table.value(&placement)? != Some(value) {
            return Err(wrong(table, level, number));
        }
        // A win in so many plies is one with the mover's last turn among them, or with the other
        // side's; the other side's turns count for a loss.
        let expected = match value {
            Value::Win => depth.div_ceil(2),
            Value::Loss => depth / 2,
            Value::Draw => return Ok(true),
        };
        match self.distance(&position)? {
            Some(found) if found != expected => Err(wrong(table, level, number)),
            _ => Ok(true),
        }
    }

    fn table(&self, level: usize) -> Result<&TableFile, TableError> {
        self.level(level).ok_or_else(|| self.missing(level))
    }

    /// A level's table, and the placement and position that have this number in it.
    fn entry(
        &self,
        level: usize,
        number: u64,
    ) -> Result<(&TableFile, Placement, Position), TableError> {
        let table = self.table(level)?;
        let wrong = || wrong(table, level, number);
        let placement = table.index().placement(number).ok_or_else(wrong)?;
        let position = placement.position(self.rules()).map_err(|_| wrong())?;
        Ok((table, placement, position))
    }

    /// A position's value by those of its turns.
    fn value_by_turns(&self, position: &Position) -> Result<Value, TableError> {
        let rules = self.rules();
        if is_end(rules, position) {
            return Ok(Value::of(position.score(rules).leader(), position.to_move()));
        }
        let mut best = Value::Loss;
        for turn in position.legal_turns(rules) {
            let after = position.play_unchecked(rules, turn);
            best = best.max(-self.known_value(&after)?);
        }
        Ok(best)
    }
}

/// That what a table has of a position does not follow from the rules.
fn wrong(table: &TableFile, level: usize, number: u64) -> TableError {
    TableError::new(table.path(), Fault::Wrong { level, number })
}

/// What a position is worth, if so many plies show it.
fn full_width(rules: &Rules, position: &Position, depth: u16, seen: &mut u64) -> Option<Value> {
    *seen += 1;
    if is_end(rules, position) {
        return Some(Value::of(position.score(rules).leader(), position.to_move()));
    }
    if depth == 0 {
        return None;
    }
    let mut best = Some(Value::Loss);
    for turn in position.legal_turns(rules) {
        let after = position.play_unchecked(rules, turn);
        match full_width(rules, &after, depth - 1, seen) {
            Some(Value::Loss) => return Some(Value::Win),
            Some(value) => best = best.map(|best| best.max(-value)),
            None => best = None,
        }
    }
    best
}
