//! Checking records as they are read.

use std::fmt;

use jarmo_core::{PlayError, Position, Rules, Score};

use crate::diagnostic::{Diagnostic, Fault};
use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::referee::{Referee, Ruling};
use crate::tags::is_known;
use crate::terms::{Boards, Terms};
use crate::turn::TurnText;
use crate::visitor::{Interest, Visitor};

/// How many bytes of tag names are remembered, so that telling which stand twice takes no time
/// that grows with their number.
const MOST_NAMES: usize = 4 << 10;

/// Says of each thing in a record whether it can stand where it does: what its tags mean, which
/// turns are legal, whether numbers and results agree with the play.
///
/// As a [`Visitor`] it checks a file in little memory and hands the faults to `report`; other
/// visitors ask it about the things they are told.
///
/// ```
/// use jarmo_notation::{Checker, Reader};
///
/// let mut faults = Vec::new();
/// let mut checker = Checker::new(&[], |fault| faults.push(fault.to_string()));
/// let mut reader = Reader::new("1. C1-E2 E5-C4 3. B1-A3 *".as_bytes());
/// while reader.read_game(&mut checker)? {}
/// assert_eq!(checker.games(), 1);
/// drop(checker);
/// assert_eq!(faults, ["1:16: warning: turn number 3: expected 2; the turns are read in their order"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Checker<'b, F = fn(Diagnostic)> {
    boards: Boards<'b>,
    report: F,
    games: u64,
    /// Whether there was something in the text that game records have.
    recognized: bool,
    /// Whether there was a fault in it.
    faulty: bool,
    /// Whether the game had a turn's number.
    numbered: bool,
    terms: Terms,
    /// What is wrong with the tags together, until it is told.
    untold: Option<Fault>,
    /// `None` where the tags do not say how to read the turns.
    referee: Option<Referee>,
    /// The names of the game's tags so far, each with a quote behind it, which no name has in it.
    names: String,
    result_tag: Option<Outcome>,
    score_tag: Option<String>,
    outcome: Option<Outcome>,
    /// How many variations were open where something could not be read.
    unread_in: Option<usize>,
}

type Verdict = Result<(), Fault>;

impl<F> fmt::Debug for Checker<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Checker");
        debug.field("games", &self.games).field("terms", &self.terms).finish_non_exhaustive()
    }
}

impl<'b, F: FnMut(Diagnostic)> Checker<'b, F> {
    /// A checker that knows these boards beside those built in.
    pub fn new(boards: impl Into<Boards<'b>>, report: F) -> Checker<'b, F> {
        Checker {
            boards: boards.into(),
            report,
            games: 0,
            recognized: false,
            faulty: false,
            numbered: false,
            terms: Terms::default(),
            untold: None,
            referee: None,
            names: String::new(),
            result_tag: None,
            score_tag: None,
            outcome: None,
            unread_in: None,
        }
    }

    /// How many games were begun.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether what was read so far is a game record at all: whether it has a tag that records have,
    /// or a turn that is legal or follows a turn's number, or no fault. Prose, scripts and the like
    /// have none of them.
    #[must_use]
    pub fn is_record(&self) -> bool {
        self.recognized || !self.faulty
    }

    /// See [`Visitor::diagnostic`]: takes into account that there was a fault.
    pub fn note_fault(&mut self) {
        self.faulty = true;
    }

    /// The rules of the game being read and the position after the turns of the line so far;
    /// `None` before the movetext, and where the tags do not say how to read the turns.
    #[must_use]
    pub fn state(&self) -> Option<(&Rules, &Position)> {
        self.referee.as_ref().map(|referee| (referee.rules(), referee.position()))
    }

    /// The result that the last position decides where it is final, or else the game's end or its
    /// tag.
    #[must_use]
    pub fn result(&self) -> Outcome {
        let decided = self.final_score().map(Outcome::of_score);
        decided.or(self.outcome).or(self.result_tag).unwrap_or_default()
    }

    /// See [`Visitor::begin_game`].
    pub fn begin(&mut self) {
        self.games += 1;
        self.terms = Terms::default();
        self.untold = None;
        self.referee = None;
        self.names.clear();
        (self.result_tag, self.score_tag, self.outcome) = (None, None, None);
        self.unread_in = None;
        self.numbered = false;
    }

    /// See [`Visitor::tag`].
    ///
    /// # Errors
    ///
    /// What is wrong with the value, or that the tag stands twice.
    pub fn check_tag(&mut self, name: &str, value: &str) -> Verdict {
        self.recognized = self.recognized || is_known(name);
        let doubled =
            self.names.as_bytes().split(|byte| *byte == b'"').any(|n| n == name.as_bytes());
        if self.names.len() < MOST_NAMES {
            self.names.push_str(name);
            self.names.push('"');
        }
        if doubled {
            let message = format!("a second tag {name}");
            return Err(Fault::warning(message, "the first one counts, and both are kept"));
        }
        self.terms.tag(name, value, self.boards)?;
        // Not every name is remembered: here, too, the first tag counts.
        match name {
            "Result" if self.result_tag.is_none() => match value.parse::<Outcome>() {
                Ok(outcome) => self.result_tag = Some(outcome),
                Err(error) => {
                    return Err(Fault::warning(
                        format!("result {value:?}: {error}"),
                        "it is passed over",
                    ));
                }
            },
            "Score" if self.score_tag.is_none() => self.score_tag = Some(value.to_owned()),
            _ => {}
        }
        Ok(())
    }

    /// See [`Visitor::begin_movetext`]; the rules and the start position, where the tags give
    /// them. Where they do not, [`Checker::interest`] says how to go on.
    pub fn begin_turns(&mut self) -> Option<(&Rules, &Position)> {
        match self.terms.begin(self.boards) {
            Ok(terms) => self.referee = terms.map(|(rules, start)| Referee::new(rules, start)),
            Err(fault) => self.untold = Some(fault),
        }
        self.state()
    }

    /// What [`Visitor::begin_movetext`] is to return behind [`Checker::begin_turns`]. Movetext is
    /// passed over where its turns cannot be read and that was told; where it was not, the first
    /// turn is refused for it.
    #[must_use]
    pub fn interest(&self) -> Interest {
        if self.referee.is_some() || self.untold.is_some() {
            Interest::Read
        } else {
            Interest::Skip
        }
    }

    /// See [`Visitor::turn_number`].
    ///
    /// # Errors
    ///
    /// That another turn is to come.
    pub fn check_number(&mut self, number: u32) -> Verdict {
        self.numbered = true;
        match self.state() {
            Some((_, position)) if position.turn_number() != number => {
                let message = format!("turn number {number}: expected {}", position.turn_number());
                Err(Fault::warning(message, "the turns are read in their order"))
            }
            _ => Ok(()),
        }
    }

    /// See [`Visitor::turn`]; plays it.
    ///
    /// # Errors
    ///
    /// Why it is not legal, or that the tags do not say how to read it.
    #[inline]
    pub fn check_turn(&mut self, turn: TurnText) -> Result<Ruling, Fault> {
        match self.referee.as_mut().map_or(Err(PlayError::GameOver), |r| r.turn(turn)) {
            Ok(ruling) => {
                self.recognized = true;
                Ok(ruling)
            }
            Err(error) => {
                self.recognized |= self.numbered;
                Err(self.untold.take().unwrap_or_else(|| refusal(turn, error)))
            }
        }
    }

    /// See [`Visitor::glyph`].
    ///
    /// # Errors
    ///
    /// That there is no turn before it.
    pub fn check_glyph(&self) -> Verdict {
        match &self.referee {
            Some(referee) if referee.has_last() => Ok(()),
            _ => Err(Fault::warning("a glyph without a turn before it", "it is kept as a comment")),
        }
    }

    /// See [`Visitor::begin_variation`]; goes back to where it begins.
    ///
    /// # Errors
    ///
    /// That there is no turn before it.
    pub fn check_variation(&mut self) -> Verdict {
        if self.referee.as_mut().is_some_and(Referee::begin_variation) {
            return Ok(());
        }
        Err(Fault::error("a variation without a turn before it", "it is kept as a comment"))
    }

    /// See [`Visitor::unread`].
    pub fn note_unread(&mut self) {
        self.unread_in = self.referee.as_ref().map(Referee::depth);
    }

    /// See [`Visitor::end_variation`]; goes back to the line it branched off.
    ///
    /// # Errors
    ///
    /// That there is no turn in it, and nothing else that was reported already.
    pub fn leave_variation(&mut self) -> Verdict {
        let Some(referee) = &mut self.referee else { return Ok(()) };
        let told = self.unread_in.take_if(|depth| *depth == referee.depth()).is_some();
        let empty = !referee.has_last();
        referee.end_variation();
        if !empty || told {
            return Ok(());
        }
        Err(Fault::warning("a variation without a turn", "it is left out, but for its comments"))
    }

    /// See [`Visitor::outcome`]: where the last position is final, its score decides (rules,
    /// section 9).
    ///
    /// # Errors
    ///
    /// That the last position, or else the tag `Result`, says otherwise; or what is wrong with
    /// the tags, where no turn told.
    pub fn check_outcome(&mut self, outcome: Outcome) -> Verdict {
        self.outcome = Some(outcome);
        self.tell_untold()?;
        match self.final_score() {
            Some(score) if Outcome::of_score(score) != outcome => Err(Fault::warning(
                format!(
                    "the result is {outcome}: expected {}, the game ended {score}",
                    Outcome::of_score(score)
                ),
                "the last position decides",
            )),
            _ => self.check_result_tag(outcome, "the end of the game counts"),
        }
    }

    /// See [`Visitor::missing_outcome`].
    #[must_use]
    pub fn missing_outcome(&self) -> String {
        let result = self.result();
        match (self.final_score(), self.result_tag) {
            (Some(_), _) => format!("{result} is taken, as the game ended"),
            (None, Some(_)) => format!("{result} is taken, as the tag Result says"),
            (None, None) => format!("{result} is assumed"),
        }
    }

    fn tell_untold(&mut self) -> Verdict {
        self.untold.take().map_or(Ok(()), Err)
    }

    fn check_result_tag(&self, outcome: Outcome, action: &str) -> Verdict {
        match self.result_tag {
            Some(tag) if tag != outcome => {
                let message =
                    format!("the tag Result says {tag}: expected {outcome}, as the game has it");
                Err(Fault::warning(message, action))
            }
            _ => Ok(()),
        }
    }

    /// The score of a game that ended on the board.
    fn final_score(&self) -> Option<Score> {
        let (rules, last) = self.state()?;
        last.is_over(rules).then(|| last.score(rules))
    }

    /// See [`Visitor::end_game`].
    ///
    /// # Errors
    ///
    /// That the tag `Score` does not agree with the last position or with a game that goes on, or,
    /// in a game without a result at its end, the tag `Result`; or what is wrong with the tags, where nothing told.
    pub fn check_end(&mut self) -> Verdict {
        self.tell_untold()?;
        let Some(score) = self.final_score() else { return self.check_unfinished() };
        let action = "the last position decides";
        if self.outcome.is_none() {
            self.check_result_tag(Outcome::of_score(score), action)?;
        }
        let points = score.to_string();
        match &self.score_tag {
            Some(tag) if *tag != points => {
                let message =
                    format!("the tag Score says {tag}: expected {points}, as the game ended");
                Err(Fault::warning(message, action))
            }
            _ => Ok(()),
        }
    }

    /// That a game without a result has a tag `Score`.
    fn check_unfinished(&self) -> Verdict {
        let goes_on = !matches!(self.outcome, Some(Outcome::Decided(_)));
        match (&self.score_tag, self.state()) {
            (Some(tag), Some(_)) if goes_on => Err(Fault::warning(
                format!("the tag Score says {tag}: expected no such tag, the game has not ended"),
                "the tag is not written again",
            )),
            _ => Ok(()),
        }
    }
}

/// What a refused turn is reported as.
#[cold]
fn refusal(turn: TurnText, error: PlayError) -> Fault {
    let remedy = error.board_with_line().map_or(String::new(), |board| {
        let name = board.board_name();
        format!(": expected the tag [Board {name:?}], or --board {name} for games without it")
    });
    Fault::error(
        format!("{turn} is not legal: {error}{remedy}"),
        "the rest of the line of play is kept as a comment",
    )
}

impl<F: FnMut(Diagnostic)> Visitor for Checker<'_, F> {
    fn begin_game(&mut self) {
        self.begin();
    }

    fn tag(&mut self, name: &str, value: &str) -> Verdict {
        self.check_tag(name, value)
    }

    fn begin_movetext(&mut self) -> Interest {
        self.begin_turns();
        self.interest()
    }

    fn turn_number(&mut self, number: u32, _dots: u32) -> Verdict {
        self.check_number(number)
    }

    #[inline]
    fn turn(&mut self, turn: TurnText) -> Verdict {
        match self.check_turn(turn) {
            Ok(_) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    fn glyph(&mut self, _glyph: Glyph) -> Verdict {
        self.check_glyph()
    }

    fn begin_variation(&mut self) -> Result<Interest, Fault> {
        self.check_variation().map(|()| Interest::Read)
    }

    fn end_variation(&mut self) -> Verdict {
        self.leave_variation()
    }

    fn outcome(&mut self, outcome: Outcome) -> Verdict {
        self.check_outcome(outcome)
    }

    fn missing_outcome(&self) -> String {
        Checker::missing_outcome(self)
    }

    fn unread(&mut self, _text: &str) {
        self.note_unread();
    }

    fn end_game(&mut self) -> Verdict {
        self.check_end()
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.note_fault();
        (self.report)(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use super::{Checker, MOST_NAMES};
    use crate::outcome::Outcome;

    #[test]
    fn behind_very_many_tags_the_first_result_counts_as_well() {
        let mut checker: Checker<'_> = Checker::new(&[], |_| ());
        checker.begin();
        for i in 0..MOST_NAMES / 4 {
            assert_eq!(checker.check_tag(&format!("Tag{i}"), "?"), Ok(()));
        }
        for result in ["1-0", "0-1"] {
            assert_eq!(checker.check_tag("Result", result), Ok(()));
        }
        assert_eq!(checker.result(), Outcome::WHITE);
    }
}
