//! `jarmo replay`: walking through a game record.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use jarmo_notation::{Boards, NodeId, PositionText, Record, Records, Severity};

use crate::args::{self, FaultFormat, Opening, Replay};
use crate::commands::check::print_fault;
use crate::files;
use crate::terminal::Appearance;

/// Prints the positions of a game, or lets a person step through it with keys.
pub(crate) fn run(
    opening: &Opening,
    options: &Replay,
    appearance: Appearance,
) -> anyhow::Result<ExitCode> {
    let (record, sound) = find_game(options, args::boards(&opening.board()?))?;
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    if options.plain || !interactive {
        print_positions(&record)?;
    } else {
        crate::session::step_through(record, appearance)?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The game asked for, and whether it has no errors. Its faults are told on standard error.
fn find_game(options: &Replay, boards: Boards<'_>) -> anyhow::Result<(Record, bool)> {
    let name = options.file.display().to_string();
    let mut records = Records::new(files::open(&options.file)?, boards);
    let mut count = 0;
    while let Some((record, faults)) = records.next_record().with_context(|| name.clone())? {
        count += 1;
        if count < options.game {
            continue;
        }
        // What follows may be a record's.
        while !records.is_record() && records.next_record().with_context(|| name.clone())?.is_some()
        {
        }
        if !records.is_record() {
            return Err(files::no_record(&options.file, &faults));
        }
        for fault in &faults {
            // Where standard error is gone the record matters all the same.
            let _ = print_fault(&mut io::stderr().lock(), &name, fault, FaultFormat::Short);
        }
        return Ok((record, faults.iter().all(|fault| fault.severity != Severity::Error)));
    }
    bail!("{name}: there is no game {}: the file has {count}", options.game)
}

fn print_positions(record: &Record) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for id in std::iter::once(NodeId::ROOT).chain(record.main_line()) {
        writeln!(out, "{}", PositionText::new(record.node(id).position(), record.rules().board()))?;
    }
    Ok(out.flush()?)
}
