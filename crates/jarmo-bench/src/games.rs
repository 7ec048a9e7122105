//! Random games that look like games.

use std::ops::ControlFlow;

use fastrand::Rng;
use jarmo_core::{Position, RuleSet, Rules, Side, Turn};
use jarmo_notation::{NodeId, Outcome, Record};

use crate::annotation;

/// Where games that nobody can win are broken off, in turns.
const LONGEST_GAME: usize = 160;

/// Who plays in generated games.
const PLAYERS: [&str; 8] =
    ["Aysu", "Batu", "Çulpan", "Damir", "Ilnur", "Kamila", "Timur \"Hawk\"", "Zöhrä"];

/// An endless row of random but plausible games: legal turns that rather go forward and capture
/// than back, under the three rule sets in turn, in matches of two games, with tags. The same
/// seed gives the same games.
#[derive(Clone, Debug)]
pub struct Games {
    rng: Rng,
    made: u64,
    rules: [Rules; 3],
    annotated: bool,
    players: [&'static str; 2],
    turns: Vec<Turn>,
}

impl Games {
    /// Games of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Games {
        Games {
            rng: Rng::with_seed(seed),
            made: 0,
            rules: RuleSet::ALL.map(Rules::of),
            annotated: false,
            players: [PLAYERS[0], PLAYERS[1]],
            turns: Vec::new(),
        }
    }

    /// The same with comments, glyphs and variations.
    #[must_use]
    pub fn annotated(self, annotated: bool) -> Games {
        Games { annotated, ..self }
    }

    /// Both games of a match have the same rules and the same players, sides changed.
    fn begin(&mut self) -> Record {
        let (of_match, game) = (self.made / 2, self.made % 2);
        self.made += 1;
        if game == 0 {
            let first = self.rng.usize(..PLAYERS.len());
            let second = (first + self.rng.usize(1..PLAYERS.len())) % PLAYERS.len();
            self.players = [PLAYERS[first], PLAYERS[second]];
        } else {
            self.players.swap(0, 1);
        }
        let mut record = Record::new(self.rules[(of_match % 3) as usize]);
        let (month, day) = (self.rng.u8(1..=12), self.rng.u8(1..=28));
        record.tags.push("Event", "Generated game");
        record.tags.push("Date", &format!("{}.{month:02}.{day:02}", self.rng.u16(1990..2030)));
        record.tags.push("Round", &format!("{}.{}", of_match + 1, game + 1));
        record.tags.push("White", self.players[0]);
        record.tags.push("Black", self.players[1]);
        record
    }

    /// Plays to the end, or until a player resigns or both have had enough.
    fn play(&mut self, record: &mut Record) {
        let resigns = if self.rng.u8(..) < 16 { self.rng.usize(20..60) } else { usize::MAX };
        let mut node = NodeId::ROOT;
        for played in 0..LONGEST_GAME {
            let position = *record.node(node).position();
            if played == resigns {
                record.outcome = match position.to_move() {
                    Side::White => Outcome::BLACK,
                    Side::Black => Outcome::WHITE,
                };
                return;
            }
            let Some(turn) = choose(&mut self.rng, &mut self.turns, record.rules(), &position)
            else {
                return;
            };
            node = record.play(node, turn).expect("it was chosen from the legal turns");
        }
        record.outcome = Outcome::DRAW;
    }
}

impl Iterator for Games {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let mut record = self.begin();
        self.play(&mut record);
        if self.annotated {
            annotation::annotate(&mut record, &mut self.rng);
        }
        record.complete();
        Some(record)
    }
}

/// A turn that a hurried player might choose: the better-looking one of two that come to mind.
/// `None` when the game is over. `turns` is room to list them in.
pub(crate) fn choose(
    rng: &mut Rng,
    turns: &mut Vec<Turn>,
    rules: &Rules,
    position: &Position,
) -> Option<Turn> {
    turns.clear();
    let _: ControlFlow<()> = position.turn_groups(rules, |group| {
        turns.extend(group);
        ControlFlow::Continue(())
    });
    if turns.is_empty() {
        return None;
    }
    let mut pick = || turns[rng.usize(..turns.len())];
    let (first, second) = (pick(), pick());
    let look = |turn| looks(rules, position.to_move(), turn);
    Some(if look(second) > look(first) { second } else { first })
}

/// How good a turn looks at first sight.
fn looks(rules: &Rules, side: Side, turn: Turn) -> i32 {
    let Turn::Move { from, to, capture, returning } = turn else { return 2 };
    let ranks = rules.board().rank(to) as i32 - rules.board().rank(from) as i32;
    let forward = if side == Side::White { ranks } else { -ranks };
    forward + 3 * i32::from(capture) + 2 * i32::from(returning.is_some())
}
