//! Comments, glyphs and variations for generated games.

use fastrand::Rng;
use jarmo_notation::{Glyph, NodeId, Record};

use crate::games::choose;

/// What annotators say.
const REMARKS: [&str; 10] = [
    "The archer on the edge is out of play now.",
    "Why not at once?",
    "A mark that will be worth its weight: it pays for a return later on.",
    "[%clk 0:04:12]",
    "Only so; everything else loses an archer, and with it the race to the goal row.",
    "Black is a whole turn too late. (Compare the third game of the match.)",
    "Надо было идти вперёд.",
    "Loses; see the line \\ below.",
    "A smiley :-} ends a brace, so that this one stands behind a semicolon.",
    "First paragraph, long enough that it has to be broken somewhere near its end.\nSecond one.",
];

/// Adds comments, glyphs and variations, nested up to three deep.
pub(crate) fn annotate(record: &mut Record, rng: &mut Rng) {
    if rng.u8(..) < 8 {
        record.escapes.push(" kept for programs that know what it means".to_owned());
    }
    if rng.u8(..) < 32 {
        record.tags.push("Annotator", "Zöhrä");
    }
    for depth in 0..3 {
        for node in record.in_written_order() {
            if rng.u8(..) < 12 {
                vary(record, rng, node);
            }
            if depth == 0 {
                remark(record, rng, node);
            }
        }
    }
}

/// Adds a short line of play in place of a turn.
fn vary(record: &mut Record, rng: &mut Rng, instead_of: NodeId) {
    let Some(mut node) = record.parent(instead_of) else { return };
    let mut turns = Vec::new();
    for _ in 0..rng.usize(1..6) {
        let position = *record.node(node).position();
        let Some(turn) = choose(rng, &mut turns, record.rules(), &position) else { break };
        node = record.play(node, turn).expect("it was chosen from the legal turns");
    }
    remark(record, rng, node);
}

fn remark(record: &mut Record, rng: &mut Rng, node: NodeId) {
    let mut text = || REMARKS[rng.usize(..REMARKS.len())];
    let (before, after) = (text(), text());
    match rng.u8(..) {
        0..8 => record.add_comment_before(node, before),
        8..32 => record.add_comment(node, after),
        32..40 => {
            let points = f64::from(rng.i16(-400..400)) / 100.0;
            record.add_comment(node, &format!("[%eval {points:.2},12] {after}"));
        }
        _ => {}
    }
    if rng.u8(..) < 20 {
        record.add_glyph(node, Glyph(rng.u8(1..20)));
    }
}
