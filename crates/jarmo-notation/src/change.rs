//! What an edit changed in a record, so that it can be taken back.

use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::record::{NodeId, Record};
use crate::tags::Tags;

/// The difference between two states of a record: what was said of turns, which follow which, the
/// tags and the result. Turns that were only added are no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    head: Option<Both<(Tags, Outcome)>>,
    nodes: Vec<(NodeId, Both<Said>)>,
}

/// Something before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Both<T> {
    before: T,
    after: T,
}

/// What an edit can change of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) children: Vec<NodeId>,
    pub(crate) glyphs: Vec<Glyph>,
    pub(crate) comments_before: Vec<String>,
    pub(crate) comments: Vec<String>,
}

impl Change {
    /// Whether nothing was changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.head.is_none() && self.nodes.is_empty()
    }
}

fn both<T: PartialEq>(before: T, after: T) -> Option<Both<T>> {
    (before != after).then_some(Both { before, after })
}

impl Record {
    /// What was changed since this record was `before`, an earlier state of itself.
    #[must_use]
    pub fn change_since(&self, before: &Record) -> Change {
        let head = |record: &Record| (record.tags.clone(), record.outcome);
        let nodes = before.all_nodes().filter_map(|id| {
            let said = |record: &Record| {
                let node = record.node(id);
                Said {
                    children: node.children().to_vec(),
                    glyphs: node.glyphs().to_vec(),
                    comments_before: node.comments_before().to_vec(),
                    comments: node.comments().to_vec(),
                }
            };
            Some((id, both(said(before), said(self))?))
        });
        Change { head: both(head(before), head(self)), nodes: nodes.collect() }
    }

    /// Takes a change of this record back. Turns that were added since stay behind those that
    /// were there.
    pub fn take_back(&mut self, change: &Change) {
        self.become_as(change, |both| &both.before, |both| &both.before);
    }

    /// Makes a change that was taken back again.
    pub fn make_again(&mut self, change: &Change) {
        self.become_as(change, |both| &both.after, |both| &both.after);
    }

    fn become_as(
        &mut self,
        change: &Change,
        head: impl Fn(&Both<(Tags, Outcome)>) -> &(Tags, Outcome),
        said: impl Fn(&Both<Said>) -> &Said,
    ) {
        if let Some(both) = &change.head {
            (self.tags, self.outcome) = head(both).clone();
        }
        for (id, both) in &change.nodes {
            let mut said = said(both).clone();
            let known =
                |id: &NodeId| both.before.children.contains(id) || both.after.children.contains(id);
            let added = self.node(*id).children().iter().copied().filter(|id| !known(id));
            said.children.extend(added);
            self.set_said(*id, said);
        }
    }
}

#[cfg(test)]
mod tests {
    use jarmo_core::Rules;

    use super::*;
    use crate::turn::parse_turn;

    #[test]
    fn every_edit_can_be_taken_back_and_made_again() {
        let mut record = Record::new(Rules::BRAINKING);
        let play = |record: &mut Record, from: NodeId, text: &str| {
            let turn = parse_turn(text, record.rules(), record.node(from).position()).unwrap();
            record.play(from, turn).unwrap()
        };
        let first = play(&mut record, NodeId::ROOT, "C1-E2");
        let second = play(&mut record, NodeId::ROOT, "D1-C3");
        play(&mut record, first, "E5-C4");
        let edits: [fn(&mut Record, NodeId); 6] = [
            |record, id| record.add_comment(id, "So."),
            |record, id| record.add_comment_before(id, "So."),
            |record, id| record.add_glyph(id, Glyph::GOOD),
            |record, _| record.tags.set("White", "Anna"),
            |record, id| record.promote_to_main(id),
            |record, id| _ = record.delete(id),
        ];
        for edit in edits {
            let before = record.clone();
            edit(&mut record, second);
            let change = record.change_since(&before);
            let after = record.clone();
            assert!(!change.is_empty() && after != before);
            record.take_back(&change);
            assert_eq!(record, before);
            record.make_again(&change);
            assert_eq!(record, after);
            // A turn that came later is not lost with it.
            let later = play(&mut record, NodeId::ROOT, "A1-C2");
            record.take_back(&change);
            assert!(record.node(NodeId::ROOT).children().contains(&later));
            record.delete(later);
            assert_eq!(record, before);
        }
        assert!(record.change_since(&record.clone()).is_empty());
    }
}
