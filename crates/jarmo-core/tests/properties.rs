//! What must hold in every position that play reaches, under every rule set.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jarmo_core::{
    Board, Game, Hole, Options, Position, ReturnTiming, RuleSet, Rules, Side, Streak, Turn,
};
use proptest::prelude::*;

/// Any options on either board, the three rule sets more often than others.
fn rules() -> impl Strategy<Value = Rules> {
    let sets = prop::sample::select(&RuleSet::ALL[..]).prop_map(RuleSet::options);
    let others = (any::<bool>(), 0..6_u8, any::<bool>(), any::<bool>()).prop_map(
        |(added, limit, backward, black_first)| Options {
            returns: if added { ReturnTiming::Added } else { ReturnTiming::WholeTurn },
            shuttle_limit: std::num::NonZeroU8::new(limit),
            backward,
            first: if black_first { Side::Black } else { Side::White },
        },
    );
    let boards = prop::sample::select(&Board::BUILT_IN[..]);
    (boards, prop_oneof![3 => sets, 1 => others])
        .prop_map(|(board, options)| Rules::new(board, options))
}

/// A game of random turns, chosen by `choices`; a low choice prefers going back and forth.
fn random_game(rules: Rules, choices: &[u16]) -> Game {
    let mut game = Game::new(rules);
    for &choice in choices {
        let turns: Vec<Turn> = game.position().legal_turns(&rules).collect();
        let Some(&turn) = turns.get(usize::from(choice) % turns.len().max(1)) else { break };
        let back = match game.position().streak(game.position().to_move()) {
            Streak::Line { from, to, .. } => turns.iter().copied().find(
                |turn| matches!(turn, Turn::Move { from: f, to: t, returning: None, .. } if (*f, *t) == (to, from)),
            ),
            _ => None,
        };
        let turn = if choice % 4 == 0 { back.unwrap_or(turn) } else { turn };
        game.play(turn).expect("a legal turn can be played");
    }
    game
}

/// Every turn that can be written down, legal or not.
fn all_turns() -> Vec<Turn> {
    let holes: Vec<Hole> = (0..32).filter_map(Hole::new).collect();
    let mut turns = vec![Turn::Pass];
    for &from in &holes {
        turns.push(Turn::Return(from));
        for &to in &holes {
            for capture in [false, true] {
                turns.push(Turn::Move { from, to, capture, returning: None });
                for &hole in &holes {
                    turns.push(Turn::Move { from, to, capture, returning: Some(hole) });
                }
            }
        }
    }
    turns
}

proptest! {
    #[test]
    fn legal_turns_are_exactly_the_turns_that_play_accepts(
        rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        let game = random_game(rules, &choices);
        let position = game.position();
        let legal: Vec<Turn> = position.legal_turns(&rules).collect();
        let distinct: HashSet<Turn> = legal.iter().copied().collect();
        prop_assert_eq!(distinct.len(), legal.len());
        prop_assert_eq!(position.turn_count(&rules), legal.len());
        prop_assert_eq!(legal.is_empty(), position.is_over(&rules));
        for turn in all_turns() {
            prop_assert_eq!(position.play(&rules, turn).is_ok(), distinct.contains(&turn), "{:?}", turn);
        }
        let mut grouped = Vec::new();
        let _: ControlFlow<()> = position.turn_groups(&rules, |group| {
            assert_eq!(group.len(), group.into_iter().count());
            grouped.extend(group);
            ControlFlow::Continue(())
        });
        prop_assert_eq!(grouped, legal);
    }

    #[test]
    fn keys_scores_and_levels_hold_through_a_game(
        rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let game = random_game(rules, &choices);
        let mut positions: Vec<Position> = game.history().iter().map(|(before, _)| *before).collect();
        positions.push(*game.position());
        for position in &positions {
            prop_assert_eq!(position.placement_key(), position.fresh_placement_key());
            let again = Position::new(&rules, &position.setup()).expect("play leads to positions");
            prop_assert_eq!(again, *position);
            prop_assert_eq!(again.key(), position.key());
            prop_assert_eq!(position.is_over(&rules), position.ending(&rules).is_some());
        }
        for pair in positions.windows(2) {
            prop_assert!(pair[1].level() <= pair[0].level());
            prop_assert!(!pair[0].is_over(&rules));
        }
    }

    #[test]
    fn undo_and_redo_restore_everything(
        rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut game = random_game(rules, &choices);
        let (end, turns): (Position, Vec<Turn>) = (*game.position(), game.turns().collect());
        let befores: Vec<Position> = game.history().iter().map(|(before, _)| *before).collect();
        for before in befores.iter().rev() {
            prop_assert!(game.undo());
            prop_assert_eq!(game.position(), before);
            prop_assert_eq!(game.position().key(), before.key());
        }
        prop_assert!(!game.undo());
        prop_assert_eq!(*game.position(), Position::start(&rules));
        for &turn in &turns {
            prop_assert_eq!(game.redo(), Some(turn));
        }
        prop_assert_eq!(game.redo(), None);
        prop_assert_eq!(*game.position(), end);
    }

    #[test]
    fn streaks_never_pass_the_limit(
        rules in rules(),
        choices in prop::collection::vec(any::<u16>().prop_map(|c| c & !3), 0..60),
    ) {
        let game = random_game(rules, &choices);
        for (position, _) in game.history() {
            for side in Side::ALL {
                if let (Streak::Line { count, .. }, Some(limit)) =
                    (position.streak(side), rules.options().shuttle_limit)
                {
                    prop_assert!(count <= limit.get());
                }
            }
        }
    }
}
