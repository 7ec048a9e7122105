//! The data that a page's script reads.

use jarmo_core::{Board, Side};
use jarmo_notation::{PositionText, TurnText};
use serde::Serialize;

use super::replay::{PointData, Replay};

#[derive(Serialize)]
pub(super) struct PageData<'a> {
    pub(super) flipped: bool,
    pub(super) games: Vec<GameData<'a>>,
}

#[derive(Serialize)]
pub(super) struct GameData<'a> {
    /// Which of the page's boards.
    board: usize,
    ranks: usize,
    files: String,
    archers: usize,
    tags: &'a [(String, String)],
    record: &'a str,
    points: Vec<Entry<'a>>,
}

/// A point of a replay; what is empty is left out.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    position: String,
    score: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    before: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    after: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    glyphs: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a str>,
}

pub(super) fn game<'a>(replay: &'a Replay, boards: &[Board]) -> GameData<'a> {
    let board = replay.rules.board();
    GameData {
        board: boards.iter().position(|other| other == board).unwrap_or(0),
        ranks: board.ranks(),
        files: (0..board.files()).map(|file| board.file_letter(file)).collect(),
        archers: board.archers(),
        tags: &replay.tags,
        record: &replay.record,
        points: replay.points.iter().map(|point| entry(replay, point)).collect(),
    }
}

fn entry<'a>(replay: &'a Replay, point: &'a PointData) -> Entry<'a> {
    let board = replay.rules.board();
    let score = point.position.score(&replay.rules);
    let remarks = &point.remarks;
    Entry {
        parent: point.arrival.map(|(from, _)| from.0),
        turn: point.arrival.map(|(_, turn)| TurnText::new(turn, board).to_string()),
        position: PositionText::new(&point.position, board).to_string(),
        score: Side::ALL.map(|side| score.of(side)),
        ending: point.position.ending(&replay.rules).map(|ending| ending.to_string()),
        before: &remarks.before,
        after: &remarks.after,
        glyphs: &remarks.glyphs,
        evaluation: remarks.evaluation.filter(|points| points.is_finite()),
        verdict: remarks.verdict.as_deref(),
    }
}
