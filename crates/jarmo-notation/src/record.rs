//! A game record as a tree.

use jarmo_core::{Game, PlayError, Position, RuleSet, Rules, SetupError, Side, Turn};

use crate::change::Said;
use crate::comment;
use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::position::PositionText;
use crate::tags::Tags;
use crate::turn::TurnText;

/// A node of a [`Record`]: the start position or a turn. It is good for the record it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before any turn.
    pub const ROOT: NodeId = NodeId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A turn of a record, with what is said about it; or the start, which has no turn.
#[derive(Clone, Debug)]
pub struct Node {
    turn: Option<Turn>,
    position: Position,
    parent: NodeId,
    children: Vec<NodeId>,
    glyphs: Vec<Glyph>,
    before: Vec<String>,
    comments: Vec<String>,
}

impl Node {
    /// The turn; `None` at the start.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The position after the turn.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The turns that follow: the line of play, then the variations on it.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The glyphs of the turn.
    #[must_use]
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// The comments that come before the turn.
    #[must_use]
    pub fn comments_before(&self) -> &[String] {
        &self.before
    }

    /// The comments that come after the turn, or, at the start, before the first.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        &self.comments
    }
}

/// A game record: tags, and a tree of turns with variations, glyphs and comments.
///
/// Every turn in it is legal. Text that could not be read as turns is in comments.
///
/// What takes the number of a node panics if it is of another record that has more of them.
///
/// ```
/// use jarmo_core::Rules;
/// use jarmo_notation::{parse_turn, NodeId, Record};
///
/// let mut record = Record::new(Rules::BRAINKING);
/// let mut node = NodeId::ROOT;
/// for text in ["C1-E2", "E5-C4"] {
///     let turn = parse_turn(text, record.rules(), record.node(node).position())?;
///     node = record.play(node, turn)?;
/// }
/// record.add_comment(node, "A quiet start.");
/// assert_eq!(record.to_string(), "1. C1-E2 E5-C4 {A quiet start.} *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag pairs.
    pub tags: Tags,
    /// How the record says that the game came out.
    pub outcome: Outcome,
    /// The escape lines, without their `%`; one with line breaks is written as several.
    pub escapes: Vec<String>,
    rules: Rules,
    /// The first is the start. Nodes that were deleted stay here, reached by nobody.
    nodes: Vec<Node>,
}

impl Record {
    /// A record without tags or turns, from the start position.
    #[must_use]
    pub fn new(rules: Rules) -> Record {
        let start = Position::start(&rules);
        Record::from_start(rules, start)
    }

    /// A record without tags or turns, from any position of these rules.
    ///
    /// # Errors
    ///
    /// Why the position is not one of them, as one of another board may be.
    pub fn from_position(rules: Rules, start: Position) -> Result<Record, SetupError> {
        start.fits(&rules)?;
        Ok(Record::from_start(rules, start))
    }

    /// A record without tags or turns, from where a game began.
    #[must_use]
    pub fn for_game(game: &Game) -> Record {
        Record::from_start(*game.rules(), *game.start())
    }

    /// A record from a position that is known to be one of these rules.
    pub(crate) fn from_start(rules: Rules, start: Position) -> Record {
        let root = Node {
            turn: None,
            position: start,
            parent: NodeId::ROOT,
            children: Vec::new(),
            glyphs: Vec::new(),
            before: Vec::new(),
            comments: Vec::new(),
        };
        Record {
            tags: Tags::new(),
            outcome: Outcome::Unknown,
            escapes: Vec::new(),
            rules,
            nodes: vec![root],
        }
    }

    /// The rules the game is played under.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A node.
    ///
    /// # Panics
    ///
    /// If the node is of another record that has more of them.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node before; `None` at the start.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.node(id).parent)
    }

    /// The next node of the line that `id` is in.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).children.first().copied()
    }

    /// The nodes from the first turn to `id`, in order of play; nothing for the start.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |id| self.parent(*id)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The game up to a node, without an ending that the players gave it.
    #[must_use]
    pub fn game(&self, id: NodeId) -> Game {
        let start = *self.node(NodeId::ROOT).position();
        // A record starts from a position of its rules.
        let mut game = Game::from_position(self.rules, start).unwrap_or(Game::new(self.rules));
        for turn in self.path(id).into_iter().filter_map(|id| self.node(id).turn()) {
            // Every turn of a record is legal.
            let _ = game.play(turn);
        }
        game
    }

    /// The nodes of the main line after the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(NodeId::ROOT), |id| self.next(*id))
    }

    /// The last node of the line that `id` is in.
    #[must_use]
    pub fn line_end(&self, id: NodeId) -> NodeId {
        std::iter::successors(Some(id), |id| self.next(*id)).last().unwrap_or(id)
    }

    /// A node's turn with its number, as in `12. A1-C2` and `12... E5-C4`; empty at the start.
    #[must_use]
    pub fn numbered(&self, id: NodeId) -> String {
        let Some((parent, turn)) = self.parent(id).zip(self.node(id).turn()) else {
            return String::new();
        };
        let before = self.node(parent).position();
        let dots = if before.to_move() == Side::White { "." } else { "..." };
        let turn = TurnText::new(turn, self.rules.board());
        format!("{}{dots} {turn}", before.turn_number())
    }

    /// Whether a node is in the main line. The start is.
    #[must_use]
    pub fn is_main_line(&self, id: NodeId) -> bool {
        std::iter::successors(Some(id), |id| self.parent(*id))
            .all(|id| self.parent(id).is_none_or(|parent| self.next(parent) == Some(id)))
    }

    /// The node after a legal turn: the one that is there already, or else a new one, which
    /// begins a variation where the line goes on otherwise.
    ///
    /// # Errors
    ///
    /// Why the turn is not legal.
    pub fn play(&mut self, id: NodeId, turn: Turn) -> Result<NodeId, PlayError> {
        let there = |child: &&NodeId| self.node(**child).turn == Some(turn);
        if let Some(child) = self.node(id).children.iter().find(there) {
            return Ok(*child);
        }
        self.add(id, turn)
    }

    /// A new node after a legal turn, even if there is one with that turn.
    pub(crate) fn add(&mut self, id: NodeId, turn: Turn) -> Result<NodeId, PlayError> {
        self.node(id).position.check(&self.rules, turn)?;
        Ok(self.add_unchecked(id, turn))
    }

    /// As [`Record::add`], of a turn that is known to be legal.
    pub(crate) fn add_unchecked(&mut self, id: NodeId, turn: Turn) -> NodeId {
        let position = self.node(id).position.play_unchecked(&self.rules, turn);
        let child = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            turn: Some(turn),
            position,
            parent: id,
            children: Vec::new(),
            glyphs: Vec::new(),
            before: Vec::new(),
            comments: Vec::new(),
        });
        self.node_mut(id).children.push(child);
        child
    }

    /// Replaces the turn of a node that nothing follows by another legal one.
    pub(crate) fn amend(&mut self, id: NodeId, turn: Turn) {
        let position = self.node(self.node(id).parent).position.play_unchecked(&self.rules, turn);
        let node = self.node_mut(id);
        (node.turn, node.position) = (Some(turn), position);
    }

    /// Moves a variation one place up among the turns that follow the same position; the first is
    /// the line of play. Returns whether there was a place to go.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.swap(id, |place, _| place.checked_sub(1))
    }

    /// Moves a line one place down; see [`Record::promote`].
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.swap(id, |place, last| (place < last).then_some(place + 1))
    }

    fn swap(&mut self, id: NodeId, other: impl Fn(usize, usize) -> Option<usize>) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let children = &mut self.node_mut(parent).children;
        let Some(place) = children.iter().position(|child| *child == id) else { return false };
        let Some(other) = other(place, children.len() - 1) else { return false };
        children.swap(place, other);
        true
    }

    /// Makes the line that leads to `id` the main line.
    pub fn promote_to_main(&mut self, id: NodeId) {
        for node in self.path(id) {
            while self.promote(node) {}
        }
    }

    /// Deletes a turn and all that follows it, and returns the node before it. The start cannot be
    /// deleted. The nodes deleted can still be looked at, but whatever is added to them is in no
    /// line any more.
    pub fn delete(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.parent(id) else { return NodeId::ROOT };
        self.node_mut(parent).children.retain(|child| *child != id);
        parent
    }

    /// Adds a comment after a turn, or, at the start, before the first.
    ///
    /// Blanks around its lines go. One with a closing brace in it becomes as many comments as it
    /// has lines, since text can hold it in no other way.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        self.node_mut(id).comments.extend(comment::normalize(text));
    }

    /// Adds a comment before a turn.
    pub fn add_comment_before(&mut self, id: NodeId, text: &str) {
        self.node_mut(id).before.extend(comment::normalize(text));
    }

    /// Removes the comments before and after a turn.
    pub fn clear_comments(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        node.comments.clear();
        node.before.clear();
    }

    /// Adds a glyph to a turn, once. The start has none.
    pub fn add_glyph(&mut self, id: NodeId, glyph: Glyph) {
        let node = self.node_mut(id);
        if node.turn.is_some() && !node.glyphs.contains(&glyph) {
            node.glyphs.push(glyph);
        }
    }

    /// Removes the glyphs of a turn.
    pub fn clear_glyphs(&mut self, id: NodeId) {
        self.node_mut(id).glyphs.clear();
    }

    /// Every node there has been, in no order of play.
    pub(crate) fn all_nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Sets all that an edit can change of a node.
    pub(crate) fn set_said(&mut self, id: NodeId, said: Said) {
        let node = self.node_mut(id);
        node.children = said.children;
        node.glyphs = said.glyphs;
        node.before = said.comments_before;
        node.comments = said.comments;
    }

    /// The last position of the main line.
    #[must_use]
    pub fn last_position(&self) -> &Position {
        self.node(self.line_end(NodeId::ROOT)).position()
    }

    /// Completes the tags: PGN's seven tag roster, `Rules`, `Score` where the game is over on the
    /// board, and `First`, `Position` and `Board` where the game needs them; where it has turns and
    /// does not need them, they go, and so does the `Score` of a game that goes on. Where the last position is final, its score decides the result.
    ///
    /// There is no tag for options that are none of the three rule sets: a record under such rules
    /// is written, but read again as one of `brainking`.
    pub fn complete(&mut self) {
        if self.last_position().is_over(&self.rules) {
            let score = self.last_position().score(&self.rules);
            self.outcome = Outcome::of_score(score);
            self.tags.set("Score", &score.to_string());
        } else if self.outcome == Outcome::Unknown && self.next(NodeId::ROOT).is_some() {
            // It was the score of an end that was taken back.
            self.tags.remove("Score");
        }
        self.tags.complete(self.outcome);
        let mut tags = std::mem::take(&mut self.tags);
        self.set_terms(&mut tags);
        self.tags = tags;
    }

    /// Makes tags say which rules and board the game is played under and where it begins.
    pub(crate) fn set_terms(&self, tags: &mut Tags) {
        // Without turns, a value that no rules, board or position was found for stays as it is.
        let has_turns = self.next(NodeId::ROOT).is_some();
        let unknown = |name: &str| name.parse::<RuleSet>().is_err();
        if let Some(set) = self.rules.options().rule_set()
            && (has_turns || !tags.get("Rules").is_some_and(unknown))
        {
            tags.set("Rules", set.name());
        }
        for (name, value) in self.terms() {
            match value {
                Some(value) => tags.set(name, &value),
                None if has_turns => _ = tags.remove(name),
                None => {}
            }
        }
    }

    /// The tags that say where the game begins and on which board; those that it does not need
    /// have no value.
    fn terms(&self) -> [(&'static str, Option<String>); 3] {
        let (rules, board) = (&self.rules, self.rules.board());
        let start = self.node(NodeId::ROOT).position();
        let first = (rules.options().first == Side::Black).then(|| "Black".to_owned());
        let position =
            (*start != Position::start(rules)).then(|| PositionText::new(start, board).to_string());
        let name = (!rules.are_on_own_board()).then(|| board.board_name().to_owned());
        [("First", first), ("Position", position), ("Board", name)]
    }

    /// Every node but the start, in the order in which a record is written: a turn, the
    /// variations on it, then what follows it.
    #[must_use]
    pub fn in_written_order(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        // Nodes to be written later, the next one last. A first child brings its siblings along.
        let mut waiting: Vec<NodeId> = self.next(NodeId::ROOT).into_iter().collect();
        while let Some(id) = waiting.pop() {
            order.push(id);
            waiting.extend(self.next(id));
            let siblings = &self.node(self.node(id).parent).children;
            if siblings.first() == Some(&id) {
                waiting.extend(siblings[1..].iter().rev());
            }
        }
        order
    }
}

impl PartialEq for Record {
    /// Whether both have the same tags, result, escape lines and tree, and the same rules.
    fn eq(&self, other: &Record) -> bool {
        if (&self.tags, self.outcome, &self.escapes) != (&other.tags, other.outcome, &other.escapes)
            || self.rules != other.rules
        {
            return false;
        }
        // Pairs of nodes that stand in the same place and are still to be compared.
        let mut waiting = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (self.node(a), other.node(b));
            let content = |node: &Node| (node.turn, node.position);
            if content(a) != content(b)
                || a.glyphs != b.glyphs
                || a.before != b.before
                || a.comments != b.comments
                || a.children.len() != b.children.len()
            {
                return false;
            }
            waiting.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use jarmo_core::{Rules, Side};

    use super::{NodeId, Record};
    use crate::builder::Records;
    use crate::outcome::Outcome;
    use crate::turn::parse_turn;

    #[test]
    fn tags_of_another_game_go_once_there_are_turns() {
        let mut record = Record::new(Rules::BRAINKING);
        for (name, value) in
            [("First", "Black"), ("Position", "5/5/2w2/5/4b w"), ("Board", "x"), ("Rules", "x")]
        {
            record.tags.set(name, value);
        }
        let kept = |record: &Record| {
            ["First", "Position", "Board"].map(|name| record.tags.get(name).is_some())
        };
        record.complete();
        assert_eq!(kept(&record), [true; 3], "it may be a file's game that was not understood");
        let turn = parse_turn("C1-E2", record.rules(), record.last_position()).unwrap();
        record.play(NodeId::ROOT, turn).unwrap();
        record.complete();
        assert_eq!(kept(&record), [false; 3]);
        assert_eq!(record.tags.get("Rules"), Some("brainking"));
    }

    #[test]
    fn an_escape_with_line_breaks_stays_an_escape() {
        let mut record = Record::new(Rules::BRAINKING);
        for text in ["a\n[White \"X\"]\r\n{b", "c\r1-0", ""] {
            record.escapes.push(text.to_owned());
        }
        let text = record.to_string();
        assert!(text.starts_with("%a\n%[White \"X\"]\n%{b\n%c\n%1-0\n%\n"), "{text}");
        let (read, faults) = Records::new(text.as_bytes(), &[]).next_record().unwrap().unwrap();
        assert_eq!((read.tags.len(), faults.len()), (0, 0), "{text}");
        assert_eq!(read.escapes, ["a", "[White \"X\"]", "{b", "c", "1-0", ""]);
    }

    #[test]
    fn a_game_that_goes_on_has_no_score() {
        let text = "[Score \"4-5\"]\n\n1. C1-E2 ";
        for (result, expected) in [("*", None), ("", None), ("0-1", Some("4-5"))] {
            let text = format!("{text}{result}\n");
            let (mut record, faults) =
                Records::new(text.as_bytes(), &[]).next_record().unwrap().unwrap();
            let told = faults.iter().any(|fault| fault.to_string().contains("tag Score says 4-5"));
            assert_eq!(told, expected.is_none(), "{text}: {faults:?}");
            record.complete();
            assert_eq!(record.tags.get("Score"), expected, "{text}");
        }
    }

    #[test]
    fn a_final_position_decides_the_result() {
        let text = "[Position \"3bb/w4/5/2bb1/5 w - - 1\"]\n\n1. A4-C5 1-0\n";
        let (record, faults) = Records::new(text.as_bytes(), &[]).next_record().unwrap().unwrap();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(record.outcome, Outcome::BLACK);
        assert_eq!(record.last_position().score(record.rules()).leader(), Some(Side::Black));
    }
}
