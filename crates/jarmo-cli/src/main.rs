//! The binary `jarmo`.

use std::process::ExitCode;

fn main() -> ExitCode {
    jarmo_cli::main()
}
