//! Text for people, which may have come from files and other programs: whatever it holds, a terminal
//! does nothing with it but show it.
//!
//! All that commands say goes through here, but for drawings, which have escape sequences of our
//! own, and for data that goes to a file or a pipe.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};

use jarmo_render::text::{is_shown, printable};

/// Text in lines that can be shown: of what does something to a terminal, line breaks are left.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || is_shown(c)) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    Cow::Owned(lines.join("\n"))
}

/// A writer of text that is cleaned on its way.
pub(crate) struct Shown<W: Write> {
    inner: W,
    /// The start of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    pub(crate) fn new(inner: W) -> Shown<W> {
        Shown { inner, begun: Vec::new() }
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        self.inner.write_all(clean(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Standard output for data: a file or a pipe has it as it is, a terminal cleaned.
pub(crate) fn data_out() -> Box<dyn Write> {
    if is_terminal() {
        Box::new(Shown::new(io::stdout().lock()))
    } else {
        Box::new(io::stdout().lock())
    }
}

thread_local! {
    /// What is written in place of standard output, where somebody wants to have it.
    static CAPTURED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether people look at standard output.
pub(crate) fn is_terminal() -> bool {
    CAPTURED.with_borrow(Option::is_some) || io::stdout().is_terminal()
}

/// Writes to standard output what is clean, or is a drawing or data.
pub(crate) fn write(text: &str) -> io::Result<()> {
    let captured = CAPTURED.with_borrow_mut(|captured| {
        captured.as_mut().map(|captured| captured.push_str(text)).is_some()
    });
    if captured { Ok(()) } else { io::stdout().write_all(text.as_bytes()) }
}

/// Does something, and returns what it would have shown on standard output, a terminal.
pub(crate) fn capture<T>(act: impl FnOnce() -> T) -> (T, String) {
    CAPTURED.set(Some(String::new()));
    let done = act();
    (done, CAPTURED.take().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_comes_through() {
        let text = "a\u{1b}[2J\nb\rc\u{9b}1m\u{202e}d\u{200f} Zoë 好\n";
        let cleaned = "a\u{fffd}[2J\nb c\u{fffd}1m\u{fffd}d\u{fffd} Zoë 好\n";
        assert_eq!(clean(text), cleaned);
        // However it is cut in pieces.
        let mut out = Shown::new(Vec::new());
        for byte in text.as_bytes() {
            out.write_all(&[*byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out.inner).unwrap(), cleaned);
    }
}
