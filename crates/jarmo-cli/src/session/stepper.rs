//! Stepping through a record with single keys.

use std::io::{self, Write};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use jarmo_core::Side;
use jarmo_notation::{NodeId, Record};
use jarmo_render::{Scene, text};

use crate::signals;
use crate::terminal::Appearance;

/// Rows below the board: the turn, its comments, the keys.
const ROWS_BELOW: usize = 3;

const KEYS: &str = "right/left step, up/down variation, home/end, f flip, q quit";

/// Shows a record turn by turn, as keys say.
pub(crate) fn step_through(record: Record, appearance: Appearance) -> anyhow::Result<()> {
    signals::watch(|| false);
    let screen = Screen::enter()?;
    let mut stepper = Stepper { record, node: NodeId::ROOT, below: Side::White, appearance };
    loop {
        stepper.draw()?;
        match event::read()? {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if matches!(key.code, KeyCode::Char('q') | KeyCode::Esc)
                    || control && matches!(key.code, KeyCode::Char('c' | 'd'))
                {
                    break;
                }
                stepper.press(key.code);
            }
            _ => {}
        }
    }
    drop(screen);
    Ok(())
}

/// The alternate screen in raw mode, left again whatever happens.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        signals::note_other_screen(true);
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing can be done where this fails, and nothing is lost.
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
        signals::note_other_screen(false);
    }
}

struct Stepper {
    record: Record,
    node: NodeId,
    below: Side,
    appearance: Appearance,
}

impl Stepper {
    fn press(&mut self, key: KeyCode) {
        let record = &self.record;
        let next = match key {
            KeyCode::Right | KeyCode::Char(' ' | 'l' | 'n') | KeyCode::Enter => {
                record.next(self.node)
            }
            KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h' | 'p') => {
                record.parent(self.node)
            }
            KeyCode::Down | KeyCode::Char('j') => self.sibling(1),
            KeyCode::Up | KeyCode::Char('k') => self.sibling(-1),
            KeyCode::Home | KeyCode::Char('g') => Some(NodeId::ROOT),
            KeyCode::End | KeyCode::Char('G') => Some(record.line_end(self.node)),
            KeyCode::Char('f') => {
                self.below = self.below.other();
                None
            }
            _ => None,
        };
        self.node = next.unwrap_or(self.node);
    }

    /// The turn so many places further on among those that follow the same position.
    fn sibling(&self, by: isize) -> Option<NodeId> {
        let siblings = self.record.node(self.record.parent(self.node)?).children();
        let place = siblings.iter().position(|id| *id == self.node)?;
        siblings.get(place.checked_add_signed(by)?).copied()
    }

    fn draw(&self) -> anyhow::Result<()> {
        let node = self.record.node(self.node);
        let scene = Scene::new(self.record.rules(), node.position())
            .after(node.turn())
            .seen_from(self.below);
        let mut screen = text::draw(&scene, &self.appearance.drawing(ROWS_BELOW + 1));
        let room = crate::terminal::size().0.saturating_sub(1);
        let turn = text::printable(&self.turn_line());
        screen += &format!("\n{}\n{}", text::cut(&turn, room), text::cut(KEYS, room));
        let mut out = io::stdout().lock();
        execute!(out, terminal::Clear(terminal::ClearType::All), cursor::MoveTo(0, 0))?;
        // In raw mode a line feed does not go back to the first column.
        out.write_all(screen.replace('\n', "\r\n").as_bytes())?;
        Ok(out.flush()?)
    }

    /// The turn at hand with its glyphs and comments, and how many other turns there were.
    fn turn_line(&self) -> String {
        let node = self.record.node(self.node);
        let mut parts = Vec::new();
        match self.record.parent(self.node) {
            Some(parent) => {
                parts.push(self.record.numbered(self.node));
                let siblings = self.record.node(parent).children();
                let place = siblings.iter().position(|id| *id == self.node);
                if let Some(place) = place.filter(|_| siblings.len() > 1) {
                    parts.push(format!("({} of {})", place + 1, siblings.len()));
                }
            }
            None => parts.push(super::browse::title(&self.record)),
        }
        parts.extend(node.glyphs().iter().map(|glyph| glyph.shown()));
        parts.extend(node.comments().iter().cloned());
        if self.record.next(self.node).is_none() {
            parts.push(self.record.outcome.to_string());
        }
        parts.join(" ")
    }
}
