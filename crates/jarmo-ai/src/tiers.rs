//! What solved positions leave to choose from at the root.

use std::collections::HashMap;

use jarmo_core::{Game, Position, Rules, Streak, Turn};

use crate::budget::Budget;
use crate::packed_turn::PackedTurn;
use crate::pressure::Pressure;
use crate::solved::Solved;
use crate::verdict::Verdict;
use crate::watch::Watch;

/// The turns of a solved position in tiers: a turn of a later tier is worse for certain, and
/// within a tier the search decides.
#[derive(Clone, Debug)]
pub(crate) struct Tiers {
    /// Each turn with its tier, counted from 0, and what it leads to for the side that takes it.
    turns: Vec<(PackedTurn, usize, Verdict)>,
}

/// A legal turn of the root, and how it compares with the others of its verdict.
struct Candidate {
    turn: Turn,
    after: Position,
    verdict: Verdict,
    /// The less the better.
    rank: i64,
}

/// By how much the logarithm of the odds that the other side goes wrong must be greater for a drawn
/// turn to be better: by less the search judges better.
const LIKELIER: f64 = 0.05;
/// How often a drawn position may have come before when there is somebody to press: whoever does
/// not want it again must find something else, and goes wrong sooner.
const OFTEN: usize = 2;
/// What is worse than any distance: a won position played a second time, or a drawn one that has
/// come too often when there is somebody to press.
const AGAIN: i64 = 1 << 20;
/// What is worse than that: to be driven out of what is won or held by the ban on shuttling.
const BANNED: i64 = 1 << 30;
/// How many turns of its own a side looks ahead for that ban.
const BAN_TURNS: u8 = 3;
/// How many positions that look may cost for each turn; after that the turn passes for safe.
const BAN_POSITIONS: u32 = 20_000;

impl Tiers {
    /// The tiers of the position at hand; `None` where it is not solved, or where its turns are
    /// not.
    ///
    /// Won positions: the shortest win first, and no position again. Lost ones: the longest
    /// defence. Drawn ones, with somebody to press: turns after which the other side is likeliest to
    /// go wrong.
    pub(crate) fn new(
        solved: &Solved,
        game: &Game,
        pressure: Option<&mut Pressure<'_>>,
        watch: &Watch<'_>,
    ) -> Option<Tiers> {
        let (rules, position) = (game.rules(), game.position());
        if !solved.knows(position) {
            return None;
        }
        let mut candidates = Vec::new();
        for turn in position.legal_turns(rules) {
            let after = position.play_unchecked(rules, turn);
            let verdict = -solved.verdict(&after)?;
            candidates.push(Candidate { turn, after, verdict, rank: 0 });
        }
        let verdict = candidates.iter().map(|candidate| candidate.verdict).max()?;
        let choice = candidates.iter().filter(|candidate| candidate.verdict == verdict).count();
        if choice > 1 {
            let past = past_of(game);
            rank(&mut candidates, verdict, solved, rules, &past, watch);
            if let Some(pressure) = pressure.filter(|_| verdict == Verdict::Draw) {
                press(&mut candidates, &past, |positions| pressure.chances(positions));
            }
        }
        Some(Tiers { turns: in_tiers(&candidates) })
    }

    /// A turn's tier.
    pub(crate) fn tier(&self, turn: PackedTurn) -> usize {
        self.find(turn).map_or(usize::MAX, |(_, tier, _)| *tier)
    }

    /// What a turn leads to, for the side that takes it.
    pub(crate) fn of(&self, turn: PackedTurn) -> Option<Verdict> {
        self.find(turn).map(|(_, _, verdict)| *verdict)
    }

    /// How many turns are in the first tier.
    pub(crate) fn first_len(&self) -> usize {
        self.turns.iter().filter(|(_, tier, _)| *tier == 0).count()
    }

    /// The turns, those of the first tier first.
    pub(crate) fn in_order(&self) -> Vec<PackedTurn> {
        let mut turns = self.turns.clone();
        turns.sort_by_key(|(_, tier, _)| *tier);
        turns.into_iter().map(|(turn, ..)| turn).collect()
    }

    fn find(&self, turn: PackedTurn) -> Option<&(PackedTurn, usize, Verdict)> {
        self.turns.iter().find(|(found, ..)| *found == turn)
    }
}

fn in_tiers(candidates: &[Candidate]) -> Vec<(PackedTurn, usize, Verdict)> {
    let key = |candidate: &Candidate| (core::cmp::Reverse(candidate.verdict), candidate.rank);
    let mut keys: Vec<_> = candidates.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    let tier = |candidate| keys.partition_point(|other| *other < key(candidate));
    candidates
        .iter()
        .map(|candidate| (PackedTurn::new(candidate.turn), tier(candidate), candidate.verdict))
        .collect()
}

/// Compares the turns that keep the verdict with each other.
fn rank(
    candidates: &mut [Candidate],
    verdict: Verdict,
    solved: &Solved,
    rules: &Rules,
    past: &HashMap<u64, usize>,
    watch: &Watch<'_>,
) {
    for candidate in candidates.iter_mut().filter(|candidate| candidate.verdict == verdict) {
        let distance = || solved.distance(&candidate.after).map_or(0, i64::from);
        candidate.rank = match verdict {
            Verdict::Win if past.contains_key(&candidate.after.placement_key()) => AGAIN,
            Verdict::Win => distance(),
            Verdict::Loss => -distance(),
            Verdict::Draw => 0,
        };
        if verdict > Verdict::Loss && !stands(solved, rules, &candidate.after, verdict, watch) {
            candidate.rank += BANNED;
        }
    }
}

/// The keys of the positions that a game has seen, and how often.
fn past_of(game: &Game) -> HashMap<u64, usize> {
    let mut past = HashMap::new();
    for (position, _) in game.history() {
        *past.entry(position.placement_key()).or_default() += 1;
    }
    past
}

/// Puts the turns in front that keep a draw safely, lead to a position that has not come too often,
/// and after which the other side is likeliest to go wrong by its `chances`.
fn press(
    candidates: &mut [Candidate],
    past: &HashMap<u64, usize>,
    chances: impl FnOnce(&[Position]) -> Vec<f64>,
) {
    let mut fresh = Vec::new();
    for candidate in candidates.iter_mut().filter(|one| one.verdict == Verdict::Draw) {
        if past.get(&candidate.after.placement_key()).is_some_and(|times| *times > OFTEN) {
            candidate.rank += AGAIN;
        } else if candidate.rank < BANNED {
            fresh.push(candidate);
        }
    }
    if fresh.len() < 2 {
        return;
    }
    let afters: Vec<Position> = fresh.iter().map(|candidate| candidate.after).collect();
    let chances = chances(&afters);
    let best = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (candidate, chance) in fresh.into_iter().zip(chances) {
        candidate.rank += i64::from(chance < best - LIKELIER);
    }
}

/// Whether the side that has just played can keep a verdict for its next few turns, whatever the
/// other side does, although it may not shuttle for ever.
fn stands(
    solved: &Solved,
    rules: &Rules,
    after: &Position,
    verdict: Verdict,
    watch: &Watch<'_>,
) -> bool {
    let mut budget = Budget::new(BAN_POSITIONS, watch);
    keeps(solved, rules, after, verdict, BAN_TURNS, &mut budget)
}

/// Whether the side that is not to move keeps a verdict for so many turns of its own. Only where a
/// ban takes turns away can it be that none does.
fn keeps(
    solved: &Solved,
    rules: &Rules,
    after: &Position,
    verdict: Verdict,
    turns: u8,
    budget: &mut Budget<'_>,
) -> bool {
    let Some(limit) = rules.options().shuttle_limit else { return true };
    let count = match after.streak(after.to_move().other()) {
        Streak::Line { count, .. } => count,
        Streak::None | Streak::Pass => 0,
    };
    if turns == 0 || after.is_over(rules) || count.saturating_add(turns) <= limit.get() {
        return true;
    }
    after.legal_turns(rules).all(|reply| {
        let position = after.play_unchecked(rules, reply);
        position.is_over(rules)
            || turns == 1 && position.shuttle_ban(rules).is_none()
            || position.legal_turns(rules).any(|turn| {
                let next = position.play_unchecked(rules, turn);
                !budget.spend()
                    || solved.verdict(&next).is_none_or(|value| -value >= verdict)
                        && keeps(solved, rules, &next, verdict, turns - 1, budget)
            })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use jarmo_core::{Position, Rules};

    use super::{AGAIN, BANNED, Candidate, LIKELIER, OFTEN, press};
    use crate::verdict::Verdict;

    #[test]
    fn the_likeliest_turn_is_in_front_unless_its_position_came_too_often() {
        let (rules, start) = (Rules::BRAINKING, Position::start(&Rules::BRAINKING));
        let candidate = |turn| {
            let after = start.play_unchecked(&rules, turn);
            Candidate { turn, after, verdict: Verdict::Draw, rank: 0 }
        };
        let mut candidates: Vec<Candidate> = start.legal_turns(&rules).map(candidate).collect();
        candidates.truncate(6);
        candidates[4].rank = BANNED;
        candidates[5].verdict = Verdict::Loss;
        let came = |place: usize, times| (candidates[place].after.placement_key(), times);
        let past = HashMap::from([came(0, OFTEN + 1), came(1, OFTEN)]);
        press(&mut candidates, &past, |positions| {
            assert_eq!(positions.len(), 3, "neither what came too often nor what is unsafe");
            vec![0.5, 0.5 - LIKELIER / 2.0, 0.5 - LIKELIER * 2.0]
        });
        let ranks: Vec<i64> = candidates.iter().map(|candidate| candidate.rank).collect();
        assert_eq!(ranks, [AGAIN, 0, 0, 1, BANNED, 0]);
    }
}
