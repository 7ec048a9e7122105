//! `analyze` in a session: what the engine thinks, live until a key is pressed.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use jarmo_ai::{Clock, Info, Limits, Search, Solved};
use jarmo_core::Game;
use jarmo_render::text::cut;

use super::Session;
use super::count;
use crate::commands::analyze::{BY_CERTAINTY, is_by_points, line_text};
use crate::solutions::Solution;

/// The size of the transposition table, in MiB.
const HASH_MIB: usize = 64;
/// What is thought about where nobody presses a key, in positions.
const NODES: u64 = 400_000;
/// How often the display is brought up to date.
const GLANCE: Duration = Duration::from_millis(100);
/// How soon behind one another keys come that nobody presses one by one.
const PASTE: Duration = Duration::from_millis(20);

impl Session {
    /// Shows the best lines, one where no number is given.
    pub(super) fn analyze(&mut self, arguments: &str) -> anyhow::Result<()> {
        let lines = count(arguments)?;
        if self.ending().is_some() {
            bail!("the game is over: there is nothing to analyze");
        }
        let game = self.game();
        let solved = self.solved()?;
        if let Some(solution) = Solution::of(&solved, game.position()) {
            say!("{}", solution.sentence());
        }
        let found = if self.interactive && !self.pasted {
            say!("{} to move. Press a key to stop.", game.position().to_move());
            analyze_live(&game, lines, &solved, &mut self.typed)?
        } else {
            let never = AtomicBool::new(false);
            let mut search = Search::new(HASH_MIB, Clock::default());
            search.set_solved(solved);
            let found = search.analyze(&game, &Limits::nodes(NODES), lines, &never, &mut |_| ())?;
            for info in &found {
                say!("{}", line_text(info, game.rules().board()));
            }
            found
        };
        if found.is_empty() {
            bail!("nothing was found in so short a time");
        }
        if !is_by_points(&found) {
            say!("{BY_CERTAINTY}");
        }
        Ok(())
    }
}

/// Searches in a thread of its own and shows what it finds until a key is pressed or nothing is
/// left to find out.
fn analyze_live(
    game: &Game,
    lines: usize,
    solved: &Solved,
    typed: &mut String,
) -> anyhow::Result<Vec<Info>> {
    let stop = AtomicBool::new(false);
    let latest: Mutex<Vec<Info>> = Mutex::new(Vec::new());
    let display = LiveDisplay::enter()?;
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut search = Search::new(HASH_MIB, Clock::default());
            search.set_solved(solved.clone());
            search.set_threads(std::thread::available_parallelism().map_or(1, usize::from));
            search.analyze(game, &Limits::NONE, lines, &stop, &mut |info| keep(&latest, info))
        });
        let shown = display.show_until_key(game, &latest, || search.is_finished(), typed);
        stop.store(true, Ordering::Relaxed);
        let found = search.join().unwrap_or(Err(jarmo_ai::EngineError::GameOver));
        shown?;
        Ok(found?)
    })
}

/// Puts a line in its place among those of its depth.
fn keep(latest: &Mutex<Vec<Info>>, info: &Info) {
    let mut latest = latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    latest.retain(|old| old.rank != info.rank);
    latest.push(info.clone());
    latest.sort_by_key(|info| info.rank);
}

/// Lines that are written anew in place, in raw mode, which is left again whatever happens.
struct LiveDisplay;

impl LiveDisplay {
    fn enter() -> io::Result<LiveDisplay> {
        terminal::enable_raw_mode()?;
        Ok(LiveDisplay)
    }

    fn show_until_key(
        &self,
        game: &Game,
        latest: &Mutex<Vec<Info>>,
        finished: impl Fn() -> bool,
        typed: &mut String,
    ) -> anyhow::Result<()> {
        let mut rows = 0;
        loop {
            let last = finished();
            let infos = latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
            rows = draw(game, &infos, rows)?;
            if last {
                return Ok(());
            }
            if event::poll(GLANCE)?
                && let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                return keep_typed(key, typed);
            }
        }
    }
}

/// Keeps what was typed or pasted at once with the key that ended the display: those are the next
/// lines. A key alone says no more than that.
fn keep_typed(first: KeyEvent, typed: &mut String) -> anyhow::Result<()> {
    let mut keys = vec![first];
    while event::poll(PASTE)? {
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => keys.push(key),
            _ => {}
        }
    }
    if keys.len() > 1 {
        typed.extend(keys.into_iter().filter_map(|key| match key.code {
            // A line that came before the display took the terminal over ends so.
            KeyCode::Char('j') if key.modifiers.contains(KeyModifiers::CONTROL) => Some('\n'),
            KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::CONTROL) => None,
            KeyCode::Char(c) => Some(c),
            KeyCode::Enter => Some('\n'),
            _ => None,
        }));
    }
    Ok(())
}

impl Drop for LiveDisplay {
    fn drop(&mut self) {
        // Nothing can be done where this fails.
        let _ = terminal::disable_raw_mode();
    }
}

/// Writes the lines over those of before; returns how many rows they take.
fn draw(game: &Game, infos: &[Info], rows: u16) -> anyhow::Result<u16> {
    let (columns, height) = crate::terminal::size();
    // Only what fits can be written over the next time.
    let infos = &infos[..infos.len().min(height.saturating_sub(1))];
    let mut out = io::stdout().lock();
    if rows > 0 {
        execute!(out, cursor::MoveUp(rows))?;
    }
    execute!(out, terminal::Clear(terminal::ClearType::FromCursorDown))?;
    for info in infos {
        let text = line_text(info, game.rules().board());
        write!(out, "{}\r\n", cut(&text, columns.saturating_sub(1)))?;
    }
    out.flush()?;
    Ok(infos.len() as u16)
}
