//! The panel: whose turn it is, score, prisoners, last turn, notes, turns to choose from, legend.

use jarmo_core::{Archer, Hole, HoleSet, Position, Side, Streak, Turn};
use jarmo_notation::TurnText;

use super::columns::{cut, printable};
use super::ink::Ink;
use super::pieces;
use crate::scene::{Choice, Scene};

/// Columns of the panel where it stands beside the board.
pub(super) const WIDTH: usize = 28;

/// What stands where more would be said if there were room.
const CUT: &str = "...";

/// One line of the panel.
pub(super) type Entry = (String, Ink);

/// The panel's lines, none wider than `width`: what must be said, cut where it is longer than
/// `height`, and then as many of the turns and the legend as there is room for.
pub(super) fn entries(scene: &Scene, width: usize, height: usize) -> Vec<Entry> {
    let mut entries = short_entries(scene, width, height);
    for section in [turns(scene), legend()] {
        let section = wrapped(section, width);
        if !section.is_empty() && entries.len() + 1 + section.len() <= height {
            entries.push((String::new(), Ink::Text));
            entries.extend(section);
        }
    }
    entries
}

/// The same without turns and legend: what is put below a board that has no room at its side.
pub(super) fn short_entries(scene: &Scene, width: usize, height: usize) -> Vec<Entry> {
    let entries = state(scene).into_iter().map(|entry| wrapped(vec![entry], width)).collect();
    shortened(entries, width, height)
}

/// What is said, each in its lines, with the longest cut so far that all together are at most
/// `height` lines or one each.
fn shortened(mut entries: Vec<Vec<Entry>>, width: usize, height: usize) -> Vec<Entry> {
    let lines = entries.iter().map(Vec::len).sum::<usize>();
    for _ in height..lines {
        let longest = entries.iter_mut().max_by_key(|lines| lines.len());
        let Some(longest) = longest.filter(|lines| lines.len() > 1) else { break };
        longest.pop();
        if let Some((text, _)) = longest.last_mut()
            && !text.ends_with(cut(CUT, width.max(1)))
        {
            let mark = cut(CUT, width);
            *text = cut(text, width - mark.len()).to_owned() + mark;
        }
    }
    entries.concat()
}

fn state(scene: &Scene) -> Vec<Entry> {
    let (position, rules) = (scene.position(), scene.rules());
    let heading = match position.ending(rules) {
        Some(ending) => {
            let mut text = ending.to_string();
            text[..1].make_ascii_uppercase();
            text
        }
        None => format!("{} to move, turn {}", position.to_move(), position.turn_number()),
    };
    let score = position.score(rules);
    let mut entries = vec![
        (heading, Ink::Heading),
        (format!("White {}, Black {} points", score.white, score.black), Ink::Text),
    ];
    if let Some(turn) = scene.last_turn() {
        entries.push((format!("Last turn {}", TurnText::new(turn, scene.board())), Ink::Last));
    }
    if scene.choice() == Some(Choice::Prisoner) {
        entries.push(("An archer to bring back".to_owned(), Ink::Chosen));
    }
    entries.extend(Side::ALL.iter().filter_map(|side| prisoners(scene, *side)));
    entries.extend(Side::ALL.iter().filter_map(|side| streak(scene, *side)));
    entries.extend(
        scene
            .notes()
            .iter()
            .map(|note| (note.lines().map(printable).collect::<Vec<_>>().join("\n"), Ink::Text)),
    );
    entries
}

/// The archers that a side holds prisoner.
fn prisoners(scene: &Scene, holder: Side) -> Option<Entry> {
    let held = holder.other();
    let count = scene.position().prisoners(scene.rules(), held);
    let letter = pieces::letter(Archer { side: held, marked: false });
    let letters = format!(" {letter}").repeat(count);
    (count > 0).then(|| (format!("{holder} holds{letters}"), Ink::Text))
}

/// How near a side is to the limit of going to and fro, once it has started to.
fn streak(scene: &Scene, side: Side) -> Option<Entry> {
    let limit = scene.rules().options().shuttle_limit?.get();
    match scene.position().streak(side) {
        Streak::Line { from, to, count } if count > 1 => {
            let (from, to) = (scene.board().name(from), scene.board().name(to));
            Some((format!("{side} streak {from}-{to}: {count} of {limit}"), Ink::Text))
        }
        _ => None,
    }
}

/// For each archer that can move, or the one in hand, the holes that it may go to.
fn turns(scene: &Scene) -> Vec<Entry> {
    let position = scene.position();
    let archers = scene.chosen_hole().map_or(position.archers(position.to_move()), HoleSet::of);
    let mut entries: Vec<Entry> =
        archers.into_iter().filter_map(|from| turns_from(scene, from)).collect();
    let returns: HoleSet = legal(scene).filter_map(Turn::returning).collect();
    if !returns.is_empty() && scene.chosen_hole().is_none() {
        let names = returns.into_iter().map(|hole| format!("  @{}", scene.board().name(hole)));
        entries.push((names.collect::<String>().trim_start().to_owned(), Ink::Text));
    }
    entries
}

fn turns_from(scene: &Scene, archer: Hole) -> Option<Entry> {
    let targets: HoleSet = legal(scene)
        .filter_map(|turn| match turn {
            Turn::Move { from, to, .. } if from == archer => Some(to),
            _ => None,
        })
        .collect();
    let enemies = enemies(scene.position());
    let name = |hole: Hole| {
        let dash = if enemies.contains(hole) { 'x' } else { '-' };
        format!(" {dash}{}", scene.board().name(hole))
    };
    let names: String = targets.into_iter().map(name).collect();
    let ink = if scene.chosen_hole().is_some() { Ink::Target } else { Ink::Text };
    (!targets.is_empty()).then(|| (format!("{}{names}", scene.board().name(archer)), ink))
}

fn legal(scene: &Scene) -> impl Iterator<Item = Turn> {
    scene.position().legal_turns(scene.rules())
}

fn enemies(position: &Position) -> HoleSet {
    position.archers(position.to_move().other())
}

fn legend() -> Vec<Entry> {
    let lines = [
        "w W  White, marked White",
        "b B  Black, marked Black",
        "< >  last turn",
        "[ ]  in hand, ( ) may go to",
    ];
    lines.iter().map(|line| ((*line).to_owned(), Ink::Quiet)).collect()
}

/// The same lines, broken where they are too long.
fn wrapped(entries: Vec<Entry>, width: usize) -> Vec<Entry> {
    let wrap = |(text, ink): Entry| {
        let lines = textwrap::wrap(&text, textwrap::Options::new(width));
        lines.into_iter().map(|line| (line.into_owned(), ink)).collect::<Vec<Entry>>()
    };
    entries.into_iter().flat_map(wrap).collect()
}
