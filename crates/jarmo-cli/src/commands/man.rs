//! `jarmo man`: the manual page.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::Arguments;

/// Prints the page in roff, the commands' options after the general ones.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        writeln!(page, ".SH JARMO {}", subcommand.get_name().to_uppercase())?;
        let man = clap_mangen::Man::new(subcommand.clone().disable_help_flag(true));
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
