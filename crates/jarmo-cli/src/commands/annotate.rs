//! `jarmo annotate`: a record with evaluations, better lines and glyphs on mistakes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::bail;
use jarmo_ai::{Limits, Solved};
use jarmo_core::Side;
use jarmo_notation::{Record, Severity};
use jarmo_render::plot;

use crate::annotation::{self, Effort, Finding, Report};
use crate::args::{self, Annotate, FaultFormat, Opening};
use crate::commands::check::print_fault;
use crate::files::{self, Games};
use crate::output;
use crate::progress::Progress;
use crate::seen::{Changed, Seen};
use crate::shown::clean;
use crate::solutions::Solutions;

/// How long each position is thought about where nothing is said, in seconds.
const SECONDS: f64 = 0.2;
/// Each search's transposition table, in MiB.
const HASH_MIB: usize = 16;

/// Annotates every game of the file, and prints how both sides played.
pub(crate) fn run(opening: &Opening, options: &Annotate) -> anyhow::Result<ExitCode> {
    prepare(opening, options)?;
    let (mut records, seen, sound) = read(opening, options)?;
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = Arc::clone(&stop);
    let _ = ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed));
    let time = options.time.or(options.depth.is_none().then_some(SECONDS));
    let mut solutions = Solutions::new(opening.tables.clone());
    let mut effort = Effort {
        limits: Limits {
            depth: options.depth,
            time: time.map(Duration::from_secs_f64),
            ..Limits::NONE
        },
        threads: options.threads.map_or_else(
            || std::thread::available_parallelism().map_or(1, usize::from),
            usize::from,
        ),
        hash_mib: HASH_MIB,
        solved: Solved::none(),
    };
    let (mut out, mut picture) = (String::new(), None);
    let games = records.len();
    for (i, record) in records.iter_mut().enumerate() {
        effort.solved = solutions.of(record.rules())?;
        let survey = |places: &[usize]| {
            survey(record, places, &effort, &stop, &format!("game {} of {games}", i + 1))
        };
        let mut findings = annotation::known_findings(record);
        for (place, finding) in survey(&annotation::unknown(&findings)) {
            findings[place] = Some(finding);
        }
        for (place, finding) in survey(&annotation::without_line(record, &findings, &effort.solved))
        {
            if let Some(known) = &mut findings[place] {
                known.line = finding.line;
            }
        }
        let report = annotation::annotate(record, &findings, &effort.solved);
        record.complete();
        out += &summary(record, &report);
        if i == 0 && options.plot.is_some() {
            picture = Some(plot::draw(&points(&findings)));
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let text: Vec<String> = records.iter().map(ToString::to_string).collect();
    let written = write(&options.output, &text.join("\n"), &seen)?;
    if let Some((path, picture)) = options.plot.as_ref().zip(picture) {
        output::write_whole(path, |out| Ok(out.write_all(picture.as_bytes())?))?;
    }
    let standard = output::is_standard(&options.output);
    if standard {
        tell!("{}", out.trim_end());
    } else {
        io::stdout().lock().write_all(clean(&out).as_bytes())?;
    }
    if stop.load(Ordering::Relaxed) {
        if standard {
            bail!("interrupted: the rest is not annotated");
        }
        let path = written.display();
        bail!("interrupted: what was found is in {path}; jarmo annotate {path} -o {path} goes on");
    }
    let sound = sound && written == options.output;
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Finds out what cannot be written before there is anything to lose.
fn prepare(opening: &Opening, options: &Annotate) -> anyhow::Result<()> {
    output::keep_apart(&options.output, opening.board_file())?;
    output::check(&options.output)?;
    let Some(plot) = &options.plot else { return Ok(()) };
    if plot == &options.output {
        bail!("{}: it cannot be the record and the plot", plot.display());
    }
    let others = [options.output.as_path(), options.file.as_path()];
    output::keep_apart(plot, others.into_iter().chain(opening.board_file()))?;
    output::check(plot)
}

/// Writes the record, and returns where to. Where somebody has changed the file since it was read,
/// it goes beside it: it took long to find.
fn write(path: &Path, text: &str, seen: &Seen) -> anyhow::Result<PathBuf> {
    let write = |path: &Path| {
        output::write_over(path, Some(seen), |out| Ok(out.write_all(text.as_bytes())?))
    };
    match write(path) {
        Err(error) if error.is::<Changed>() => {
            let beside = output::free_name(path, "annotated");
            write(&beside)?;
            tell!("{error:#}; what was found is in {}", beside.display());
            Ok(beside)
        }
        written => written.map(|_| path.to_owned()),
    }
}

/// Evaluates places of a record, telling how far it is.
fn survey(
    record: &Record,
    places: &[usize],
    effort: &Effort,
    stop: &AtomicBool,
    what: &str,
) -> Vec<(usize, Finding)> {
    let (progress, begun) = (Mutex::new(Progress::new()), Instant::now());
    let found = annotation::survey(record, places, effort, stop, &|done| {
        let all = places.len();
        let left = begun.elapsed().as_secs_f64() / done as f64 * (all - done) as f64;
        let text = || format!("{what}, position {done} of {all}, {left:.0} s left");
        progress.lock().unwrap_or_else(PoisonError::into_inner).tell(text);
    });
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).clear();
    found
}

fn read(opening: &Opening, options: &Annotate) -> anyhow::Result<(Vec<Record>, Seen, bool)> {
    let board = opening.board()?;
    let boards = args::boards(&board);
    let name = options.file.display().to_string();
    let Games { records, faults, seen } = files::read_records(&options.file, boards)?;
    for fault in &faults {
        // Where standard error is gone the record matters all the same.
        let _ = print_fault(&mut io::stderr().lock(), &name, fault, FaultFormat::Short);
    }
    let sound = faults.iter().all(|fault| fault.severity != Severity::Error);
    Ok((records, seen, sound))
}

/// The evaluations as far as they are known, White's view.
fn points(findings: &[Option<Finding>]) -> Vec<Option<f64>> {
    findings.iter().map(|finding| finding.as_ref().map(|finding| finding.eval.points)).collect()
}

/// How both sides played, in three lines.
fn summary(record: &Record, report: &Report) -> String {
    let tag = |name: &str| record.tags.get(name).unwrap_or("?").to_owned();
    let mut text = format!("{} – {}, {}\n", tag("White"), tag("Black"), record.outcome);
    for side in Side::ALL {
        let of = report.of(side);
        let Some(accuracy) = of.accuracy() else { continue };
        text += &format!(
            "{side}: accuracy {accuracy:.1} %, {} dubious, {} mistakes, {} blunders\n",
            of.dubious, of.mistakes, of.blunders
        );
    }
    if let Some((turn, loss)) = report.turning_point() {
        text += &format!("Turning point: {turn} gave away {loss:.1} points\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::write;
    use crate::files;

    #[test]
    fn what_was_found_goes_beside_a_file_that_was_changed_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let text = |name: &str| fs::read_to_string(path(name)).unwrap();
        fs::write(path("a.jgn"), "1. C1-E2 *\n").unwrap();
        let seen =
            files::read_records(&path("a.jgn"), jarmo_notation::Boards::default()).unwrap().seen;
        fs::write(path("a.jgn"), "1. C1-E2 {Mine.} *\n").unwrap();
        assert_eq!(write(&path("a.jgn"), "once", &seen).unwrap(), path("a.annotated.jgn"));
        assert_eq!(write(&path("a.jgn"), "twice", &seen).unwrap(), path("a.annotated-2.jgn"));
        assert_eq!(text("a.jgn"), "1. C1-E2 {Mine.} *\n");
        assert_eq!(
            (text("a.annotated.jgn"), text("a.annotated-2.jgn")),
            ("once".into(), "twice".into())
        );
        fs::write(path("a.jgn"), "1. C1-E2 *\n").unwrap();
        assert_eq!(write(&path("a.jgn"), "now", &seen).unwrap(), path("a.jgn"));
        assert_eq!(text("a.jgn"), "now");
    }
}
