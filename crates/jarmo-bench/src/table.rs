//! The tables that benchmarks print.

use std::time::Duration;

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

/// Prints contestants with their rates in millions a second; the last one is the peer, and the
/// others' ratios to it are above 1 where they are faster.
pub fn print_table(title: &str, rows: &[Row]) {
    println!("\n{title}");
    let Some(peer) = rows.last() else { return };
    for row in rows {
        println!(
            "  {:<28} {:>9.3} s {:>10.2} M {}/s {:>7.2}x",
            row.name,
            row.time.as_secs_f64(),
            row.rate() / 1e6,
            row.unit,
            row.rate() / peer.rate(),
        );
    }
}
