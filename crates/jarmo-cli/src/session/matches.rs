//! The games of a match.

use anyhow::bail;
use jarmo_core::{BySide, Match, Player as Contestant};
use jarmo_notation::{NodeId, Record};

use super::Session;
use super::ending::{settled, settled_game};

impl Session {
    /// The match as far as it is finished.
    fn match_so_far(&self) -> Match {
        let mut so_far = Match::new();
        for record in &self.games {
            let end = record.line_end(NodeId::ROOT);
            so_far.finish_game(&settled_game(record, end, settled(record)));
        }
        so_far
    }

    pub(super) fn tell_match(&self) -> anyhow::Result<()> {
        let so_far = self.match_so_far();
        let points = [Contestant::One, Contestant::Two].map(|player| so_far.points(player));
        let [one, two] = points;
        match (so_far.game_number(), so_far.winner().flatten()) {
            (Some(1), _) => say!("Game 1 of the match."),
            (Some(_), _) if self.games.len() > 1 => {
                say!("Game 2 of the match. Who had White first has {one} points, the other {two}.");
            }
            (Some(_), _) => {
                say!("Who had White has {one} points in the match, the other {two}.");
                say!("match starts game 2, with sides changed.");
            }
            (None, Some(player)) => {
                let who = if player == Contestant::One { "White" } else { "Black" };
                say!("The match ends {one}-{two}: who had {who} in game 1 wins it.");
            }
            (None, None) => say!("The match ends {one}-{two}, a draw."),
        }
        Ok(())
    }

    /// Each player has the other side from now on.
    pub(super) fn change_sides(&mut self) {
        self.players = BySide::new(self.players.black.clone(), self.players.white.clone());
    }

    pub(super) fn go_on_with_match(&mut self) -> anyhow::Result<()> {
        if !self.in_match {
            bail!("this is no match: new match starts one");
        }
        let so_far = self.match_so_far();
        if so_far.game_number() != Some(2) || self.games.len() > 1 {
            return self.tell_match();
        }
        self.change_sides();
        self.games.push(Record::new(*self.rules()));
        self.begin(1);
        self.unwritten = true;
        say!("Game 2 of the match: White {}, Black {}.", self.players.white, self.players.black);
        self.play_on()
    }
}
