//! Statistics as tables, for a person.

use std::io::{self, Write};

use jarmo_core::Side;

use super::player::PlayerTally;
use super::tally::Tally;
use super::{Games, Statistics, by_games};
use crate::columns;

/// How many of the scores that games ended with are listed.
const SCORES_LISTED: usize = 5;

/// Prints the table of all games, then one for each split.
pub(crate) fn print(statistics: &Statistics, out: &mut dyn Write) -> io::Result<()> {
    let Statistics { all, by, .. } = statistics;
    print_results(all, out)?;
    writeln!(out)?;
    print_play(all, out)?;
    for (title, groups) in [("Rules", &by.rules), ("First turn", &by.first_turn)] {
        if let Some(groups) = groups {
            let rows = by_games(groups).into_iter().map(|(name, tally)| tally_row(name, tally));
            print_rows(&tally_head(title), &rows.collect::<Vec<_>>(), out)?;
        }
    }
    if let Some(groups) = &by.player {
        let rows = by_games(groups).into_iter().map(|(name, tally)| player_row(name, tally));
        print_rows(&PLAYER_HEAD.map(str::to_owned), &rows.collect::<Vec<_>>(), out)?;
    }
    Ok(())
}

fn print_results(all: &Tally, out: &mut dyn Write) -> io::Result<()> {
    let results = &all.results;
    writeln!(out, "{:<12}{:>9}", "Games", all.games())?;
    let parts = [
        ("White won", results.white_won),
        ("Black won", results.black_won),
        ("Drawn", results.drawn),
    ];
    for (name, games) in parts {
        writeln!(out, "{name:<12}{games:>9}{:>11}", percent(results.percent(games)))?;
    }
    writeln!(out, "{:<12}{:>9}", "Unfinished", results.unfinished)?;
    writeln!(out, "{:<12}{:>9}", "Mean score", mean_score(all))
}

/// Prints how long games were, what happened in them, and how they ended.
fn print_play(all: &Tally, out: &mut dyn Write) -> io::Result<()> {
    let lengths = &all.lengths;
    let whole = |turns: Option<u64>| turns.map_or_else(dash, |turns| turns.to_string());
    writeln!(
        out,
        "Turns       mean {}, median {}, shortest {}, longest {}",
        number(lengths.mean(), 1),
        number(lengths.median(), 1),
        whole(lengths.shortest()),
        whole(lengths.longest())
    )?;
    for (name, counts) in [("Captures", all.captures), ("Returns", all.returns)] {
        writeln!(
            out,
            "{name:<12}{} a game: White {}, Black {}",
            number(all.per_game(counts.white + counts.black), 2),
            number(all.per_game(counts.white), 2),
            number(all.per_game(counts.black), 2)
        )?;
    }
    let scores = &all.scores;
    let listed = scores.by_frequency().into_iter().take(SCORES_LISTED);
    let listed: Vec<String> = listed.map(|(score, games)| format!("{score} ({games})")).collect();
    let more = scores.ended.len().saturating_sub(SCORES_LISTED);
    let more = if more > 0 { format!(", {more} others") } else { String::new() };
    let listed = if listed.is_empty() { dash() } else { listed.join(", ") };
    writeln!(out, "Scores      {listed}{more}")
}

const PLAYER_HEAD: [&str; 10] =
    ["Player", "games", "White", "Black", "won", "drawn", "lost", "unfinished", "%", "points"];

fn player_row(name: &str, tally: &PlayerTally) -> Vec<String> {
    let finished = tally.won + tally.drawn + tally.lost;
    let success = (finished > 0)
        .then(|| 100.0 * (tally.won as f64 + tally.drawn as f64 / 2.0) / finished as f64);
    let counts = [
        tally.games,
        tally.white,
        tally.black,
        tally.won,
        tally.drawn,
        tally.lost,
        tally.unfinished,
    ];
    let points = format!("{}-{}", tally.points, tally.points_against);
    // What a tag says must not steer the terminal.
    std::iter::once(name.replace(char::is_control, " "))
        .chain(counts.map(|count| count.to_string()))
        .chain([number(success, 2), points])
        .collect()
}

fn tally_head(title: &str) -> [String; 10] {
    [title, "games", "White won", "%", "Black won", "%", "drawn", "%", "unfinished", "mean score"]
        .map(str::to_owned)
}

fn tally_row(name: &str, tally: &Tally) -> Vec<String> {
    let results = &tally.results;
    let mut row = vec![name.to_owned(), tally.games().to_string()];
    for part in [results.white_won, results.black_won, results.drawn] {
        row.extend([part.to_string(), number(results.percent(part), 2)]);
    }
    row.extend([results.unfinished.to_string(), mean_score(tally)]);
    row
}

fn print_rows(head: &[String], rows: &[Vec<String>], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    columns::lines(head, rows).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// White's mean points, a dash, Black's.
fn mean_score(tally: &Tally) -> String {
    match (tally.scores.mean(Side::White), tally.scores.mean(Side::Black)) {
        (Some(white), Some(black)) => format!("{white:.2}-{black:.2}"),
        _ => dash(),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(dash, |share| format!("{share:.2} %"))
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(dash, |value| format!("{value:.decimals$}"))
}

/// What stands where there is nothing to count.
fn dash() -> String {
    "-".to_owned()
}
