//! Annotating a record by hand.

use anyhow::{Context, bail};
use jarmo_notation::{Glyph, NodeId, Record, Tags};
use jarmo_render::text::printable;

use super::Session;
use super::ending::settled;

/// What must be said for comments, glyphs and tags to be deleted.
const DELETE: &str = "delete";

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

    /// The turn at hand with its number, or the start.
    pub(super) fn here(&self) -> String {
        match self.node {
            NodeId::ROOT => "The start".to_owned(),
            _ => self.last_turn_text(),
        }
    }

    /// Shows the comments at hand, adds one, or deletes them.
    pub(super) fn comment(&mut self, text: &str) -> anyhow::Result<()> {
        let (node, here) = (self.node, self.here());
        let there: Vec<String> = {
            let node = self.record().node(node);
            let all = node.comments_before().iter().chain(node.comments());
            all.map(|comment| format!("{{{comment}}}")).collect()
        };
        match (text, text.strip_prefix("before ")) {
            ("" | "before", _) if there.is_empty() => say!("{here}: no comment"),
            ("" | "before", _) => say!("{}", printable(&format!("{here}: {}", there.join(" ")))),
            (DELETE, _) if there.is_empty() => bail!("{here}: there is no comment to delete"),
            (DELETE, _) => self.edit(|session| {
                session.record_mut().clear_comments(node);
                Ok(format!("{here}: deleted {}", there.join(" ")))
            })?,
            (_, Some(text)) => {
                self.turn_at_hand()?;
                self.edit(|session| {
                    session.record_mut().add_comment_before(node, text);
                    Ok(format!("{here}: added before it {{{text}}}"))
                })?;
            }
            (text, None) => self.add_comment(text)?,
        }
        Ok(())
    }

    /// Comments on the turn at hand, whatever the text says.
    pub(super) fn add_comment(&mut self, text: &str) -> anyhow::Result<()> {
        let (node, here) = (self.node, self.here());
        self.edit(|session| {
            session.record_mut().add_comment(node, text);
            Ok(format!("{here}: added {{{text}}}"))
        })
    }

    /// Shows the glyphs of the turn at hand, adds some, or deletes these or all.
    pub(super) fn glyph(&mut self, text: &str) -> anyhow::Result<()> {
        let (node, here) = (self.turn_at_hand()?, self.here());
        let there = self.record().node(node).glyphs().to_vec();
        let (deletes, text) = match text.split_once(char::is_whitespace) {
            Some((DELETE, text)) => (true, text),
            _ if text == DELETE => (true, ""),
            _ => (false, text),
        };
        let glyphs: Vec<Glyph> = text
            .split_whitespace()
            .map(|word| word.parse().with_context(|| format!("{word:?} is no glyph")))
            .collect::<anyhow::Result<_>>()?;
        match (deletes, glyphs.as_slice()) {
            (false, []) if there.is_empty() => say!("{here}: no glyph"),
            (false, []) => say!("{here}: {}", shown(&there)),
            (false, glyphs) => {
                let new: Vec<Glyph> =
                    glyphs.iter().copied().filter(|glyph| !there.contains(glyph)).collect();
                if new.is_empty() {
                    bail!("{here} has {} already", shown(glyphs));
                }
                self.edit(|session| {
                    for glyph in &new {
                        session.record_mut().add_glyph(node, *glyph);
                    }
                    Ok(format!("{here}: added {}", shown(&new)))
                })?;
            }
            (true, glyphs) => {
                let goes = |glyph: &Glyph| glyphs.is_empty() || glyphs.contains(glyph);
                let (gone, kept): (Vec<Glyph>, Vec<Glyph>) = there.into_iter().partition(goes);
                if gone.is_empty() {
                    bail!("{here}: there is no such glyph to delete");
                }
                self.edit(|session| {
                    session.record_mut().clear_glyphs(node);
                    for glyph in kept {
                        session.record_mut().add_glyph(node, glyph);
                    }
                    Ok(format!("{here}: deleted {}", shown(&gone)))
                })?;
            }
        }
        Ok(())
    }

    /// Lists the tags, shows one, sets one, or deletes one.
    pub(super) fn tag(&mut self, arguments: &str) -> anyhow::Result<()> {
        let (name, value) = arguments.split_once(char::is_whitespace).unwrap_or((arguments, ""));
        let value = value.trim().trim_matches('"');
        match (name, value) {
            ("", _) => {
                for (name, value) in self.record().tags.iter() {
                    say!("{}", printable(&format!("{name}: {value}")));
                }
                Ok(())
            }
            (DELETE, "") => bail!("delete which tag?"),
            (DELETE, name) => {
                self.refuse_tag(name, "")?;
                let Some(value) = self.record().tags.get(name).map(str::to_owned) else {
                    bail!("there is no tag {name}");
                };
                self.edit(|session| {
                    session.record_mut().tags.remove(name);
                    Ok(format!("Deleted {name}: {value}"))
                })
            }
            (name, "") => match self.record().tags.get(name) {
                Some(value) => {
                    say!("{}", printable(&format!("{name}: {value}")));
                    Ok(())
                }
                None => bail!("there is no tag {name}"),
            },
            (name, value) => {
                self.refuse_tag(name, value)?;
                let before = self.record().tags.get(name);
                let before = before.map_or_else(String::new, |value| format!(" (before: {value})"));
                self.edit(|session| {
                    session.record_mut().tags.set(name, value);
                    Ok(format!("{name}: {value}{before}"))
                })
            }
        }
    }

    /// Refuses tags that follow from the game, or that no record can have.
    fn refuse_tag(&self, name: &str, value: &str) -> anyhow::Result<()> {
        match name {
            // They are what the game is played by; a tag alone would not change it.
            "Rules" | "First" | "Position" | "Board" => {
                bail!("{name} belongs to the game: new and position start another");
            }
            "Result" | "Score" => bail!("{name} follows from the game: resign and draw end it"),
            "Termination" if ends_game(self.record(), value) => {
                bail!("that ends the game or takes its end back: resign, draw and undo do so");
            }
            _ if !is_tag_name(name) => {
                bail!("{} is no name of a tag: it has no quotes and brackets", printable(name));
            }
            _ => Ok(()),
        }
    }

    pub(super) fn promote(&mut self, arguments: &str) -> anyhow::Result<()> {
        let first = self.variation_start().context("this is the main line already")?;
        if !matches!(arguments, "" | "main") {
            bail!("promote {arguments:?}: expected nothing, or main");
        }
        let node = self.node;
        self.edit(|session| {
            match arguments {
                "main" => session.record_mut().promote_to_main(node),
                _ => _ = session.record_mut().promote(first),
            }
            Ok(session.told_place(first))
        })
    }

    pub(super) fn demote(&mut self) -> anyhow::Result<()> {
        let record = self.record();
        // The innermost turn, at hand or before it, that has variations to go behind.
        let first = std::iter::successors(Some(self.node), |id| record.parent(*id)).find(|id| {
            let siblings = record.parent(*id).map(|parent| record.node(parent).children());
            siblings.is_some_and(|siblings| siblings.last() != Some(id))
        });
        let first = first.context("there is no variation to go behind")?;
        self.edit(|session| {
            session.record_mut().demote(first);
            Ok(session.told_place(first))
        })
    }

    /// What is said of the line that begins with a turn, by its place among the others there.
    fn told_place(&self, first: NodeId) -> String {
        let record = self.record();
        let line = record.numbered(first);
        let siblings = record.parent(first).map_or(&[][..], |id| record.node(id).children());
        match siblings.iter().position(|id| *id == first) {
            _ if record.is_main_line(first) => format!("{line} is in the main line now"),
            Some(place @ 1..) => format!("{line} is variation {place} now"),
            _ => format!("{line} is before its variations now"),
        }
    }

    pub(super) fn delete(&mut self) -> anyhow::Result<()> {
        let (node, here) = (self.turn_at_hand()?, self.here());
        let behind = self.turns_behind(node);
        self.edit(|session| {
            let end = session.end_of_game();
            session.node = session.record_mut().delete(node);
            session.forget_position();
            session.note_ending(end);
            Ok(match behind {
                0 => format!("Deleted {here}"),
                1 => format!("Deleted {here} and a turn behind it"),
                more => format!("Deleted {here} and {more} turns behind it"),
            })
        })?;
        self.show_place()
    }

    /// How many turns follow one, variations and all.
    fn turns_behind(&self, node: NodeId) -> usize {
        let mut waiting = self.record().node(node).children().to_vec();
        let mut turns = 0;
        while let Some(id) = waiting.pop() {
            turns += 1;
            waiting.extend(self.record().node(id).children());
        }
        turns
    }
}

/// Glyphs as people write them.
fn shown(glyphs: &[Glyph]) -> String {
    let texts: Vec<String> = glyphs.iter().map(|glyph| glyph.shown()).collect();
    texts.join(" ")
}
