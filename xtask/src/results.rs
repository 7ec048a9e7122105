//! Results of benchmarks: shown beside those of an earlier run.

use std::fmt::Write;

use anyhow::Context;

/// What one contestant reached.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Result {
    table: String,
    name: String,
    unit: String,
    /// How many units a second.
    rate: f64,
    /// A peer's: how many times as fast as it we are.
    ratio: Option<f64>,
}

/// Reads results as the benchmarks write them: a line each, fields separated by tabs.
pub(crate) fn parse(text: &str) -> anyhow::Result<Vec<Result>> {
    let line = |(number, line): (usize, &str)| {
        result(line).with_context(|| format!("line {} is no result: '{line}'", number + 1))
    };
    text.lines().enumerate().map(line).collect()
}

fn result(line: &str) -> Option<Result> {
    let fields: Vec<_> = line.split('\t').collect();
    let [table, name, unit, rate, ratio] = fields.as_slice() else { return None };
    let ratio = if ratio.is_empty() { None } else { Some(ratio.parse().ok()?) };
    let [table, name, unit] = [table, name, unit].map(|text| (*text).to_owned());
    Some(Result { table, name, unit, rate: rate.parse().ok()?, ratio })
}

/// A table of results; with a baseline, how they have changed since: our rates, and our ratios to
/// the peers, which say more, for a busy machine slows both.
pub(crate) fn table(results: &[Result], baseline: Option<&[Result]>) -> String {
    let mut text = String::new();
    let mut table = None;
    for result in results {
        if table != Some(&result.table) {
            let _ = writeln!(text, "\n{}", result.table);
            table = Some(&result.table);
        }
        let rate = format!("{} {}/s", readable(result.rate), result.unit);
        let ratio = result.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}x"));
        let _ = write!(text, "  {:<30} {rate:>22} {ratio:>9}", result.name);
        if let Some(baseline) = baseline {
            let then = baseline
                .iter()
                .find(|then| (&then.table, &then.name) == (&result.table, &result.name));
            let _ = match then {
                None => write!(text, "   new"),
                Some(then) => write!(text, "   {:+.1} %", percent(result, then)),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn percent(now: &Result, then: &Result) -> f64 {
    let share = match (now.ratio, then.ratio) {
        (Some(now), Some(then)) => now / then,
        _ => now.rate / then.rate,
    };
    100.0 * (share - 1.0)
}

/// Three or more digits and the thousands in a letter.
fn readable(rate: f64) -> String {
    match rate {
        1e8.. => format!("{:.0} M", rate / 1e6),
        1e6.. => format!("{:.1} M", rate / 1e6),
        1e3.. => format!("{:.1} k", rate / 1e3),
        _ => format!("{rate:.1}  "),
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, table};

    #[test]
    fn beside_a_baseline() {
        let now = parse(
            "T\tours\tnodes\t200000000\t\nT\tpeer\tnodes\t100000000\t2\nS\ta\tturns\t1500\t\n",
        );
        let then = parse("T\tours\tnodes\t250000000\t\nT\tpeer\tnodes\t200000000\t1.25\n");
        let (now, then) = (now.expect("results"), then.expect("results"));
        assert_eq!(
            table(&now, Some(&then)),
            "\nT\n\
             \x20 ours                                    200 M nodes/s             -20.0 %\n\
             \x20 peer                                    100 M nodes/s     2.00x   +60.0 %\n\
             \nS\n\
             \x20 a                                       1.5 k turns/s             new\n"
        );
        assert!(parse("T\tours\tnodes\tmany\t1").is_err());
    }
}
