//! The tables that benchmarks print.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::time::Duration;

/// Names a file that results are added to, for programs.
const RESULTS: &str = "JARMO_BENCH_RESULTS";

/// What one contestant did in its time.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was measured.
    pub name: &'static str,
    /// How many things it did.
    pub count: f64,
    /// What the things are, such as `turns`.
    pub unit: &'static str,
    /// How long it took.
    pub time: Duration,
}

impl Row {
    fn rate(&self) -> f64 {
        self.count / self.time.as_secs_f64()
    }
}

/// Prints our rate and below it our peers', with how many times as fast as each of them we are.
/// `rows` has ours first.
pub fn print_table(title: &str, rows: &[Row]) {
    let ratio = |row: &Row| Some(rows.first()?.rate() / row.rate());
    let ratios = rows.iter().enumerate().map(|(index, row)| ratio(row).filter(|_| index > 0));
    print(title, rows, &ratios.collect::<Vec<_>>());
}

/// Prints rates that have no peer.
pub fn print_rates(title: &str, rows: &[Row]) {
    print(title, rows, &vec![None; rows.len()]);
}

/// # Panics
///
/// If results are to be kept in a file that cannot be written.
fn print(title: &str, rows: &[Row], ratios: &[Option<f64>]) {
    println!("\n{title}");
    for (row, ratio) in rows.iter().zip(ratios) {
        let ratio = ratio.map_or(String::new(), |ratio| format!("{ratio:>8.2}x"));
        let (time, rate) = (row.time.as_secs_f64(), row.rate() / 1e6);
        println!("  {:<30} {time:>9.3} s {rate:>10.2} M {}/s{ratio}", row.name, row.unit);
    }
    keep(title, rows, ratios).expect("the file of results can be written");
}

/// A line each: title, name, unit, things a second, and the ratio, separated by tabs.
fn keep(title: &str, rows: &[Row], ratios: &[Option<f64>]) -> io::Result<()> {
    let Some(path) = env::var_os(RESULTS) else { return Ok(()) };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    for (row, ratio) in rows.iter().zip(ratios) {
        let ratio = ratio.map_or(String::new(), |ratio| ratio.to_string());
        writeln!(file, "{title}\t{}\t{}\t{}\t{ratio}", row.name, row.unit, row.rate())?;
    }
    Ok(())
}
