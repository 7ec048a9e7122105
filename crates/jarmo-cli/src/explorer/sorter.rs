//! Sorting more sightings than memory holds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

use super::sighting::Sighting;

/// How many runs are kept apart: each needs an open file and a buffer when they are merged.
const MOST_RUNS: usize = 64;

/// How much of a run is read at a time, in bytes.
const READ_BUFFER: usize = 128 << 10;

/// Takes sightings in any order and gives them back sorted. What does not fit in memory goes to
/// temporary files, in sorted runs that are merged at the end.
pub(super) struct Sorter {
    /// How many sightings are held in memory.
    most_held: usize,
    held: Vec<Sighting>,
    runs: Vec<File>,
    /// Where temporary files go.
    directory: PathBuf,
    count: u64,
}

impl Sorter {
    /// A sorter that holds about `memory` bytes of sightings.
    pub(super) fn new(memory: usize, directory: PathBuf) -> Sorter {
        let most_held = (memory / size_of::<Sighting>()).max(1);
        Sorter { most_held, held: Vec::new(), runs: Vec::new(), directory, count: 0 }
    }

    /// How many sightings were taken.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// A temporary file that goes with its handle.
    pub(super) fn temporary_file(&self) -> io::Result<File> {
        tempfile::tempfile_in(&self.directory)
    }

    pub(super) fn push(&mut self, sighting: Sighting) -> io::Result<()> {
        self.held.push(sighting);
        self.count += 1;
        if self.held.len() >= self.most_held {
            self.spill()?;
        }
        Ok(())
    }

    /// Writes what is held to a run of its own.
    fn spill(&mut self) -> io::Result<()> {
        if self.runs.len() == MOST_RUNS {
            let merged = Merged::new(std::mem::take(&mut self.runs), Vec::new())?;
            let run = self.write_run(merged)?;
            self.runs.push(run);
        }
        let mut held = std::mem::take(&mut self.held);
        held.sort_unstable();
        let run = self.write_run(held.iter().copied().map(Ok))?;
        self.runs.push(run);
        held.clear();
        self.held = held;
        Ok(())
    }

    fn write_run(&self, sightings: impl Iterator<Item = io::Result<Sighting>>) -> io::Result<File> {
        let mut out = BufWriter::with_capacity(READ_BUFFER, self.temporary_file()?);
        for sighting in sightings {
            out.write_all(&sighting?.to_bytes())?;
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)
    }

    /// All sightings, sorted.
    pub(super) fn finish(mut self) -> io::Result<Merged> {
        self.held.sort_unstable();
        Merged::new(self.runs, self.held)
    }
}

/// Sorted runs merged into one.
pub(super) struct Merged {
    runs: Vec<BufReader<File>>,
    held: std::vec::IntoIter<Sighting>,
    /// The next sighting of each run, the smallest on top; what is held counts as the last run.
    heads: BinaryHeap<Reverse<(Sighting, usize)>>,
}

impl Merged {
    fn new(runs: Vec<File>, held: Vec<Sighting>) -> io::Result<Merged> {
        let open = |mut run: File| {
            run.rewind()?;
            Ok(BufReader::with_capacity(READ_BUFFER, run))
        };
        let runs = runs.into_iter().map(open).collect::<io::Result<Vec<_>>>()?;
        let mut merged = Merged { runs, held: held.into_iter(), heads: BinaryHeap::new() };
        for run in 0..=merged.runs.len() {
            let head = merged.read(run)?;
            merged.heads.extend(head.map(|head| Reverse((head, run))));
        }
        Ok(merged)
    }

    /// The next sighting of a run.
    fn read(&mut self, run: usize) -> io::Result<Option<Sighting>> {
        let Some(reader) = self.runs.get_mut(run) else { return Ok(self.held.next()) };
        let mut bytes = [0; Sighting::BYTES];
        match reader.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(Sighting::from_bytes(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn pop(&mut self) -> io::Result<Option<Sighting>> {
        let Some(Reverse((sighting, run))) = self.heads.pop() else { return Ok(None) };
        if let Some(next) = self.read(run)? {
            self.heads.push(Reverse((next, run)));
        }
        Ok(Some(sighting))
    }
}

impl Iterator for Merged {
    type Item = io::Result<Sighting>;

    fn next(&mut self) -> Option<io::Result<Sighting>> {
        self.pop().transpose()
    }
}
