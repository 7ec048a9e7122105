//! Annotating a record with the engine: evaluations, better lines, glyphs on mistakes, accuracy.
//!
//! What is in a record already is kept, and an evaluation that is there is not made again: so an
//! annotation that was interrupted goes on from its own output, and a second one changes nothing.

mod judgement;
mod survey;

use jarmo_ai::{Solved, Verdict};
use jarmo_core::{GameResult, Position, Rules, Side, Turn};
use jarmo_notation::{Eval, NodeId, Outcome, Record, commands};

pub(crate) use judgement::Report;
pub(crate) use survey::{Effort, survey};

/// What the search says of a position of the main line.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The evaluation, White's view.
    pub(crate) eval: Eval,
    /// How the game ends from here, where that is certain.
    pub(crate) result: Option<GameResult>,
    /// How play would go on at its best; nothing where the game is over or the evaluation was
    /// there before.
    pub(crate) line: Vec<Turn>,
}

impl Finding {
    /// What a record said of a position already, if one of its comments has an evaluation.
    fn known(record: &Record, id: NodeId) -> Option<Finding> {
        record.node(id).comments().iter().find_map(|comment| {
            let eval = Eval::find(comment)?;
            let said = commands(comment).find(|command| command.name == RESULT);
            let result = match said.map(|command| command.arguments.parse()) {
                Some(Ok(Outcome::Decided(result))) => Some(result),
                _ => None,
            };
            Some(Finding { eval, result, line: Vec::new() })
        })
    }

    /// The comment that says it.
    fn comment(&self) -> String {
        match self.result {
            Some(result) => format!("{} [%{RESULT} {result}]", self.eval),
            None => self.eval.to_string(),
        }
    }

    /// How the game ends for the side to move in a position that this is of, where that is certain.
    fn verdict(&self, position: &Position, rules: &Rules, solved: &Solved) -> Option<Verdict> {
        let side = position.to_move();
        let of = |winner: Option<Side>| match winner {
            None => Verdict::Draw,
            Some(winner) if winner == side => Verdict::Win,
            Some(_) => Verdict::Loss,
        };
        if position.is_over(rules) {
            return Some(of(position.score(rules).leader()));
        }
        solved.verdict(position).or_else(|| self.result.map(|result| of(result.winner())))
    }
}

/// The command in a comment that says how a game ends for certain.
const RESULT: &str = "result";

/// How many turns of a better line are shown.
const LINE_TURNS: usize = 8;

/// The positions of the main line, the start first.
pub(crate) fn main_line(record: &Record) -> Vec<NodeId> {
    std::iter::once(NodeId::ROOT).chain(record.main_line()).collect()
}

/// What a record says of the positions of its main line already.
pub(crate) fn known_findings(record: &Record) -> Vec<Option<Finding>> {
    main_line(record).into_iter().map(|id| Finding::known(record, id)).collect()
}

/// The places without a finding.
pub(crate) fn unknown(findings: &[Option<Finding>]) -> Vec<usize> {
    (0..findings.len()).filter(|place| findings[*place].is_none()).collect()
}

/// What each turn of the main line gave away, where its positions are known: by the evaluations
/// before and after it, and by what is certain.
fn losses(record: &Record, findings: &[Option<Finding>], solved: &Solved) -> Vec<Option<f64>> {
    let positions: Vec<&Position> =
        main_line(record).into_iter().map(|id| record.node(id).position()).collect();
    let of = |places: (&[&Position], &[Option<Finding>])| {
        let ([before, after], [Some(first), Some(second)]) = places else { return None };
        let loss = judgement::loss(before.to_move(), &first.eval, &second.eval);
        let first = first.verdict(before, record.rules(), solved);
        let second = second.verdict(after, record.rules(), solved);
        Some(judgement::corrected(loss, first, second))
    };
    positions.windows(2).zip(findings.windows(2)).map(of).collect()
}

/// The places whose evaluation was there before, but not the better line that the turn played
/// there calls for.
pub(crate) fn without_line(
    record: &Record,
    findings: &[Option<Finding>],
    solved: &Solved,
) -> Vec<usize> {
    let line = main_line(record);
    let losses = losses(record, findings, solved);
    let wanting = |place: &usize| {
        let (Some(before), Some(loss)) = (&findings[*place], losses[*place]) else { return false };
        let node = record.node(line[*place]);
        before.line.is_empty() && node.children().len() < 2 && judgement::glyph(loss).is_some()
    };
    (0..losses.len()).filter(wanting).collect()
}

/// Writes findings into a record: each as `[%eval]`, and on each turn that gave something away a
/// glyph and the better line. `findings` are those of [`main_line`], as far as there are any.
pub(crate) fn annotate(
    record: &mut Record,
    findings: &[Option<Finding>],
    solved: &Solved,
) -> Report {
    let line = main_line(record);
    let losses = losses(record, findings, solved);
    let mut report = Report::default();
    for (i, id) in line.iter().enumerate() {
        let Some(Some(finding)) = findings.get(i) else { continue };
        if Finding::known(record, *id).is_none() {
            record.add_comment(*id, &finding.comment());
        }
        let Some(turn) = i.checked_sub(1) else { continue };
        let (Some(before), Some(loss)) = (&findings[turn], losses[turn]) else { continue };
        let parent = line[turn];
        let side = record.node(parent).position().to_move();
        report.add(side, loss, record.numbered(*id));
        if let Some(glyph) = judgement::glyph(loss) {
            mark(record, *id, glyph);
            add_line(record, parent, before);
        }
    }
    for side in Side::ALL {
        if let Some(accuracy) = report.of(side).accuracy() {
            record.tags.set(&format!("{side}Accuracy"), &format!("{accuracy:.1}"));
        }
    }
    report
}

/// Marks a turn, unless somebody has judged it already.
fn mark(record: &mut Record, id: NodeId, glyph: jarmo_notation::Glyph) {
    let judged = record.node(id).glyphs().iter().any(|glyph| glyph.spelling().is_some());
    if !judged {
        record.add_glyph(id, glyph);
    }
}

/// Adds the better line as a variation, unless its first turn is there already.
fn add_line(record: &mut Record, parent: NodeId, finding: &Finding) {
    let Some(first) = finding.line.first() else { return };
    let there =
        record.node(parent).children().iter().any(|id| record.node(*id).turn() == Some(*first));
    if there {
        return;
    }
    let mut node = parent;
    for turn in finding.line.iter().take(LINE_TURNS) {
        // A line ends where the game would.
        let Ok(next) = record.play(node, *turn) else { break };
        if node == parent {
            record.add_comment(next, &finding.comment());
        }
        node = next;
    }
}
