//! How far something long has come.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use jarmo_render::text::{cut, printable};

/// How often it is told.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line on standard error that is written anew as work goes on; nothing where no terminal is.
pub(crate) struct Progress {
    terminal: bool,
    next: Instant,
    told: bool,
}

impl Progress {
    /// Nothing told yet.
    pub(crate) fn new() -> Progress {
        let terminal = io::stderr().is_terminal();
        Progress { terminal, next: Instant::now() + INTERVAL, told: false }
    }

    /// Tells this, unless something has been told just now.
    pub(crate) fn tell(&mut self, text: impl FnOnce() -> String) {
        if !self.terminal || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + INTERVAL;
        self.told = true;
        // A line that wrapped could not be written over: carriage return, what of the text fits,
        // and erase what is left of a longer one.
        let (columns, _) = crate::terminal::size();
        let text = printable(&text());
        let text = cut(&text, columns.saturating_sub(1));
        let mut err = io::stderr();
        let _ = write!(err, "\r{text}\x1b[K").and_then(|()| err.flush());
    }

    /// Removes the line.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.told) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
