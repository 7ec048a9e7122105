//! Annotating a record by hand.

use anyhow::{Context, bail};
use jarmo_notation::{Glyph, NodeId, Record, Tags};
use jarmo_render::text::printable;

use super::Session;
use super::ending::settled;

/// Whether it makes a difference to how the game ended that the tag `Termination` is set to this.
fn ends_game(record: &Record, value: &str) -> bool {
    let mut other = record.clone();
    other.tags.set("Termination", value);
    settled(record) != settled(&other)
}

/// Whether a tag can have this name as it is.
fn is_tag_name(name: &str) -> bool {
    let mut tags = Tags::new();
    tags.set(name, "");
    tags.get(name).is_some()
}

impl Session {
    /// The turn at hand, for what only a turn can have.
    fn turn_at_hand(&self) -> anyhow::Result<NodeId> {
        if self.node == NodeId::ROOT {
            bail!("this is the start: go to a turn first");
        }
        Ok(self.node)
    }

    pub(super) fn comment(&mut self, text: &str) -> anyhow::Result<()> {
        let node = self.node;
        if text.is_empty() {
            self.record_mut().clear_comments(node);
            return Ok(());
        }
        match text.strip_prefix("before ") {
            Some(text) => {
                let node = self.turn_at_hand()?;
                self.record_mut().add_comment_before(node, text);
            }
            None => self.record_mut().add_comment(node, text),
        }
        Ok(())
    }

    pub(super) fn glyph(&mut self, text: &str) -> anyhow::Result<()> {
        let node = self.turn_at_hand()?;
        if text.is_empty() {
            self.record_mut().clear_glyphs(node);
            return Ok(());
        }
        let glyphs: Vec<Glyph> = text
            .split_whitespace()
            .map(|word| word.parse().with_context(|| format!("{word:?} is no glyph")))
            .collect::<anyhow::Result<_>>()?;
        for glyph in glyphs {
            self.record_mut().add_glyph(node, glyph);
        }
        Ok(())
    }

    pub(super) fn tag(&mut self, arguments: &str) -> anyhow::Result<()> {
        let (name, value) = arguments.split_once(char::is_whitespace).unwrap_or((arguments, ""));
        if name.is_empty() {
            for (name, value) in self.record().tags.iter() {
                say!("{}", printable(&format!("{name}: {value}")));
            }
            return Ok(());
        }
        match name {
            // They are what the game is played by; a tag alone would not change it.
            "Rules" | "First" | "Position" | "Board" => {
                bail!("{name} belongs to the game: new and position start another");
            }
            "Result" | "Score" => bail!("{name} follows from the game: resign and draw end it"),
            "Termination" if ends_game(self.record(), value.trim().trim_matches('"')) => {
                bail!("that ends the game or takes its end back: resign, draw and undo do so");
            }
            _ if !is_tag_name(name) => {
                bail!("{} is no name of a tag: it has no quotes and brackets", printable(name));
            }
            _ => {}
        }
        match value.trim() {
            "" if self.record_mut().tags.remove(name) => Ok(()),
            "" => bail!("there is no tag {name}"),
            value => {
                self.record_mut().tags.set(name, value.trim_matches('"'));
                Ok(())
            }
        }
    }

    pub(super) fn promote(&mut self, arguments: &str) -> anyhow::Result<()> {
        let first = self.variation_start().context("this is the main line already")?;
        match arguments {
            "main" => {
                let node = self.node;
                self.record_mut().promote_to_main(node);
            }
            "" => {
                self.record_mut().promote(first);
            }
            other => bail!("promote {other:?}: expected nothing, or main"),
        }
        Ok(())
    }

    pub(super) fn demote(&mut self) -> anyhow::Result<()> {
        let record = self.record();
        // The innermost turn, at hand or before it, that has variations to go behind.
        let first = std::iter::successors(Some(self.node), |id| record.parent(*id)).find(|id| {
            let siblings = record.parent(*id).map(|parent| record.node(parent).children());
            siblings.is_some_and(|siblings| siblings.last() != Some(id))
        });
        let first = first.context("there is no variation to go behind")?;
        self.record_mut().demote(first);
        Ok(())
    }

    pub(super) fn delete(&mut self) -> anyhow::Result<()> {
        let node = self.turn_at_hand()?;
        let end = self.end_of_game();
        self.node = self.record_mut().delete(node);
        self.forget_position();
        self.note_ending(end);
        self.show_place()
    }
}
