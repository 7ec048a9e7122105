//! An index answers as counting in memory does, and one that is not whole is refused.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::sync::LazyLock;

use jarmo_core::{BySide, HoleSet, Position, RuleSet, Rules, Side, Streak, Turn};
use jarmo_notation::{NodeId, Outcome, Record};
use proptest::prelude::*;

use super::page::PAGE;
use super::{Builder, Counts, Index};
use crate::main_line::{MainLine, MainLines};

/// A game that chooses its turns by these numbers and may be broken off.
fn record(set: RuleSet, choices: &[u16]) -> Record {
    let mut record = Record::new(Rules::of(set));
    let mut node = NodeId::ROOT;
    for choice in choices {
        let position = record.node(node).position();
        let turns: Vec<Turn> = position.legal_turns(record.rules()).collect();
        let Some(turn) = turns.get(usize::from(*choice) % turns.len().max(1)) else { break };
        node = record.play(node, *turn).expect("it is legal");
    }
    if !record.last_position().is_over(record.rules()) {
        let broken_off = [Outcome::Unknown, Outcome::WHITE, Outcome::BLACK, Outcome::DRAW];
        record.outcome = broken_off[choices.len() % 4];
    }
    record.complete();
    record
}

/// Few different turns at first, so that games meet.
fn games() -> impl Strategy<Value = Vec<(usize, Vec<u16>)>> {
    let choices =
        (proptest::collection::vec(0..3_u16, 0..6), proptest::collection::vec(any::<u16>(), 0..80));
    let choices = choices.prop_map(|(first, rest)| [first, rest].concat());
    proptest::collection::vec((0..3_usize, choices), 1..30)
}

/// What tells positions apart: the rules, archers, marks, side to move, and streaks that forbid.
type Place = (usize, BySide<HoleSet>, HoleSet, Side, BySide<Option<Streak>>);

fn place(set: usize, rules: &Rules, position: &Position) -> Place {
    let setup = position.setup();
    let limit = rules.options().shuttle_limit.expect("every rule set has one").get();
    let forbids = |side: Side| match setup.streaks[side] {
        Streak::None => None,
        Streak::Line { count, .. } if count < limit => None,
        streak => Some(streak),
    };
    let streaks = BySide::new(forbids(Side::White), forbids(Side::Black));
    (set, setup.archers, setup.marked, setup.to_move, streaks)
}

/// Every position of the games with its rules, and what was played from it.
type Naive = HashMap<Place, (Rules, Position, HashMap<String, Counts>)>;

fn count(naive: &mut Naive, set: usize, line: &MainLine) {
    let mut seen = Vec::new();
    for (position, turn) in &line.beginning {
        let place = place(set, &line.rules, position);
        let turn = format!("{turn:?}");
        if seen.contains(&(place, turn.clone())) {
            continue;
        }
        seen.push((place, turn.clone()));
        let (.., turns) =
            naive.entry(place).or_insert_with(|| (line.rules, *position, HashMap::new()));
        let counts = turns.entry(turn).or_default();
        counts.results.add(line.outcome);
        if let Some(score) = line.score {
            counts.scored += 1;
            counts.points.white += u64::from(score.white);
            counts.points.black += u64::from(score.black);
        }
    }
}

/// An index of games, and the same counted in memory. So little memory is allowed for sorting that
/// runs are written and merged.
fn index(games: &[(usize, Vec<u16>)], depth: u32, memory: usize) -> (File, Naive) {
    let mut builder = Builder::new(depth, memory, std::env::temp_dir());
    let mut naive = Naive::new();
    for (set, choices) in games {
        let text = record(RuleSet::ALL[*set], choices).to_string();
        let mut lines = MainLines::new(text.as_bytes(), &[], depth as usize);
        let line = lines.next_line().expect("memory can be read").expect("there is a game");
        let line = line.expect("it has no errors");
        builder.add(line).expect("there is room");
        count(&mut naive, *set, line);
    }
    let mut file = tempfile::tempfile().expect("there is room");
    builder.finish(&mut file, &mut |_, _| ()).expect("there is room");
    (file, naive)
}

fn bytes(mut file: File) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.rewind().expect("it is a file");
    file.read_to_end(&mut bytes).expect("it can be read");
    bytes
}

/// Why these bytes are no index.
fn refusal(bytes: &[u8]) -> String {
    let mut file = tempfile::tempfile().expect("there is room");
    file.write_all(bytes).expect("there is room");
    match Index::new(file) {
        Ok(_) => "taken".to_owned(),
        Err(error) => format!("{error:#}"),
    }
}

static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let games: Vec<_> =
        (0..8).map(|i| (0, (0..60).map(|turn| turn * 7 + i % 3).collect())).collect();
    bytes(index(&games, 40, 1 << 20).0)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn answers_are_those_of_counting(
        games in games(),
        depth in 1..60_u32,
        memory in prop_oneof![100..4096_usize, Just(1 << 20)],
    ) {
        let (file, naive) = index(&games, depth, memory);
        let index = Index::new(file).expect("it is whole");
        prop_assert_eq!(index.games(), games.len() as u64);
        for (rules, position, turns) in naive.values() {
            let found = index.find(rules, position).expect("it is whole");
            prop_assert!(found.is_sorted_by(|a, b| a.1.games() >= b.1.games()));
            let found: HashMap<String, Counts> =
                found.into_iter().map(|(turn, counts)| (format!("{turn:?}"), counts)).collect();
            prop_assert_eq!(&found, turns);
        }
    }

    #[test]
    fn memory_makes_no_difference(games in games()) {
        prop_assert_eq!(bytes(index(&games, 40, 200).0), bytes(index(&games, 40, 1 << 20).0));
    }

    #[test]
    fn any_changed_byte_is_noticed(at in any::<prop::sample::Index>(), change in 1..=u8::MAX) {
        let mut bytes = SMALL.clone();
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert_ne!(refusal(&bytes), "taken");
    }
}

#[test]
fn what_was_not_played_is_not_found() {
    let (file, _) = index(&[(0, vec![0, 0, 0])], 40, 1 << 20);
    let index = Index::new(file).expect("it is whole");
    let rules = Rules::TRADITIONAL;
    assert_eq!(index.find(&rules, &Position::start(&rules)).expect("it is whole"), []);
}

#[test]
fn an_index_of_nothing_is_one() {
    let (file, _) = index(&[], 40, 1 << 20);
    let index = Index::new(file).expect("it is whole");
    let rules = Rules::BRAINKING;
    assert_eq!(index.find(&rules, &Position::start(&rules)).expect("it is whole"), []);
}

#[test]
fn files_that_are_not_whole_are_refused() {
    let whole = &*SMALL;
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let longer = [whole.as_slice(), b"x"].concat();
    let refusals = [
        ("nothing", refusal(b"")),
        ("text", refusal(b"1. C1-E2 E5-C4 *\n")),
        ("as text", refusal(&with(5, b'\r'))),
        ("newer", refusal(&with(11, 2))),
        ("first page cut", refusal(&whole[..100])),
        ("last page cut", refusal(&whole[..whole.len() - 1])),
        ("longer", refusal(&longer)),
        ("first page", refusal(&with(20, 1))),
        ("an entry", refusal(&with(PAGE + 17, whole[PAGE + 17] ^ 1))),
    ];
    let lines: Vec<String> =
        refusals.iter().map(|(what, refusal)| format!("{what}: {refusal}")).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
