//! Keys of positions.
//!
//! They are part of the format, so that they are made here from the position's contents and not
//! taken from the rules' own hashing, which is free to change.

use jarmo_core::{Position, ReturnTiming, Rules, Side, Streak};

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of a sequence of words.
fn fold(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |key, word| mix(key ^ word))
}

/// The key of everything in the rules that decides what a position means; the side that moves
/// first and the board's name do not.
pub(super) fn of_rules(rules: &Rules) -> u64 {
    let (board, options) = (rules.board(), rules.options());
    let returns = match options.returns {
        ReturnTiming::WholeTurn => 0,
        ReturnTiming::Added => 1,
    };
    let limit = options.shuttle_limit.map_or(0, |limit| u64::from(limit.get()));
    let head = [
        returns,
        limit,
        u64::from(options.backward),
        board.files() as u64,
        board.ranks() as u64,
        board.archers() as u64,
        u64::from(board.first_row(Side::White).bits()),
        u64::from(board.first_row(Side::Black).bits()),
    ];
    let lines = board.holes().into_iter().map(|hole| u64::from(board.neighbours(hole).bits()));
    fold(head.into_iter().chain(lines))
}

/// The key of a position under the rules with this key. Positions with the same archers, marks,
/// side to move and legal turns have the same key, so that lines of play meet again where they
/// transpose: a streak counts only where it forbids something.
pub(super) fn of_position(rules_key: u64, rules: &Rules, position: &Position) -> u64 {
    let limit = rules.options().shuttle_limit;
    let forbids = |count| limit.is_some_and(|limit| count >= limit.get());
    let streak = |side| match position.streak(side) {
        Streak::Pass => 1,
        Streak::Line { from, to, count } if forbids(count) => {
            0x1_0000 | (from.index() as u64) << 8 | to.index() as u64
        }
        Streak::None | Streak::Line { .. } => 0,
    };
    let bits = |side| u64::from(position.archers(side).bits());
    let marked = position.marked(Side::White) | position.marked(Side::Black);
    fold([
        rules_key,
        bits(Side::White) << 32 | bits(Side::Black),
        u64::from(marked.bits()) << 32 | position.to_move().index() as u64,
        streak(Side::White) << 32 | streak(Side::Black),
    ])
}

/// The key of the default start position: kept in each index, so that one whose keys were made
/// otherwise is noticed.
pub(super) fn of_start() -> u64 {
    let rules = Rules::BRAINKING;
    of_position(of_rules(&rules), &rules, &Position::start(&rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    use jarmo_core::RuleSet;
    use jarmo_notation::parse_position;

    fn key(text: &str, rules: &Rules) -> u64 {
        let position = parse_position(text, rules).expect(text);
        of_position(of_rules(rules), rules, &position)
    }

    /// Indexes that people have hold these keys: whoever changes one changes the format's version.
    #[test]
    fn keys_are_the_formats() {
        assert_eq!(of_start(), 11_275_914_403_964_048_506);
        let late = "1w2w/5/1W3/5/1ww2 b A1-B3:4 -- 22";
        assert_eq!(key(late, &Rules::BRAINKING), 6_416_384_550_978_083_101);
    }

    #[test]
    fn rule_sets_are_told_apart() {
        let start = "bbbbb/5/5/5/wwwww w - - 1";
        let [a, b, c] = RuleSet::ALL.map(|set| key(start, &Rules::of(set)));
        assert!(a != b && b != c && a != c);
        let black_first = Rules::new(
            *Rules::BRAINKING.board(),
            RuleSet::Brainking.options().with_first(Side::Black),
        );
        assert_eq!(key(start, &black_first), a);
    }

    #[test]
    fn streaks_count_where_they_forbid() {
        let rules = Rules::BRAINKING;
        let with = |streak| key(&format!("bbbbb/5/5/2w2/1wwww b {streak} - 1"), &rules);
        assert_eq!(with("A1-C2:1"), with("-"));
        assert_eq!(with("A1-C2:3"), with("-"));
        assert_ne!(with("A1-C2:4"), with("-"));
        assert_ne!(with("--"), with("-"));
    }
}
