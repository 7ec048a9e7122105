//! What is done when the system ends the program or somebody presses Ctrl-C: the terminal is left as
//! it was found.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal's other screen is shown.
static OTHER_SCREEN: AtomicBool = AtomicBool::new(false);

/// Says whether the terminal's other screen is shown from now on.
pub(crate) fn note_other_screen(shown: bool) {
    OTHER_SCREEN.store(shown, Ordering::Relaxed);
}

/// From now on `interrupted` is asked at Ctrl-C whether it has an answer to it. Where it has none,
/// and at the signals that end programs, the terminal is put back first. To be called before
/// anything changes the terminal.
pub(crate) fn watch(interrupted: impl Fn() -> bool + Send + 'static) {
    // Without it a signal only ends the program, and the journal has the game.
    #[cfg(unix)]
    let _ = unix::watch(interrupted);
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(move || {
        if !interrupted() {
            std::process::exit(130);
        }
    });
}

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal, Write};
    use std::sync::atomic::Ordering;

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::OTHER_SCREEN;

    /// Bracketed paste off, drawing no longer held back, the cursor shown.
    const PLAIN: &[u8] = b"\x1b[?2004l\x1b[?2026l\x1b[?25h";
    /// The screen that was there before.
    const MAIN_SCREEN: &[u8] = b"\x1b[?1049l";

    pub(super) fn watch(interrupted: impl Fn() -> bool + Send + 'static) -> io::Result<()> {
        let found = tcgetattr(io::stdin()).ok();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        std::thread::Builder::new().spawn(move || {
            for signal in &mut signals {
                if signal == SIGINT && interrupted() {
                    continue;
                }
                if let Some(found) = &found {
                    put_back(found);
                }
                // It ends the program as the signal does where nobody watches.
                let _ = emulate_default_handler(signal);
            }
        })?;
        Ok(())
    }

    /// Puts the terminal back as it was found. Where it has gone nothing can be done.
    fn put_back(found: &Termios) {
        let changed = tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != found.local_modes);
        let mut out = io::stdout();
        if out.is_terminal() && changed {
            let screen = if OTHER_SCREEN.load(Ordering::Relaxed) { MAIN_SCREEN } else { b"\r\n" };
            let _ = out.write_all(&[PLAIN, screen].concat()).and_then(|()| out.flush());
        }
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, found);
    }
}
