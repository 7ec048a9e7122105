//! The full search: what it finds is true, the same every time, and within its limits.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use jarmo_ai::{
    Clock, Engine, EngineError, EngineSpec, Info, Limits, Openings, PairTally, Resources, Search,
    Selectivity, Tally, Value, Verdict, Weights,
};
use jarmo_core::{Game, Position, Rules, Turn};

const ALL_RULES: [Rules; 3] = [Rules::BRAINKING, Rules::TRADITIONAL, Rules::JASIR];

fn analyze(search: &mut Search, game: &Game, limits: &Limits, lines: usize) -> Vec<Info> {
    search.analyze(game, limits, lines, &AtomicBool::new(false), &mut |_| ()).unwrap()
}

/// A game of random turns that goes on until `enough` says so, or to its end.
fn random_game(rules: Rules, seed: u64, enough: impl Fn(&Game) -> bool) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(rules);
    while game.ending().is_none() && !enough(&game) {
        let turns: Vec<Turn> = game.position().legal_turns(&rules).collect();
        game.play(rng.choice(turns).unwrap()).unwrap();
    }
    game
}

/// The plain definition: every turn to the given depth, each side choosing what is best for it, a
/// position that comes again a draw. Where the depth does not reach, `unknown` for the side that
/// is to move at an even distance from the root, and its negative at an odd one.
fn minimax(rules: &Rules, path: &mut Vec<Position>, depth: u32, unknown: Value) -> Value {
    let position = *path.last().unwrap();
    let ply = path.len() - 1;
    if position.is_over(rules) {
        return Value::decided(position.score(rules).margin(position.to_move()), ply);
    }
    let key = position.key();
    if path[..ply].iter().any(|earlier| earlier.key() == key) {
        return Value::DRAW;
    }
    if depth == 0 {
        return unknown;
    }
    let mut best = -Value::INFINITE;
    for turn in position.legal_turns(rules) {
        path.push(position.play(rules, turn).unwrap());
        best = best.max(-minimax(rules, path, depth - 1, -unknown));
        path.pop();
    }
    best
}

#[test]
fn agrees_with_minimax_where_that_sees_the_end() {
    const LEFT: usize = 4;
    for rules in ALL_RULES {
        let mut decided = 0;
        for seed in 0..300 {
            let mut game = random_game(rules, seed, |_| false);
            (0..LEFT).for_each(|_| _ = game.undo());
            // The history is left out on both sides: the search would know it.
            let game =
                Game::from_position(rules, *game.position()).expect("a position of these rules");
            let bound = |unknown| minimax(&rules, &mut vec![*game.position()], 4, unknown);
            let truth = bound(Value::INFINITE);
            if truth != bound(-Value::INFINITE) {
                continue;
            }
            let lines = analyze(&mut Search::new(1, Clock::STOPPED), &game, &Limits::depth(10), 1);
            let setup = game.position().setup();
            assert_eq!(lines[0].value.final_margin(), truth.final_margin(), "{setup:?}");
            decided += 1;
        }
        assert!(decided >= 20, "only {decided} positions were decided");
    }
}

#[test]
fn the_same_search_gives_the_same_nodes_value_and_line() {
    for rules in ALL_RULES {
        for limits in [Limits::depth(10), Limits::nodes(30_000)] {
            let mut search = Search::new(2, Clock::STOPPED);
            let game = Game::new(rules);
            let first = analyze(&mut search, &game, &limits, 1);
            search.new_game();
            assert_eq!(analyze(&mut search, &game, &limits, 1), first);
            let fresh = analyze(&mut Search::new(2, Clock::STOPPED), &game, &limits, 1);
            assert_eq!(fresh, first);
        }
    }
}

#[test]
fn what_was_found_in_another_manner_is_forgotten() {
    let game = Game::new(Rules::BRAINKING);
    let limits = Limits::depth(8);
    let choose = |search: &mut Search| {
        search.choose(&game, &limits, &AtomicBool::new(false), &mut |_| ()).unwrap()
    };
    let fresh = || Search::new(2, Clock::STOPPED);

    let mut search = fresh();
    let analysis = analyze(&mut search, &game, &limits, 1);
    search.set_selectivity(Selectivity::NONE);
    let mut other = fresh();
    other.set_selectivity(Selectivity::NONE);
    let choice = choose(&mut other);
    assert_eq!(choose(&mut search), choice);

    let mut contemptuous = fresh();
    contemptuous.set_contempt(50);
    let choice = choose(&mut contemptuous);
    assert_eq!(analyze(&mut contemptuous, &game, &limits, 1), analysis);
    assert_eq!(choose(&mut contemptuous), choice, "an analysis has no contempt");
}

#[test]
fn a_search_that_plays_both_sides_keeps_nothing_that_is_true_for_one_of_them() {
    let mut game = Game::new(Rules::BRAINKING);
    let limits = Limits::depth(7);
    let never = AtomicBool::new(false);
    let fresh = || {
        let mut search = Search::new(2, Clock::STOPPED);
        search.set_contempt(50);
        search
    };
    let mut both = fresh();
    for _ in 0..4 {
        let choice = both.choose(&game, &limits, &never, &mut |_| ()).unwrap();
        assert_eq!(fresh().choose(&game, &limits, &never, &mut |_| ()).unwrap(), choice);
        game.play(choice.turn).unwrap();
    }
}

#[test]
fn an_estimate_is_no_draw_whatever_it_is() {
    let (limits, never) = (Limits::depth(3), AtomicBool::new(false));
    let mut worse = 0;
    for seed in 0..200 {
        let game = random_game(Rules::BRAINKING, seed, |game| game.turns().len() >= 9);
        let mut search = Search::new(1, Clock::STOPPED);
        let Ok(lines) = search.analyze(&game, &limits, 1, &never, &mut |_| ()) else { continue };
        let value = lines[0].value;
        if lines[0].verdict.is_some() || value >= Value::DRAW {
            continue;
        }
        // A draw is worth as much as this estimate.
        search.set_contempt((value.points() * -100.0).round() as i32);
        let choice = search.choose(&game, &limits, &never, &mut |_| ()).unwrap();
        assert_eq!(choice.value, Some(value), "seed {seed}");
        worse += 1;
    }
    assert!(worse >= 20, "only {worse} positions were worse");
}

/// Whether a line comes to the end of a drawn game, or back to where the game or it has been.
fn is_drawn(game: &Game, line: &[Turn]) -> bool {
    let mut game = game.clone();
    for turn in line {
        game.play(*turn).unwrap();
    }
    let key = game.position().key();
    match game.ending() {
        Some(_) => game.score().leader().is_none(),
        None => game.history().iter().any(|(position, _)| position.key() == key),
    }
}

#[test]
fn what_is_certain_is_told_apart() {
    let never = AtomicBool::new(false);
    let mut told = [0; 4];
    for seed in 0..60 {
        let few = |game: &Game| game.position().occupied().len() <= 5;
        let game = random_game(Rules::BRAINKING, seed, few);
        let mut search = Search::new(1, Clock::STOPPED);
        let Ok(lines) = search.analyze(&game, &Limits::depth(8), 4, &never, &mut |_| ()) else {
            continue;
        };
        for line in lines {
            told[line.verdict.map_or(3, |verdict| verdict as usize)] += 1;
            match line.verdict {
                Some(Verdict::Draw) => {
                    assert_eq!(line.value, Value::DRAW);
                    assert!(is_drawn(&game, &line.line), "seed {seed}: {line:?}");
                }
                Some(Verdict::Win) => assert!(line.value.is_decided() && line.value > Value::DRAW),
                Some(Verdict::Loss) => assert!(line.value.is_decided() && line.value < Value::DRAW),
                None => assert!(!line.value.is_decided() && !is_drawn(&game, &line.line)),
            }
        }
    }
    assert!(told.iter().all(|number| *number >= 3), "{told:?}");
}

#[test]
fn lines_are_legal_and_decided_ones_reach_the_end() {
    for rules in ALL_RULES {
        for seed in 0..30 {
            let few = |game: &Game| game.position().occupied().len() <= 6;
            let mut game = random_game(rules, seed, few);
            if game.ending().is_some() {
                continue;
            }
            let best = analyze(&mut Search::new(1, Clock::STOPPED), &game, &Limits::depth(9), 1)
                .swap_remove(0);
            let mover = game.position().to_move();
            for turn in best.line {
                game.play(turn).unwrap();
            }
            if let Some(margin) = best.value.final_margin() {
                assert!(game.ending().is_some());
                assert_eq!(game.score().margin(mover), i64::from(margin));
            }
        }
    }
}

#[test]
fn a_position_that_comes_again_is_a_draw() {
    let rules = Rules::BRAINKING;
    let turn = |from, to| {
        let hole = |name| rules.board().hole(name).unwrap();
        Turn::Move { from: hole(from), to: hole(to), capture: false, returning: None }
    };
    // Both sides move one archer to and fro, then another, then the first again.
    let white = [turn("A1", "C2"), turn("C2", "A1"), turn("B1", "D2"), turn("D2", "B1")];
    let black = [turn("A5", "C4"), turn("C4", "A5"), turn("B5", "D4"), turn("D4", "B5")];
    let mut game = Game::new(rules);
    for index in [0, 1, 2, 3, 0] {
        game.play(white[index]).unwrap();
        game.play(black[index]).unwrap();
    }
    let value_of = |game: &Game| {
        let lines = analyze(&mut Search::new(1, Clock::STOPPED), game, &Limits::depth(2), 99);
        let line = lines.into_iter().find(|line| line.line == [white[1]]);
        line.map(|line| (line.value, line.verdict))
    };
    assert_eq!(value_of(&game), Some((Value::DRAW, Some(Verdict::Draw))));
    // The same position without its past: the line goes on.
    assert_eq!(
        value_of(&Game::from_position(rules, *game.position()).expect("a position of these rules")),
        None
    );
}

#[test]
fn limits_are_kept() {
    let game = Game::new(Rules::BRAINKING);
    let mut search = Search::new(1, Clock::STOPPED);
    for nodes in [1, 2, 100, 5_000] {
        let best = analyze(&mut search, &game, &Limits::nodes(nodes), 1).swap_remove(0);
        assert!(best.nodes <= nodes);
        assert!(!best.line.is_empty(), "there is always a turn to play");
    }
    assert_eq!(analyze(&mut search, &game, &Limits::depth(5), 1)[0].depth, 5);
}

#[test]
fn stops_when_told_to() {
    let game = Game::new(Rules::BRAINKING);
    let mut search = Search::new(1, Clock::STOPPED);
    let choice = search.choose(&game, &Limits::NONE, &AtomicBool::new(true), &mut |_| ()).unwrap();
    assert!(game.position().is_legal(&Rules::BRAINKING, choice.turn));
    let stop = AtomicBool::new(false);
    let mut deepest = 0;
    search
        .choose(&game, &Limits::NONE, &stop, &mut |info| {
            deepest = info.depth;
            stop.store(info.depth >= 6, Ordering::Relaxed);
        })
        .unwrap();
    assert_eq!(deepest, 6);
}

#[test]
fn several_lines_begin_differently_and_come_best_first() {
    for rules in ALL_RULES {
        let game = Game::new(rules);
        let lines = analyze(&mut Search::new(4, Clock::STOPPED), &game, &Limits::depth(7), 4);
        assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(lines.is_sorted_by(|a, b| a.value >= b.value));
        for (index, line) in lines.iter().enumerate() {
            assert!(lines[..index].iter().all(|better| better.line[0] != line.line[0]));
        }
        let all = analyze(&mut Search::new(4, Clock::STOPPED), &game, &Limits::depth(3), 99);
        assert_eq!(all.len(), game.position().turn_count(&rules));
    }
}

#[test]
fn an_iteration_broken_off_leaves_no_line_twice_and_loses_none_that_is_better() {
    for rules in ALL_RULES {
        let game = Game::new(rules);
        for nodes in (100..6_000).step_by(97) {
            let mut search = Search::new(1, Clock::STOPPED);
            let mut completed: Vec<Info> = Vec::new();
            let limits = Limits::nodes(nodes);
            let mut report = |info: &Info| {
                completed.retain(|one| one.depth == info.depth);
                completed.push(info.clone());
            };
            let lines =
                search.analyze(&game, &limits, 5, &AtomicBool::new(false), &mut report).unwrap();
            assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
            assert!(lines.is_sorted_by(|a, b| a.value >= b.value), "{nodes} nodes");
            for (index, line) in lines.iter().enumerate() {
                assert!(lines[..index].iter().all(|better| better.line[0] != line.line[0]));
            }
            if let Some(best) = completed.first() {
                assert!(lines.iter().any(|line| line.line[0] == best.line[0]), "{nodes} nodes");
            }
        }
    }
}

#[test]
fn several_threads_find_a_turn_too() {
    let game = Game::new(Rules::TRADITIONAL);
    let mut search = Search::new(4, Clock::default());
    search.set_threads(3);
    let best = analyze(&mut search, &game, &Limits::depth(10), 1).swap_remove(0);
    assert_eq!(best.depth, 10);
    assert!(game.position().is_legal(&Rules::TRADITIONAL, best.line[0]));
}

#[test]
fn several_threads_together_keep_to_a_number_of_positions() {
    let game = Game::new(Rules::BRAINKING);
    for threads in 1..=4 {
        for nodes in [1, 1_500, 400_001] {
            let mut search = Search::new(4, Clock::default());
            search.set_threads(threads);
            let best = analyze(&mut search, &game, &Limits::nodes(nodes), 1).swap_remove(0);
            assert!(best.nodes <= nodes, "{threads} threads, {nodes} nodes: {}", best.nodes);
            assert!(best.nodes >= nodes / threads as u64);
        }
    }
}

#[test]
fn a_report_that_panics_ends_the_helpers_too() {
    let (done, ended) = mpsc::channel();
    // On a thread of its own: without an end this test would never end either.
    thread::spawn(move || {
        let mut search = Search::new(1, Clock::STOPPED);
        search.set_threads(3);
        let game = Game::new(Rules::BRAINKING);
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
            let never = AtomicBool::new(false);
            search.analyze(&game, &Limits::NONE, 1, &never, &mut |_| panic!("nobody reads it"))
        }));
        done.send(outcome.is_err())
    });
    assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(true));
}

#[test]
fn nothing_is_chosen_in_a_game_that_is_over() {
    let mut game = Game::new(Rules::BRAINKING);
    game.agree_draw().unwrap();
    let choice = Search::new(1, Clock::STOPPED).choose(
        &game,
        &Limits::depth(3),
        &AtomicBool::new(false),
        &mut |_| (),
    );
    assert_eq!(choice, Err(EngineError::GameOver));
}

#[test]
fn no_number_is_too_large() {
    let game = Game::new(Rules::BRAINKING);
    for huge in [1 << 44, usize::MAX] {
        let mut search = Search::new(huge, Clock::STOPPED);
        assert!(search.hash_mib() >= 1 && search.hash_mib() < huge);
        search.set_hash_mib(huge);
        search.set_threads(huge);
        search.set_contempt(i32::MAX);
        let limits = Limits { nodes: Some(300_000), ..Limits::depth(u32::MAX) };
        let lines = analyze(&mut search, &game, &limits, huge);
        assert_eq!(lines.len(), game.position().turn_count(game.rules()));
        let resources = Resources { threads: huge, hash_mib: huge, ..Resources::default() };
        for spec in ["nodes:3000", "level:10", "level:1", "baseline:1@nodes:3000", "random"] {
            let spec: EngineSpec = spec.parse().unwrap();
            let mut engine = spec.engine(&resources).unwrap();
            let never = AtomicBool::new(false);
            let choice =
                engine.choose(&game, &limits.and(Limits::nodes(9_000)), &never, &mut |_| ());
            assert!(game.position().is_legal(game.rules(), choice.unwrap().turn), "{spec}");
        }
        assert!(Openings::new(Rules::BRAINKING, u64::MAX).with_turns(huge).next().is_some());
    }
    let mut search = Search::new(1, Clock::STOPPED);
    for weight in [i32::MIN, i32::MAX] {
        search.set_weights(Weights::from_array(&[weight; Weights::COUNT]));
        let best = analyze(&mut search, &game, &Limits::depth(3), 1);
        assert_eq!(best[0].depth, 3);
    }
    let all = Tally { wins: u64::MAX, draws: u64::MAX, losses: u64::MAX };
    assert_eq!(all.games(), u64::MAX);
    let mut pairs = PairTally([u64::MAX; 5]);
    pairs.add(usize::MAX);
    assert_eq!(pairs.pairs(), u64::MAX);
}
