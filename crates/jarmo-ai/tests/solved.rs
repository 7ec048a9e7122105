//! Play with solved positions: nothing that is won or drawn is let go, and nothing crashes it.
#![cfg(feature = "tables")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use jarmo_ai::{Clock, Engine, Limits, Search, Solved, Verdict};
use jarmo_core::{Board, BySide, Game, GameResult, HoleSet, Position, Rules, Side};
use jarmo_tables::{BuildOptions, Tables, build};

const LEVEL: usize = 4;
const LONGEST: usize = 200;

fn built(folder: &Path, rules: &Rules) -> Solved {
    build(folder, rules, LEVEL, &BuildOptions::default(), |_, _| {}).expect("tables can be built");
    opened(folder, rules)
}

fn opened(folder: &Path, rules: &Rules) -> Solved {
    let tables = Tables::open(folder, rules).expect("tables can be opened");
    Solved::new(tables, |error| panic!("{error}"))
}

fn player(solved: &Solved) -> Search {
    let mut search = Search::new(1, Clock::STOPPED);
    search.set_contempt(Search::CONTEMPT);
    search.set_solved(solved.clone());
    search
}

/// Random positions of the highest level that are not over.
fn starts(tables: &Tables, seed: u64) -> impl Iterator<Item = Position> {
    let rules = *tables.rules();
    let index = tables.levels().last().expect("there are levels").index().clone();
    let mut rng = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let placement = index.placement(rng.u64(0..index.len())).expect("it is a number");
        placement.position(&rules).expect("it is a position")
    })
    .filter(move |position| !position.is_over(&rules))
}

/// Plays on with one engine for each side, until the end or for a long time.
fn play_on(mut game: Game, engines: [&mut Search; 2], limits: [Limits; 2]) -> GameResult {
    let never = AtomicBool::new(false);
    for engine in engines.iter() {
        assert!(engine.name().starts_with("jarmo"));
    }
    let [white, black] = engines;
    while game.ending().is_none() && game.history().len() < LONGEST {
        let (engine, limits) = match game.position().to_move() {
            Side::White => (&mut *white, limits[0]),
            Side::Black => (&mut *black, limits[1]),
        };
        let choice = engine.choose(&game, &limits, &never, &mut |_| ()).expect("a turn");
        game.play(choice.turn).expect("it is legal");
    }
    game.result().unwrap_or(GameResult::Draw)
}

#[test]
fn what_is_won_or_drawn_is_never_let_go() {
    for rules in [Rules::BRAINKING, Rules::TRADITIONAL, Rules::JASIR] {
        let folder = tempfile::tempdir().expect("a folder");
        let solved = built(folder.path(), &rules);
        let tables = Tables::open(folder.path(), &rules).expect("tables can be opened");
        let (mut with, mut without) = (player(&solved), player(&Solved::none()));
        let mut played = [0; 3];
        for position in starts(&tables, 7).take(120) {
            let verdict = solved.verdict(&position).expect("the level is solved");
            let side = position.to_move();
            let other = Limits::nodes(2_000);
            let own = Limits::nodes(100);
            let game = Game::from_position(rules, position).expect("a position of these rules");
            let result = match side {
                Side::White => play_on(game, [&mut with, &mut without], [own, other]),
                Side::Black => play_on(game, [&mut without, &mut with], [other, own]),
            };
            let won = result == GameResult::Won(side);
            let kept = match verdict {
                Verdict::Win => won,
                Verdict::Draw => result.winner() != Some(side.other()),
                Verdict::Loss => true,
            };
            assert!(kept, "{verdict} became {result:?}: {:?}", position.setup());
            played[verdict as usize] += 1;
        }
        assert!(played.iter().all(|number| *number > 5), "{played:?}");
    }
}

#[test]
fn verdicts_correct_an_analysis_and_order_its_lines() {
    let rules = Rules::BRAINKING;
    let folder = tempfile::tempdir().expect("a folder");
    let solved = built(folder.path(), &rules);
    let tables = Tables::open(folder.path(), &rules).expect("tables can be opened");
    let mut search = player(&solved);
    let never = AtomicBool::new(false);
    for position in starts(&tables, 3).take(40) {
        let game = Game::from_position(rules, position).expect("a position of these rules");
        let lines = search.analyze(&game, &Limits::depth(3), 99, &never, &mut |_| ());
        let lines = lines.expect("there are turns");
        assert_eq!(lines.len(), position.turn_count(&rules));
        let verdict_of = |line: &jarmo_ai::Info| {
            let after = position.play(&rules, line.line[0]).expect("it is legal");
            -solved.verdict(&after).expect("the level is solved")
        };
        let verdicts: Vec<Verdict> = lines.iter().map(verdict_of).collect();
        assert!(verdicts.is_sorted_by(|a, b| a >= b), "{verdicts:?}");
        for (line, verdict) in lines.iter().zip(verdicts) {
            let points = line.value.points();
            assert!(match verdict {
                Verdict::Win => points >= 1.0,
                Verdict::Draw => points == 0.0,
                Verdict::Loss => points <= -1.0,
            });
        }
    }
}

#[test]
fn the_same_search_plays_the_same_with_tables_too() {
    let rules = Rules::TRADITIONAL;
    let folder = tempfile::tempdir().expect("a folder");
    let solved = built(folder.path(), &rules);
    let tables = Tables::open(folder.path(), &rules).expect("tables can be opened");
    let never = AtomicBool::new(false);
    for position in starts(&tables, 5).take(20) {
        let game = Game::from_position(rules, position).expect("a position of these rules");
        let choose = |search: &mut Search| {
            search.choose(&game, &Limits::nodes(3_000), &never, &mut |_| ()).expect("a turn")
        };
        let mut search = player(&solved);
        let first = choose(&mut search);
        search.new_game();
        assert_eq!(choose(&mut search), first);
        assert_eq!(choose(&mut player(&opened(folder.path(), &rules))), first);
    }
}

#[test]
fn a_damaged_table_is_told_of_once_and_play_goes_on() {
    let rules = Rules::BRAINKING;
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), &rules, 3, &BuildOptions::default(), |_, _| {}).expect("a table");
    let position = starts(&Tables::open(folder.path(), &rules).expect("tables"), 1).next();
    let path = folder.path().join("level-3.jarmo-table");
    let mut bytes = std::fs::read(&path).expect("a table");
    // Inside the last block.
    let place = bytes.len() - 9;
    bytes[place] ^= 4;
    std::fs::write(&path, bytes).expect("a file can be written");
    let told = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&told);
    let tables = Tables::open(folder.path(), &rules).expect("its header is sound");
    let solved = Solved::new(tables, move |error| {
        assert!(error.to_string().contains("level-3"), "{error}");
        counter.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(solved.highest_level(), Some(3));
    let game = Game::from_position(rules, position.expect("a position"))
        .expect("a position of these rules");
    let never = AtomicBool::new(false);
    for _ in 0..2 {
        let choice = player(&solved).choose(&game, &Limits::depth(4), &never, &mut |_| ());
        assert!(game.position().is_legal(&rules, choice.expect("a turn").turn));
    }
    assert_eq!(told.load(Ordering::Relaxed), 1);
    assert_eq!(solved.highest_level(), None, "nothing is looked up any more");
}

#[test]
fn tables_of_other_rules_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = built(folder.path(), &Rules::BRAINKING);
    assert!(solved.of_game(&Rules::BRAINKING).reaches(LEVEL));
    assert!(!solved.of_game(&Rules::TRADITIONAL).reaches(LEVEL));
    let game = Game::new(Rules::TRADITIONAL);
    let never = AtomicBool::new(false);
    let choose = |search: &mut Search| {
        search.choose(&game, &Limits::depth(4), &never, &mut |_| ()).expect("a turn")
    };
    assert_eq!(choose(&mut player(&solved)), choose(&mut player(&Solved::none())));
}

#[test]
fn of_a_position_of_another_board_nothing_is_known() {
    let lines = [["A1", "B2"], ["F4", "F5"]];
    let wide = Board::new("wide", "ABCDEF", 5, 6, 1, 5, &lines).expect("a board");
    let wide = Rules::new(wide, Rules::BRAINKING.options());
    let mut setup = Position::start(&wide).setup();
    setup.archers = BySide::new(HoleSet::from_bits(1), HoleSet::from_bits(1 << 29));
    let foreign = Position::new(&wide, &setup).expect("a position of its own board");
    let folder = tempfile::tempdir().expect("a folder");
    let solved = built(folder.path(), &Rules::BRAINKING);
    assert_eq!((solved.verdict(&foreign), solved.distance(&foreign)), (None, None));
    assert_eq!(solved.highest_level(), Some(LEVEL), "the tables are still used");
}
