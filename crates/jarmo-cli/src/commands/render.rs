//! `jarmo render`: pictures of positions, and pages that play through games.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use jarmo_ai::Solved;
use jarmo_core::{Position, Side, Turn};
use jarmo_notation::{Eval, NodeId, Record, without_commands};
use jarmo_render::html::{self, HtmlOptions, Point, Replay};
use jarmo_render::svg::{self, SvgOptions};
use jarmo_render::text;
use jarmo_render::{Choice, Scene, png};

use crate::args::{self, Opening, Render};
use crate::solutions::{Solution, Solutions};
use crate::terminal::Appearance;
use crate::{files, output};

/// Draws the position, or the end of the record's game; or makes a page of the record's games.
pub(crate) fn run(
    opening: &Opening,
    options: &Render,
    appearance: Appearance,
) -> anyhow::Result<ExitCode> {
    let extension = files::extension(&options.output);
    let extension = extension.as_deref();
    if let Some(message) = misuse(options, extension) {
        return Ok(args::misused(message));
    }
    let read = options.file.as_deref().into_iter().chain(opening.board_file());
    output::keep_apart(&options.output, read)?;
    let records = match &options.file {
        Some(path) => files::read_records(path, args::boards(&opening.board()?))?.records,
        None => Vec::new(),
    };
    let below = if options.flip { Side::Black } else { Side::White };
    let bytes = if extension == Some("html") {
        page(&records, opening, options, below)?.into_bytes()
    } else {
        let scene = in_hand(scene(&records, opening, options, below)?, options)?;
        picture(&scene, extension, options, appearance)?
    };
    output::write_whole(&options.output, |out| Ok(out.write_all(&bytes)?))?;
    Ok(ExitCode::SUCCESS)
}

/// What is asked for and would be passed over.
fn misuse(options: &Render, extension: Option<&str>) -> Option<&'static str> {
    if extension == Some("html") && (options.ply.is_some() || options.hole.is_some()) {
        return Some("a page plays through whole games: --ply and --hole are for pictures");
    }
    None
}

fn scene(
    records: &[Record],
    opening: &Opening,
    options: &Render,
    below: Side,
) -> anyhow::Result<Scene> {
    if records.is_empty() {
        let game = opening.game()?;
        return Ok(Scene::new(game.rules(), game.position()).seen_from(below));
    }
    let record = game(records, options.game.unwrap_or(1))?;
    let line: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(record.main_line()).collect();
    let ply = options.ply.unwrap_or(line.len() - 1);
    let Some(id) = line.get(ply) else {
        bail!("the game has no position after {ply} turns: it has {}", line.len() - 1);
    };
    let node = record.node(*id);
    Ok(Scene::new(record.rules(), node.position()).after(node.turn()).seen_from(below))
}

/// A game of the record, counted from 1.
fn game(records: &[Record], number: usize) -> anyhow::Result<&Record> {
    let found = number.checked_sub(1).and_then(|at| records.get(at));
    found.with_context(|| format!("there is no game {number}: the file has {}", records.len()))
}

/// The scene with the archer in hand that was asked for, if one was.
fn in_hand(scene: Scene, options: &Render) -> anyhow::Result<Scene> {
    let Some(name) = &options.hole else { return Ok(scene) };
    let Some(hole) = scene.board().hole(name) else {
        bail!("--hole: there is no hole {name:?} on this board");
    };
    Ok(scene.choosing(Choice::Hole(hole)))
}

fn picture(
    scene: &Scene,
    extension: Option<&str>,
    options: &Render,
    appearance: Appearance,
) -> anyhow::Result<Vec<u8>> {
    let svg_options = SvgOptions::new(options.width);
    Ok(match extension {
        Some("svg") => svg::draw(scene, &svg_options).into_bytes(),
        Some("png") => png::draw(scene, &svg_options)?,
        Some("txt") => text::draw(scene, &appearance.drawing_for_file()).into_bytes(),
        _ => bail!(
            "{}: the extension does not say what to draw: expected .svg, .png, .html or .txt",
            options.output.display()
        ),
    })
}

/// A page of the games, of the one that was asked for, or of the position where there is no game.
fn page(
    records: &[Record],
    opening: &Opening,
    options: &Render,
    below: Side,
) -> anyhow::Result<String> {
    let mut solutions = Solutions::new(opening.tables.clone());
    let mut replays = Vec::new();
    let chosen = match options.game {
        Some(number) => std::slice::from_ref(game(records, number)?),
        None => records,
    };
    for record in chosen {
        replays.push(replay(record, &solutions.of(record.rules())?)?);
    }
    if records.is_empty() {
        let game = opening.game()?;
        let mut replay = Replay::new(game.rules(), game.position())?;
        let start = replay.start();
        replay.remarks(start).verdict = verdict(&solutions.of(game.rules())?, game.position());
        replays.push(replay);
    }
    let name = options.file.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy());
    Ok(html::draw(name.as_deref().unwrap_or("Jarmo"), &replays, &HtmlOptions { below }))
}

/// A record as the page has it.
fn replay(record: &Record, solved: &Solved) -> anyhow::Result<Replay> {
    let mut replay = Replay::new(record.rules(), record.node(NodeId::ROOT).position())?;
    for (name, value) in record.tags.iter() {
        replay.tag(name, value);
    }
    replay.set_record(record.to_string());
    let mut points = std::collections::HashMap::from([(NodeId::ROOT, replay.start())]);
    remark(&mut replay, record, NodeId::ROOT, points[&NodeId::ROOT], solved);
    // A turn's line comes before the variations on it, and those are written behind it.
    for id in record.in_written_order() {
        let parent = record.parent(id).unwrap_or(NodeId::ROOT);
        let turn: Option<Turn> = record.node(id).turn();
        let played =
            points.get(&parent).zip(turn).and_then(|(at, turn)| replay.play(*at, turn).ok());
        if let Some(point) = played {
            points.insert(id, point);
            remark(&mut replay, record, id, point, solved);
        }
    }
    Ok(replay)
}

/// What is known of a position by tables or because it is of the first turns; not that a game is
/// over, which is seen anyway.
fn verdict(solved: &Solved, position: &Position) -> Option<String> {
    Solution::of(solved, position).map(|solution| {
        let text = solution.to_string();
        text[..1].to_uppercase() + &text[1..]
    })
}

/// Takes over what is said about a turn.
fn remark(replay: &mut Replay, record: &Record, id: NodeId, point: Point, solved: &Solved) {
    let node = record.node(id);
    let plain = |comments: &[String]| -> Vec<String> {
        comments
            .iter()
            .map(|comment| without_commands(comment))
            .filter(|text| !text.is_empty())
            .collect()
    };
    let remarks = replay.remarks(point);
    remarks.before = plain(node.comments_before());
    remarks.after = plain(node.comments());
    remarks.glyphs = node.glyphs().iter().map(|glyph| glyph.shown()).collect();
    remarks.verdict = verdict(solved, node.position());
    remarks.evaluation =
        node.comments().iter().find_map(|comment| Eval::find(comment)).map(|eval| eval.points);
}
