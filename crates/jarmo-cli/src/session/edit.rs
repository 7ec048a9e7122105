//! What was done to the games at hand, so that `undo` and `redo` go through it step by step.

use jarmo_notation::{Change, NodeId};
use jarmo_render::text::printable;

use super::Session;

/// An edit of a record, with all that is needed to take it back.
#[derive(Debug)]
pub(super) struct Edit {
    /// The place of its game among those at hand.
    game: usize,
    /// The turn at hand before it and after it.
    from: NodeId,
    to: NodeId,
    change: Change,
    /// What was said of it.
    said: String,
}

/// A step that `undo` takes back.
#[derive(Debug)]
pub(super) enum Done {
    /// A turn was played, or the players ended the game.
    Played,
    Edited(Edit),
}

/// A step that was taken back, and that `redo` makes again.
#[derive(Debug)]
pub(super) enum TakenBack {
    Turn(NodeId),
    Edit(Edit),
}

impl Session {
    /// Edits the record at hand and says what was changed, which `undo` can take back. `edit` does
    /// it and returns what there is to say.
    pub(super) fn edit(
        &mut self,
        edit: impl FnOnce(&mut Session) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let (before, from) = (self.record().clone(), self.node);
        let said = edit(self)?;
        say!("{}", printable(&said));
        let change = self.record().change_since(&before);
        if !change.is_empty() {
            let (game, to) = (self.current, self.node);
            self.done.push(Done::Edited(Edit { game, from, to, change, said }));
            self.redo.retain(|step| matches!(step, TakenBack::Turn(_)));
        }
        Ok(())
    }

    /// Takes the step done last back where it was an edit. Returns whether it was.
    pub(super) fn take_back_edit(&mut self) -> anyhow::Result<bool> {
        let Some(Done::Edited(edit)) = self.done.pop_if(|step| matches!(step, Done::Edited(_)))
        else {
            return Ok(false);
        };
        self.change_game(edit.game);
        self.record_mut().take_back(&edit.change);
        self.stand_at(edit.from);
        say!("Undone: {}", printable(&edit.said));
        self.redo.push(TakenBack::Edit(edit));
        Ok(true)
    }

    /// Makes the step taken back last again where it was an edit. Returns whether it was.
    pub(super) fn make_edit_again(&mut self) -> anyhow::Result<bool> {
        let edit = self.redo.pop_if(|step| matches!(step, TakenBack::Edit(_)));
        let Some(TakenBack::Edit(edit)) = edit else { return Ok(false) };
        self.change_game(edit.game);
        self.record_mut().make_again(&edit.change);
        self.stand_at(edit.to);
        say!("Done again: {}", printable(&edit.said));
        self.done.push(Done::Edited(edit));
        Ok(true)
    }

    /// Forgets that the step done last was a turn, or the end that the players gave the game.
    pub(super) fn forget_played(&mut self) {
        self.done.pop_if(|step| matches!(step, Done::Played));
    }

    fn stand_at(&mut self, node: NodeId) {
        if self.node != node {
            self.taken_back = false;
            self.node = node;
        }
    }
}
