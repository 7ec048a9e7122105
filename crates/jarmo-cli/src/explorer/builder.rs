//! Making an index.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::PathBuf;

use super::counts::Counts;
use super::header::{COUNTED, Header};
use super::page::PageWriter;
use super::sighting::Sighting;
use super::sorter::Sorter;
use super::{key, turn_code};
use crate::main_line::MainLine;

/// How much is written to a temporary file at a time, in bytes.
const WRITE_BUFFER: usize = 256 << 10;

/// Takes games and makes an index over them, in memory that does not grow with their number.
pub(crate) struct Builder {
    depth: u32,
    games: u64,
    sorter: Sorter,
    /// What the game at hand says.
    seen: Vec<Sighting>,
}

impl Builder {
    /// A builder of an index over the first `depth` turns of games, which uses about `memory`
    /// bytes, and has its temporary files in `directory`.
    pub(crate) fn new(depth: u32, memory: usize, directory: PathBuf) -> Builder {
        Builder { depth, games: 0, sorter: Sorter::new(memory, directory), seen: Vec::new() }
    }

    /// How many games were taken.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Takes a game. One that comes back to a position and plays the same turn again counts once.
    pub(crate) fn add(&mut self, line: &MainLine) -> io::Result<()> {
        if self.games == u64::from(u32::MAX) {
            return Err(io::Error::other("an index holds at most 4,294,967,295 games"));
        }
        self.games += 1;
        let rules_key = key::of_rules(&line.rules);
        let covered = line.beginning.iter().take(self.depth as usize);
        self.seen.clear();
        self.seen.extend(covered.map(|(position, turn)| {
            let key = key::of_position(rules_key, &line.rules, position);
            Sighting::new(key, turn_code::encode(*turn), line.outcome, line.score)
        }));
        self.seen.sort_unstable();
        self.seen.dedup();
        self.seen.iter().try_for_each(|sighting| self.sorter.push(*sighting))
    }

    /// Writes the index. `progress` is told now and then how many of how many turns are done.
    pub(crate) fn finish(
        self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> io::Result<()> {
        let Builder { depth, games, sorter, .. } = self;
        let total = sorter.count();
        // The tables' lengths are known when they are written, but the header stands before them.
        let mut tables = Tables::new(sorter.temporary_file()?, sorter.temporary_file()?);
        for (done, sighting) in (0..).zip(sorter.finish()?) {
            tables.add(sighting?)?;
            if done % (1 << 16) == 0 {
                progress(done, total);
            }
        }
        let (single, counted) = tables.finish()?;
        let header = Header { depth, games, single: single.entries, counted: counted.entries };
        out.write_all(&header.to_page())?;
        for Table { mut file, .. } in [single, counted] {
            file.rewind()?;
            io::copy(&mut file, out)?;
        }
        Ok(())
    }
}

/// A table that is finished.
struct Table {
    file: File,
    entries: u64,
}

/// The two tables as they are written, from sorted sightings.
struct Tables {
    single: PageWriter<BufWriter<File>>,
    counted: PageWriter<BufWriter<File>>,
    /// The latest place, its first sighting, and the counts where it has more than that.
    latest: Option<(Sighting, Option<Counts>)>,
}

impl Tables {
    fn new(single: File, counted: File) -> Tables {
        let writer = |file| PageWriter::new(BufWriter::with_capacity(WRITE_BUFFER, file));
        Tables { single: writer(single), counted: writer(counted), latest: None }
    }

    fn add(&mut self, sighting: Sighting) -> io::Result<()> {
        match &mut self.latest {
            Some((first, counts)) if first.place() == sighting.place() => {
                let counts = counts.get_or_insert_with(|| {
                    let mut counts = Counts::default();
                    counts.add(*first);
                    counts
                });
                counts.add(sighting);
                Ok(())
            }
            latest => match latest.replace((sighting, None)) {
                Some(done) => self.write(done),
                None => Ok(()),
            },
        }
    }

    fn write(&mut self, (sighting, counts): (Sighting, Option<Counts>)) -> io::Result<()> {
        let Some(counts) = counts else { return self.single.write(&sighting.to_bytes()) };
        let mut entry = [0; COUNTED];
        entry[..10].copy_from_slice(&sighting.to_bytes()[..10]);
        entry[10..].copy_from_slice(&counts.to_bytes());
        self.counted.write(&entry)
    }

    fn finish(mut self) -> io::Result<(Table, Table)> {
        if let Some(done) = self.latest.take() {
            self.write(done)?;
        }
        let finish = |writer: PageWriter<BufWriter<File>>| {
            let (out, entries) = writer.finish()?;
            let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            Ok(Table { file, entries })
        };
        finish(self.single).and_then(|single| Ok((single, finish(self.counted)?)))
    }
}
