//! Rosters: all camps of one side and strength, with where its turns lead.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jarmo_core::{Board, Hole, HoleSet, MAX_HOLES, ReturnTiming, Rules, Side};

use crate::camp::Camp;
use crate::class::{Class, Strength};
use crate::lanes::{Lanes, WIDTH};
use crate::lists::Lists;

/// All camps of one side and strength.
///
/// Whether a side can move, and where to, does not depend on where the other side's archers
/// stand: they can be captured. So one list serves for every camp of the other side.
#[derive(Debug)]
pub(crate) struct Roster {
    /// How many holes the board has.
    pub(crate) holes: usize,
    pub(crate) strength: Strength,
    pub(crate) camps: Vec<Camp>,
    /// The camps that a move leads to from each; a capturing archer is not marked yet.
    pub(crate) moves: Lists<u32>,
    /// The camps from which a move, or a pass, leads to each.
    pub(crate) origins: Lists<u32>,
    /// The turns of each camp that are a return alone.
    pub(crate) returns: Lists<Return>,
    /// The returns that may be added to a move that has led to each camp; a capturing archer is
    /// not marked yet.
    pub(crate) added: Lists<Return>,
    /// What returns do.
    pub(crate) ways_back: Vec<WayBack>,
    /// For each hole, the camps with an unmarked archer there, and their numbers with it marked.
    pub(crate) marking: Vec<Vec<(u32, u32)>>,
    /// For each hole, the camps with a marked archer there.
    pub(crate) marked: Vec<Vec<(u32, u32)>>,
    pub(crate) panels: Vec<Panel>,
    /// The points of each camp (rules, section 9).
    pub(crate) points: Vec<u32>,
}

/// 256 camps of a roster, as lanes.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The lanes that are camps: all but in the last panel.
    pub(crate) camps: Lanes,
    /// For each hole, the camps with an archer there.
    pub(crate) holding: [Lanes; MAX_HOLES],
    /// The camps whose archers are all home.
    pub(crate) home: Lanes,
    /// The camps without a move.
    pub(crate) stuck: Lanes,
    /// Where each camp's number goes when the archer on a hole is captured: an unmarked one.
    pub(crate) losing: Vec<Vec<Loss>>,
    /// The same, a marked one.
    pub(crate) losing_marked: Vec<Vec<Loss>>,
}

/// Where camps of a panel are found after one hole's archer was captured: one panel of the camps
/// with an archer fewer.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) panel: usize,
    /// The lanes of that panel that such captures lead to.
    pub(crate) lanes: Lanes,
    /// The lane that each of them came from.
    pub(crate) from: Box<[u8; WIDTH]>,
}

/// An archer's coming back (rules, section 6).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Return {
    /// Which of the roster's ways back it is.
    pub(crate) way: u32,
    /// The number of the camp after it.
    pub(crate) camp: u32,
    /// The holes on which no enemy may have stood before the turn.
    pub(crate) absent: HoleSet,
    /// The hole on which an enemy must have stood, where the way back says that one is captured.
    pub(crate) captured: Option<Hole>,
}

/// What a return does to the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WayBack {
    /// The side's strength after it.
    pub(crate) strength: Strength,
    /// Whether it is paid with the new mark of an archer that has just captured. Any other
    /// capture is found as a move's is.
    pub(crate) captures: bool,
}

impl Roster {
    fn new(rules: &Rules, side: Side, strength: Strength) -> Roster {
        let board = rules.board();
        let camps = Camp::all(board.holes().len(), strength);
        let mut moves = Lists::new();
        let mut returns = Lists::new();
        let mut added = Lists::new();
        let mut ways_back = Vec::new();
        let mut marking = vec![Vec::new(); MAX_HOLES];
        let mut marked = vec![Vec::new(); MAX_HOLES];
        for (number, camp) in (0..).zip(&camps) {
            let after = moves_of(rules, side, *camp);
            let returning = Returning { rules, side, camp: *camp };
            returns.push(returning.alone(after.is_empty(), &mut ways_back));
            added.push(returning.added(&mut ways_back));
            moves.push(after.iter().map(|after| after.number() as u32));
            for hole in camp.archers {
                if camp.marked.contains(hole) {
                    marked[hole.index()].push((number, number));
                } else {
                    let with_mark = Camp { marked: camp.marked.with(hole), ..*camp };
                    marking[hole.index()].push((number, with_mark.number() as u32));
                }
            }
        }
        let goal = rules.goal_row(side);
        let points = |camp: &Camp| (camp.archers.len() + (camp.archers & goal).len()) as u32;
        Roster {
            holes: board.holes().len(),
            strength,
            origins: moves.reversed(),
            points: camps.iter().map(points).collect(),
            panels: camps
                .chunks(WIDTH)
                .enumerate()
                .map(|(at, chunk)| Panel::new(chunk, goal, &moves, at * WIDTH))
                .collect(),
            camps,
            moves,
            returns,
            added,
            ways_back,
            marking,
            marked,
        }
    }

    /// Whether all archers of a camp are home.
    pub(crate) fn is_home(&self, camp: usize) -> bool {
        self.panels[camp / WIDTH].home.contains(camp % WIDTH)
    }

    /// Whether a camp has no move.
    pub(crate) fn is_stuck(&self, camp: usize) -> bool {
        self.moves.of(camp).is_empty()
    }

    /// The holes which the other side must all hold to keep a camp without a move from a return;
    /// `None` when there is no return anyway.
    pub(crate) fn way_back(&self, camp: usize) -> Option<HoleSet> {
        let returns = self.returns.of(camp);
        let holes = returns.iter().fold(HoleSet::EMPTY, |all, turn| all | turn.absent);
        (!returns.is_empty()).then_some(holes)
    }

    /// Whether a camp has no legal turn against the other side's archers.
    pub(crate) fn is_stuck_against(&self, camp: usize, other: HoleSet) -> bool {
        self.is_stuck(camp) && self.way_back(camp).is_none_or(|holes| holes.minus(other).is_empty())
    }
}

impl Panel {
    fn new(camps: &[Camp], goal: HoleSet, moves: &Lists<u32>, start: usize) -> Panel {
        let mut panel = Panel {
            camps: Lanes::NONE,
            holding: [Lanes::NONE; MAX_HOLES],
            home: Lanes::NONE,
            stuck: Lanes::NONE,
            losing: vec![Vec::new(); MAX_HOLES],
            losing_marked: vec![Vec::new(); MAX_HOLES],
        };
        for (lane, camp) in camps.iter().enumerate() {
            panel.camps.set(lane);
            if camp.archers.minus(goal).is_empty() {
                panel.home.set(lane);
            }
            if moves.of(start + lane).is_empty() {
                panel.stuck.set(lane);
            }
            for hole in camp.archers {
                panel.holding[hole.index()].set(lane);
                if camp.archers.len() > 1 {
                    panel.lose(lane, *camp, hole);
                }
            }
        }
        panel
    }

    fn lose(&mut self, lane: usize, camp: Camp, hole: Hole) {
        let left = Camp { archers: camp.archers.without(hole), marked: camp.marked.without(hole) };
        let was_marked = camp.marked.contains(hole);
        let losing = if was_marked { &mut self.losing_marked } else { &mut self.losing };
        let losses = &mut losing[hole.index()];
        let (panel, to) = (left.number() as usize / WIDTH, left.number() as usize % WIDTH);
        if losses.last().is_none_or(|loss: &Loss| loss.panel != panel) {
            losses.push(Loss { panel, lanes: Lanes::NONE, from: Box::new([0; WIDTH]) });
        }
        if let Some(loss) = losses.last_mut() {
            loss.lanes.set(to);
            loss.from[to] = lane as u8;
        }
    }

    /// Where camps go when the archer on a hole is captured: one that is not marked, one that is.
    pub(crate) fn losing_on(&self, hole: Hole) -> [&[Loss]; 2] {
        [&self.losing, &self.losing_marked].map(|losing| &losing[hole.index()][..])
    }

    /// The lanes whose camps share no hole with these archers.
    pub(crate) fn disjoint(&self, archers: HoleSet) -> Lanes {
        let mut taken = Lanes::NONE;
        for hole in archers {
            taken |= self.holding[hole.index()];
        }
        self.camps & !taken
    }

    /// The lanes whose camps hold all of these holes.
    pub(crate) fn holding_all(&self, holes: HoleSet) -> Lanes {
        holes.into_iter().fold(self.camps, |lanes, hole| lanes & self.holding[hole.index()])
    }
}

/// The camps that the moves of a camp lead to.
fn moves_of(rules: &Rules, side: Side, camp: Camp) -> Vec<Camp> {
    let mut moves = Vec::new();
    for from in camp.archers {
        for to in rules.reach(side, from).minus(camp.archers) {
            let mut after = Camp {
                archers: camp.archers.without(from).with(to),
                marked: camp.marked.without(from),
            };
            if camp.marked.contains(from) {
                after.marked = after.marked.with(to);
            }
            moves.push(after);
        }
    }
    moves
}

/// A camp to which archers come back.
#[derive(Clone, Copy)]
struct Returning<'a> {
    rules: &'a Rules,
    side: Side,
    camp: Camp,
}

impl Returning<'_> {
    /// The turns that are a return alone.
    fn alone(self, stuck: bool, ways: &mut Vec<WayBack>) -> Vec<Return> {
        let may = self.rules.options().returns == ReturnTiming::WholeTurn || stuck;
        let payer = self.payer(self.camp.marked).filter(|_| may);
        payer.map_or(Vec::new(), |payer| self.paid_by(payer, HoleSet::EMPTY, None, ways))
    }

    /// The returns that may be added to any move that led to the camp.
    ///
    /// Whether that move captured shows in the enemy's camp: there is an archer on one of the
    /// same holes, and the one that stands there now has captured it.
    fn added(self, ways: &mut Vec<WayBack>) -> Vec<Return> {
        if self.rules.options().returns == ReturnTiming::WholeTurn {
            return Vec::new();
        }
        let mut returns = Vec::new();
        // The archers that pay with their own mark if they are those that have captured.
        let mut captors = HoleSet::EMPTY;
        for hole in self.camp.archers {
            if self.payer(self.camp.marked.with(hole)) == Some(hole) {
                captors = captors.with(hole);
                returns.extend(self.paid_by(hole, HoleSet::EMPTY, Some(hole), ways));
            }
        }
        if let Some(payer) = self.payer(self.camp.marked) {
            returns.extend(self.paid_by(payer, captors, None, ways));
        }
        returns
    }

    /// The marked home archer that pays for a return: the one on the lowest file.
    fn payer(self, marked: HoleSet) -> Option<Hole> {
        (marked & self.rules.goal_row(self.side)).lowest()
    }

    /// The returns that the archer on one hole pays for, one for each hole of the first row.
    fn paid_by(
        self,
        payer: Hole,
        absent: HoleSet,
        captured: Option<Hole>,
        ways: &mut Vec<WayBack>,
    ) -> Vec<Return> {
        let Camp { archers, marked } = self.camp;
        if archers.len() == self.rules.board().archers() {
            return Vec::new();
        }
        let marked = marked.without(payer);
        let strength = Strength { archers: archers.len() + 1, marked: marked.len() };
        let way = WayBack { strength, captures: captured.is_some() };
        let number = ways.iter().position(|known| *known == way).unwrap_or_else(|| {
            ways.push(way);
            ways.len() - 1
        });
        let back = |hole| {
            let after = Camp { archers: archers.with(hole), marked };
            let camp = after.number() as u32;
            Return { way: number as u32, camp, absent: absent.with(hole), captured }
        };
        self.rules.first_row(self.side).minus(archers).into_iter().map(back).collect()
    }
}

/// About how many bytes a roster takes for each camp, and while it is made: measured.
const BYTES_OF_CAMP: u64 = 340;

/// The rosters of one game, each made once.
#[derive(Debug)]
pub(crate) struct Rosters {
    rules: Rules,
    known: HashMap<(Side, Strength), Arc<Roster>>,
}

impl Rosters {
    pub(crate) fn new(rules: Rules) -> Rosters {
        Rosters { rules, known: HashMap::new() }
    }

    pub(crate) fn board(&self) -> &Board {
        self.rules.board()
    }

    /// About how many bytes all rosters of a level and those below take.
    pub(crate) fn size(board: &Board, level: usize) -> u64 {
        let levels = (2..=level).flat_map(|level| Class::of_level(board, level));
        let strengths: HashSet<(Side, Strength)> =
            levels.flat_map(|class| Side::ALL.map(|side| (side, class.strength(side)))).collect();
        let holes = board.holes().len();
        strengths.iter().map(|(_, strength)| Camp::count(holes, *strength) * BYTES_OF_CAMP).sum()
    }

    pub(crate) fn of(&mut self, side: Side, strength: Strength) -> Arc<Roster> {
        let rules = &self.rules;
        let roster = self.known.entry((side, strength));
        Arc::clone(roster.or_insert_with(|| Arc::new(Roster::new(rules, side, strength))))
    }
}
