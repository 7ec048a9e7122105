//! Where files are kept: by the platform's conventions, or where the environment says.

use std::path::{PathBuf, is_separator};

use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_base_strategy;

/// The folder that is ours below one of the platform's.
const NAME: &str = "jarmo";

/// The folder of what sessions keep; `JARMO_STATE_DIR` moves it.
pub(crate) fn state() -> Option<PathBuf> {
    moved("JARMO_STATE_DIR").or_else(|| {
        let strategy = choose_base_strategy().ok()?;
        Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join(NAME))
    })
}

/// The session's configuration file; `JARMO_CONFIG` moves it.
pub(crate) fn configuration() -> Option<PathBuf> {
    moved("JARMO_CONFIG")
        .or_else(|| Some(choose_base_strategy().ok()?.config_dir().join(NAME).join("config.toml")))
}

/// The folder of tables; `JARMO_TABLES_DIR` moves it.
pub(crate) fn tables() -> Option<PathBuf> {
    moved("JARMO_TABLES_DIR")
        .or_else(|| Some(choose_base_strategy().ok()?.data_dir().join(NAME).join("tables")))
}

/// A path as a shell would have it: `~` at its start is the person's home.
pub(crate) fn from_home(path: &str) -> PathBuf {
    let below =
        path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_separator));
    match below.zip(etcetera::home_dir().ok()) {
        Some((rest, home)) => home.join(rest.trim_start_matches(is_separator)),
        None => path.into(),
    }
}

fn moved(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from)
}
