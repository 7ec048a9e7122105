//! What a session shows: the board, turns, the tree, the score.

use anyhow::bail;
use jarmo_core::{Hole, HoleSet, Side, Turn};
use jarmo_notation::{NodeId, PositionText, Record, TurnText};
use jarmo_render::{Choice, Scene, text};

use super::Session;
use super::complete::Words;
use crate::{commands, shown};

/// Rows that the prompt and its answer take below the board.
pub(super) const PROMPT_ROWS: usize = 3;
/// Columns from which on there is room for the turns beside the board.
const LIST_FROM: usize = 106;
/// Columns that the turns take.
const LIST_WIDTH: usize = 26;

impl Session {
    pub(super) fn prompt(&self) -> String {
        let position = self.position();
        match self.ending() {
            Some(_) => "over> ".to_owned(),
            None => format!("{} {}> ", position.to_move(), position.turn_number()),
        }
    }

    /// What can be said now, for completion.
    pub(super) fn words(&self) -> Words {
        let (rules, position) = (self.rules(), self.position());
        let movable = |hole: &Hole| !position.targets(rules, *hole).is_empty();
        Words {
            turns: self.turn_texts(position.legal_turns(rules)),
            holes: position
                .archers(position.to_move())
                .into_iter()
                .filter(movable)
                .map(|hole| rules.board().name(hole).to_string())
                .collect(),
            tags: self.tag_names(),
            answers: &[],
        }
    }

    /// The names of the tags that can be typed.
    fn tag_names(&self) -> Vec<String> {
        let names = self.record().tags.iter().map(|(name, _)| name.to_owned());
        names.filter(|name| name.chars().all(text::is_shown)).collect()
    }

    fn turn_texts(&self, turns: impl Iterator<Item = Turn>) -> Vec<String> {
        let board = self.rules().board();
        let mut texts: Vec<String> =
            turns.map(|turn| TurnText::new(turn, board).to_string()).collect();
        texts.sort_unstable();
        texts
    }

    pub(super) fn position_text(&self) -> String {
        PositionText::new(self.position(), self.rules().board()).to_string()
    }

    pub(super) fn show_board(&self) -> anyhow::Result<()> {
        self.draw_board(self.node, None, PROMPT_ROWS)
    }

    /// Shows the board to a person, with room below it for so many rows before the prompt.
    pub(super) fn redraw_above(&self, rows: usize) -> anyhow::Result<()> {
        if !self.interactive {
            return Ok(());
        }
        self.draw_board(self.node, None, PROMPT_ROWS + rows)
    }

    /// Shows the board to a person, after something on it has changed.
    pub(super) fn redraw(&self) -> anyhow::Result<()> {
        self.redraw_above(0)
    }

    /// Draws the board after a turn, and beside it, where there is room, the turns up to it.
    /// Leaves so many of the terminal's rows for what comes below it.
    fn draw_board(&self, id: NodeId, chosen: Option<Hole>, rows_left: usize) -> anyhow::Result<()> {
        let node = self.record().node(id);
        let mut scene = Scene::new(self.rules(), node.position())
            .after(node.turn())
            .seen_from(self.below)
            .choosing(chosen.map(Choice::Hole));
        for note in self.notes(id) {
            scene = scene.note(note);
        }
        let mut options = self.appearance.drawing(rows_left);
        if options.width < LIST_FROM {
            draw!(text::draw(&scene, &options));
            return Ok(());
        }
        options.width -= LIST_WIDTH;
        let drawing = text::draw(&scene, &options);
        let plain = text::draw(&scene, &options.with_colour(false));
        let list = turn_list(self.record(), id, plain.lines().count(), options.colour);
        let rows = drawing.lines().zip(plain.lines());
        for (i, (row, plain)) in rows.enumerate() {
            let gap = options.width.saturating_sub(text::columns(plain));
            let entry = list.get(i).map_or("", String::as_str);
            let row = format!("{row}{:gap$}{entry}", "");
            draw!(format!("{}\n", row.trim_end()));
        }
        Ok(())
    }

    /// What is said beside the board about a turn.
    fn notes(&self, id: NodeId) -> Vec<String> {
        let node = self.record().node(id);
        let mut notes: Vec<String> = node.glyphs().iter().map(|glyph| glyph.shown()).collect();
        notes.extend(
            node.comments()
                .iter()
                .map(|comment| jarmo_notation::without_commands(comment))
                .filter(|text| !text.is_empty()),
        );
        if let Some(clock) = &self.clock {
            let [white, black] = Side::ALL.map(|side| clock.shown(side));
            notes.push(format!("Clocks: White {white}, Black {black}"));
        }
        if self.variation_start().is_some() {
            notes.push("In a variation.".to_owned());
        }
        if node.children().len() > 1 {
            notes.push(format!("Variations ahead: {}", node.children().len() - 1));
        }
        notes
    }

    pub(super) fn moves(&self, name: &str) -> anyhow::Result<()> {
        let (rules, position) = (self.rules(), self.position());
        if self.ending().is_some() {
            bail!("the game is over: there is no legal turn");
        }
        if name.is_empty() {
            return self.print_turns(&self.turn_texts(position.legal_turns(rules)));
        }
        let Some(hole) = rules.board().hole(name) else {
            bail!("the board has no hole {name}");
        };
        let own = position.archers(position.to_move()).contains(hole);
        let here = |turn: &Turn| match turn {
            Turn::Move { from, .. } => *from == hole,
            Turn::Return(to) => *to == hole,
            Turn::Pass => false,
        };
        let texts = self.turn_texts(position.legal_turns(rules).filter(here));
        if self.interactive && own {
            self.draw_board(self.node, Some(hole), PROMPT_ROWS)?;
        }
        let joined = self.hole_names(rules.board().neighbours(hole));
        say!("{}: lines to {joined}.", rules.board().name(hole));
        if texts.is_empty() {
            say!("{}", self.why_no_turn(hole));
            return Ok(());
        }
        self.print_turns(&texts)
    }

    /// Why no legal turn starts from a hole.
    fn why_no_turn(&self, hole: Hole) -> String {
        let (rules, position) = (self.rules(), self.position());
        let (name, side) = (rules.board().name(hole), position.to_move());
        if !position.archers(side).contains(hole) {
            return match position.archer_at(hole) {
                Some(archer) => {
                    format!("The archer on {name} is {}'s, and it is {side}'s turn.", archer.side)
                }
                None => format!("No archer stands on {name}."),
            };
        }
        if rules.goal_row(side).contains(hole) {
            return format!("{name} is home and cannot move.");
        }
        format!("The archer on {name} has no legal turn.")
    }

    fn hole_names(&self, holes: HoleSet) -> String {
        let names = holes.into_iter().map(|hole| self.rules().board().name(hole).to_string());
        names.collect::<Vec<_>>().join(", ")
    }

    /// Turns one a line to a pipe, side by side to a person.
    fn print_turns(&self, texts: &[String]) -> anyhow::Result<()> {
        if !self.interactive {
            say!("{}", texts.join("\n"));
            return Ok(());
        }
        let width = texts.iter().map(String::len).max().unwrap_or(0) + 2;
        let columns = (crate::terminal::size().0 / width).max(1);
        for row in texts.chunks(columns) {
            let cells: Vec<String> = row.iter().map(|text| format!("{text:width$}")).collect();
            say!("{}", cells.concat().trim_end());
        }
        Ok(())
    }

    pub(super) fn score(&self) -> anyhow::Result<()> {
        let (rules, position) = (self.rules(), self.position());
        let score = position.score(rules);
        for side in Side::ALL {
            let home = position.home(rules, side).len();
            let others = position.archers(side).len() - home;
            say!("{side}: {} ({home} home, {others} on the way)", score.of(side));
        }
        if self.in_match { self.tell_match() } else { Ok(()) }
    }

    pub(super) fn flip(&mut self) -> anyhow::Result<()> {
        self.below = self.below.other();
        self.redraw()
    }

    /// Prints the record, or draws the board after an earlier turn.
    pub(super) fn show(&self, arguments: &str) -> anyhow::Result<()> {
        if arguments.is_empty() {
            return self.show_record();
        }
        let node = self.find_turn(arguments)?;
        self.draw_board(node, None, PROMPT_ROWS)?;
        say!("{}", self.record().numbered(node));
        Ok(())
    }

    fn show_record(&self) -> anyhow::Result<()> {
        let mut record = self.record().clone();
        record.complete();
        let whole = record.to_string();
        if !shown::is_terminal() {
            draw!(whole);
            return Ok(());
        }
        for line in whole.lines() {
            say!("{}", text::printable(line));
        }
        Ok(())
    }

    pub(super) fn explain_rules(&self, name: &str) -> anyhow::Result<()> {
        let set = match name {
            "" => self.rules().options().rule_set().unwrap_or_default(),
            name => name.parse()?,
        };
        draw!(commands::rules::text(set));
        Ok(())
    }

    /// The turn at hand with its number, as in `12... E5-C4`.
    pub(super) fn last_turn_text(&self) -> String {
        match self.record().parent(self.node) {
            Some(_) => self.record().numbered(self.node),
            None => "At the start.".to_owned(),
        }
    }

    /// The first turns of a line in one line.
    pub(super) fn line_text(&self, first: NodeId) -> String {
        let record = self.record();
        let line = std::iter::successors(Some(first), |id| record.next(*id)).take(5);
        line.map(|id| record.numbered(id)).collect::<Vec<_>>().join(" ")
    }

    /// Prints every turn, variations indented below the turn that they are on.
    pub(super) fn tree(&self) -> anyhow::Result<()> {
        let record = self.record();
        for comment in record.node(NodeId::ROOT).comments() {
            say!("  {{{}}}", text::printable(comment));
        }
        // How deep each line is, by its nodes in written order.
        let mut depths = std::collections::HashMap::from([(NodeId::ROOT, 0_usize)]);
        for id in record.in_written_order() {
            let parent = record.parent(id).unwrap_or(NodeId::ROOT);
            let depth = depths[&parent] + usize::from(record.next(parent) != Some(id));
            depths.insert(id, depth);
            let here = if id == self.node { '>' } else { ' ' };
            let node = record.node(id);
            let mut line = format!("{here} {:1$}", "", depth * 2);
            line += &record.numbered(id);
            for glyph in node.glyphs() {
                line += &format!(" {}", glyph.shown());
            }
            for comment in node.comments_before().iter().chain(node.comments()) {
                line += &format!(" {{{}}}", text::printable(comment));
            }
            say!("{line}");
        }
        say!("  {}", record.outcome);
        Ok(())
    }
}

/// The line up to a turn, a row for each turn number, as many of the last as there are rows; the
/// turn at hand stands out where there is colour.
fn turn_list(record: &Record, id: NodeId, rows: usize, colour: bool) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for node in record.path(id) {
        let before = record.node(record.parent(node).unwrap_or(NodeId::ROOT)).position();
        let turn = record
            .node(node)
            .turn()
            .map(|turn| TurnText::new(turn, record.rules().board()).to_string());
        let glyphs: String =
            record.node(node).glyphs().iter().filter_map(|glyph| glyph.spelling()).collect();
        let text = format!("{:<10}", turn.unwrap_or_default() + &glyphs);
        let text = if colour && node == id {
            format!("\x1b[1;7m{}\x1b[0m", text.trim_end())
        } else {
            text
        };
        match (before.to_move(), list.last_mut()) {
            (Side::Black, Some(row)) => *row += &text,
            (side, _) => {
                let first =
                    if side == Side::Black { format!("{:<10}", "...") } else { String::new() };
                list.push(format!("{:>3}. {first}{text}", before.turn_number()));
            }
        }
    }
    list.split_off(list.len().saturating_sub(rows))
}
