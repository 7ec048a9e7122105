//! The scene in words, for whoever hears a picture instead of seeing it.

use jarmo_core::{HoleSet, Side};
use jarmo_notation::TurnText;

use crate::scene::Scene;

/// Whose turn it is, or how the game ended.
pub(crate) fn title(scene: &Scene) -> String {
    let position = scene.position();
    match position.ending(scene.rules()) {
        Some(ending) => format!("Jarmo, turn {}: {ending}", position.turn_number()),
        None => format!("Jarmo, turn {}: {} to move", position.turn_number(), position.to_move()),
    }
}

/// Where everybody stands, who is a prisoner, and the last turn.
pub(crate) fn position(scene: &Scene) -> String {
    let mut sentences: Vec<String> = Side::ALL.iter().map(|side| archers(scene, *side)).collect();
    if let Some(turn) = scene.last_turn() {
        sentences.push(format!("Last turn {}.", TurnText::new(turn, scene.board())));
    }
    if let Some(hole) = scene.chosen_hole() {
        let (hole, targets) = (scene.board().name(hole), names(scene, scene.targets()));
        let targets = if targets.is_empty() { "no hole".to_owned() } else { targets };
        sentences.push(format!("{hole} is in hand and may go to {targets}."));
    }
    sentences.join(" ")
}

fn archers(scene: &Scene, side: Side) -> String {
    let position = scene.position();
    let mut parts = Vec::new();
    let marked = position.marked(side) & scene.board().holes();
    let unmarked = (position.archers(side) & scene.board().holes()).minus(marked);
    for (kind, holes) in [("on", unmarked), ("marked on", marked)] {
        if !holes.is_empty() {
            parts.push(format!("{kind} {}", names(scene, holes)));
        }
    }
    match position.prisoners(scene.rules(), side) {
        0 => {}
        1 => parts.push("1 prisoner".to_owned()),
        count => parts.push(format!("{count} prisoners")),
    }
    format!("{side}: {}.", parts.join("; "))
}

fn names(scene: &Scene, holes: HoleSet) -> String {
    let names = holes.into_iter().map(|hole| scene.board().name(hole).to_string());
    names.collect::<Vec<_>>().join(", ")
}
