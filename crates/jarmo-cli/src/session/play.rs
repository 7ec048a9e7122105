//! Playing: new games, turns, taking back, hints.

use anyhow::bail;
use jarmo_ai::{Clock, EngineSpec, Limits, Search, reason};
use jarmo_core::{Position, RuleSet, Rules, Side, Turn};
use jarmo_notation::{NodeId, Record, TurnText, parse_turn};

use super::clock::{GameClock, write_shown};
use super::edit::{Done, TakenBack};
use super::opponent::{Player, interrupted, interruptible};
use super::{Session, count};
use crate::args::{find_board, rules_name};
use crate::solutions::Solution;

/// What a hint is worth thinking about, in positions.
const HINT_NODES: u64 = 400_000;

/// The transposition table for that, in MiB.
const HINT_HASH_MIB: usize = 16;

/// How many turns of the line a hint shows.
const HINT_TURNS: usize = 5;

impl Session {
    pub(super) fn new_game(&mut self, arguments: &str) -> anyhow::Result<()> {
        let mut players = self.players.clone();
        let here = || (*self.rules(), self.time_control.clone());
        let (rules, mut control) = self.before_lessons.clone().unwrap_or_else(here);
        let mut options = rules.options();
        let (mut set, mut board) = (None, None);
        let mut in_match = false;
        let mut words = arguments.split_whitespace();
        while let Some(word) = words.next() {
            let mut value = || {
                words.next().ok_or_else(|| anyhow::anyhow!("new: {word} what? help new says more"))
            };
            match word.to_lowercase().as_str() {
                "white" => players.white = value()?.parse()?,
                "black" => players.black = value()?.parse()?,
                "rules" => {
                    let named: RuleSet = value()?.parse()?;
                    options = named.options().with_first(options.first);
                    set = Some(named);
                }
                "board" => board = Some(find_board(value()?)?),
                "first" => options = options.with_first(parse_side(value()?)?),
                "clock" => control = GameClock::parse(value()?)?,
                "match" => in_match = true,
                _ => bail!(
                    "new: {word:?} is not white, black, rules, board, first, clock or match;\nhelp new says more"
                ),
            }
        }
        // Another rule set comes with its own board, unless one was asked for.
        let board = match (board, set) {
            (Some(board), _) => board,
            (None, Some(set)) => self.opening.board()?.unwrap_or(*set.board()),
            (None, None) => *rules.board(),
        };
        let rules = Rules::new(board, options);
        self.set_aside()?;
        self.before_lessons = None;
        self.players = players;
        self.in_match = in_match;
        self.file = None;
        self.set_games(vec![Record::new(rules)]);
        self.time_control = control;
        self.begin(0);
        self.unsaved = false;
        say!(
            "New game, {}: White {}, Black {}.",
            rules_name(&rules, "rules of its own"),
            self.players.white,
            self.players.black
        );
        self.play_on()
    }

    /// Begins the game at this place of those at hand, from its start.
    pub(super) fn begin(&mut self, place: usize) {
        self.lesson = None;
        self.clock = self.time_control.clone();
        self.current = place;
        self.forget_position();
        self.node = NodeId::ROOT;
        self.opponents.new_game();
        self.name_players();
    }

    /// Has these games at hand from now on, and nothing that was done to those before.
    pub(super) fn set_games(&mut self, games: Vec<Record>) {
        self.games = games;
        self.done.clear();
    }

    /// Forgets what was taken back, when another place is gone to.
    pub(super) fn forget_position(&mut self) {
        self.redo.clear();
        self.taken_back = false;
    }

    /// Writes the players into the record's tags, and which game of a match it is.
    pub(super) fn name_players(&mut self) {
        let (white, black) = (self.players.white.tag(), self.players.black.tag());
        let round = format!("1.{}", self.current + 1);
        let (in_match, control) = (self.in_match, self.time_control.clone());
        let record = &mut self.games[self.current];
        record.tags.set("Event", if in_match { "Match" } else { "Casual game" });
        record.tags.set("Date", &today());
        if in_match {
            record.tags.set("Round", &round);
        }
        record.tags.set("White", &white);
        record.tags.set("Black", &black);
        if let Some(control) = control {
            control.write_tag(record);
        }
    }

    pub(super) fn show_or_set_position(&mut self, text: &str) -> anyhow::Result<()> {
        if text.is_empty() {
            say!("{}", self.position_text());
            return Ok(());
        }
        let rules = *self.rules();
        let position = jarmo_notation::parse_position(text, &rules)?;
        self.start_from(rules, position)
    }

    fn start_from(&mut self, rules: Rules, position: Position) -> anyhow::Result<()> {
        let record = Record::from_position(rules, position)?;
        self.set_aside()?;
        self.before_lessons = None;
        self.take_position(record);
        self.redraw()
    }

    /// Makes this record's start the game at hand.
    pub(super) fn take_position(&mut self, record: Record) {
        self.in_match = false;
        self.file = None;
        self.set_games(vec![record]);
        self.time_control = None;
        self.begin(0);
        self.unsaved = false;
    }

    /// Plays what a person typed, one turn or a line of them, and lets the engine answer. Returns
    /// whether it was meant as turns at all.
    pub(super) fn play_text(&mut self, text: &str) -> anyhow::Result<bool> {
        let error = match text.parse::<TurnText>() {
            Ok(_) => return self.play_one(text).map(|()| true),
            Err(error) => error,
        };
        let movetext = self.read_movetext(text);
        if movetext.is_empty() {
            return match movetext.stop() {
                _ if looks_like_turn(text) => Err(error.into()),
                Some(stop) if looks_like_movetext(text) => bail!("{stop}"),
                _ => Ok(false),
            };
        }
        if self.lesson.is_some() {
            bail!("a lesson takes one turn at a time");
        }
        if movetext.has_turns() {
            self.refuse_when_settled()?;
            if self.time_is_over()? {
                return Ok(true);
            }
        }
        self.play_movetext(movetext)?;
        Ok(true)
    }

    fn play_one(&mut self, text: &str) -> anyhow::Result<()> {
        if let Some(lesson) = self.lesson {
            return self.answer_lesson(lesson, text);
        }
        self.refuse_when_settled()?;
        if self.time_is_over()? {
            return Ok(());
        }
        let turn = parse_turn(text, self.rules(), self.position())?;
        self.play_turn(turn)?;
        self.play_on()
    }

    fn refuse_when_settled(&self) -> anyhow::Result<()> {
        if self.settled().is_some() {
            bail!("the game is over: undo takes that back, new starts another");
        }
        Ok(())
    }

    pub(super) fn play_turn(&mut self, turn: Turn) -> anyhow::Result<()> {
        let node = self.node;
        let side = self.position().to_move();
        let timed = self.is_played_here();
        if timed && self.clock.as_mut().is_some_and(|clock| !clock.press(side)) {
            self.lose_on_time(side);
            return Ok(());
        }
        let end = self.end_of_game();
        let known = self.record().node(node).children().len();
        let child = self.record_mut().play(node, turn)?;
        let new_line = self.record().node(node).children().len() > known;
        // A turn in place of one that was taken back is the game now; the other stays as a
        // variation. Elsewhere it is the new turn that is the variation.
        if self.taken_back && new_line {
            self.record_mut().promote_to_main(child);
        }
        if !matches!(self.redo.pop(), Some(TakenBack::Turn(node)) if node == child) {
            self.forget_position();
        }
        self.done.push(Done::Played);
        self.node = child;
        if let Some(shown) = self.clock.as_ref().filter(|_| timed).map(|clock| clock.shown(side)) {
            write_shown(self.record_mut(), child, &shown);
        }
        self.note_ending(end);
        if !self.interactive {
            say!("{}", self.last_turn_text());
        }
        Ok(())
    }

    /// Lets engines play for as long as it is their turn, then shows the board.
    pub(super) fn play_on(&mut self) -> anyhow::Result<()> {
        while self.ending().is_none() {
            let Player::Engine(spec) = self.players[self.position().to_move()].clone() else {
                break;
            };
            // What was played is on disk while the engine thinks.
            self.write_journal();
            self.engine_turn(&spec)?;
            if interrupted() && self.players.white == self.players.black {
                say!("Stopped: go plays on.");
                break;
            }
        }
        self.redraw()?;
        self.tell_ending()
    }

    fn engine_turn(&mut self, spec: &EngineSpec) -> anyhow::Result<()> {
        let mut limits = Limits::NONE;
        let side = self.position().to_move();
        if self.is_played_here()
            && let Some(clock) = &mut self.clock
        {
            clock.start(side);
            limits.clocks = Some(clock.limits());
        }
        let solved = self.solved()?;
        let choice = self.opponents.choose(spec, &self.game(), limits, &solved)?;
        self.play_turn(choice.turn)?;
        self.write_journal();
        Ok(())
    }

    pub(super) fn go(&mut self) -> anyhow::Result<()> {
        if self.lesson.is_some() {
            bail!("a lesson is yours to answer: hint shows a turn, new starts a game");
        }
        self.refuse_when_over()?;
        if self.time_is_over()? {
            return Ok(());
        }
        let spec = match &self.players[self.position().to_move()] {
            Player::Engine(spec) => spec.clone(),
            Player::Human => match (&self.players.white, &self.players.black) {
                (Player::Engine(spec), _) | (_, Player::Engine(spec)) => spec.clone(),
                _ => "level:10".parse()?,
            },
        };
        self.engine_turn(&spec)?;
        self.play_on()
    }

    pub(super) fn undo(&mut self, arguments: &str) -> anyhow::Result<()> {
        let exact = !arguments.is_empty();
        let mut left = count(arguments)?;
        while left > 0 && self.take_back_edit()? {
            left -= 1;
        }
        if left == 0 {
            return Ok(());
        }
        if self.settled().is_some() {
            return self.take_back_end();
        }
        if self.time_is_over()? {
            return Ok(());
        }
        let timed = self.is_played_here();
        if self.node == NodeId::ROOT {
            bail!("there is no turn to take back");
        }
        while left > 0 && self.node != NodeId::ROOT {
            if self.take_back_edit()? {
                left -= usize::from(exact);
                continue;
            }
            self.forget_played();
            self.redo.push(TakenBack::Turn(self.node));
            self.node = self.record().parent(self.node).unwrap_or(NodeId::ROOT);
            left -= 1;
            let side = self.position().to_move();
            if let Some(clock) = self.clock.as_mut().filter(|_| timed) {
                clock.take_back(side);
            }
            // A person who plays against an engine takes back a turn of its own.
            let engines_turn = !self.players[self.position().to_move()].is_human();
            if !exact && left == 0 && engines_turn && self.has_human() && self.node != NodeId::ROOT
            {
                left = 1;
            }
        }
        self.taken_back = true;
        self.redraw()
    }

    fn has_human(&self) -> bool {
        self.players.white.is_human() || self.players.black.is_human()
    }

    pub(super) fn redo(&mut self, arguments: &str) -> anyhow::Result<()> {
        if self.time_is_over()? {
            return Ok(());
        }
        let timed = self.is_played_here();
        let (mut steps, mut turns) = (0, 0);
        for _ in 0..count(arguments)? {
            if self.make_edit_again()? {
                steps += 1;
                continue;
            }
            let taken_back = match self.redo.pop() {
                Some(TakenBack::Turn(node)) => Some(node),
                _ => None,
            };
            let Some(next) = taken_back.or_else(|| self.record().next(self.node)) else { break };
            let side = self.position().to_move();
            if let Some(clock) = self.clock.as_mut().filter(|_| timed) {
                clock.play_again(side);
            }
            self.node = next;
            self.done.push(Done::Played);
            (steps, turns) = (steps + 1, turns + 1);
        }
        match (steps, turns) {
            (0, _) => bail!("there is no turn to play again"),
            (_, 0) => Ok(()),
            _ => self.redraw(),
        }
    }

    pub(super) fn hint(&mut self) -> anyhow::Result<()> {
        self.refuse_when_over()?;
        let game = self.game();
        let (rules, position) = (game.rules(), game.position());
        let mut search = Search::new(HINT_HASH_MIB, Clock::default());
        let solved = self.solved()?;
        let solution = Solution::of(&solved, position);
        search.set_solved(solved);
        let found = interruptible(|stop| {
            search.analyze(&game, &Limits::nodes(HINT_NODES), 1, stop, &mut |_| ())
        })?;
        let Some(info) = found.first() else { bail!("nothing was found in so short a time") };
        let turns: Vec<String> = info
            .line
            .iter()
            .take(HINT_TURNS)
            .map(|turn| TurnText::new(*turn, rules.board()).to_string())
            .collect();
        let Some(first) = turns.first() else { bail!("nothing was found in so short a time") };
        match reason(rules, position, info) {
            Some(reason) => say!("hint {first}: {reason}"),
            None => say!("hint {first}"),
        }
        let side = position.to_move();
        say!("  {side} stands {:+.2} points: {}", info.value.points(), turns.join(" "));
        if let Some(solution) = solution {
            say!("  {}", solution.sentence());
        }
        Ok(())
    }
}

/// Whether a line is meant as a turn: it names a hole, or starts as turns do.
fn looks_like_turn(line: &str) -> bool {
    let mut characters = line.chars();
    match (characters.next(), characters.next()) {
        (Some('@' | '*' | '-'), _) => true,
        (Some(file), Some(rank)) => file.is_ascii_alphabetic() && rank.is_ascii_digit(),
        _ => false,
    }
}

/// Whether a line starts as only a record's turns do: with a number, a comment or a variation.
fn looks_like_movetext(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit() || "{(;".contains(c))
}

pub(super) fn parse_side(text: &str) -> anyhow::Result<Side> {
    match text.to_lowercase().as_str() {
        "white" | "w" => Ok(Side::White),
        "black" | "b" => Ok(Side::Black),
        _ => bail!("{text:?} is no side: expected white or black"),
    }
}

/// Today's date as records have it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
