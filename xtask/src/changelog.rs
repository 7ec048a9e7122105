//! The changelog: what is to be released stands under `## Unreleased`.

use anyhow::{Context, ensure};

const UNRELEASED: &str = "## Unreleased\n";

/// What has changed since the last release.
pub(crate) fn unreleased(changelog: &str) -> anyhow::Result<&str> {
    let missing =
        "CHANGELOG.md has no line '## Unreleased'; add one, and say below it what changed";
    let start = changelog.find(UNRELEASED).context(missing)? + UNRELEASED.len();
    let rest = &changelog[start..];
    let entry = rest.find("\n## ").map_or(rest, |end| &rest[..end]).trim();
    ensure!(!entry.is_empty(), "'## Unreleased' of CHANGELOG.md says nothing");
    Ok(entry)
}

/// The changelog with that under a release's name.
pub(crate) fn released(changelog: &str, release: &str) -> String {
    changelog.replacen(UNRELEASED, &format!("{UNRELEASED}\n## {release}\n"), 1)
}

#[cfg(test)]
mod tests {
    use super::{released, unreleased};

    #[test]
    fn an_entry_becomes_the_releases() {
        let before = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0, 2026-01-01\n\n- Old.\n";
        assert_eq!(unreleased(before).expect("there is one"), "- New.");
        let after = released(before, "0.2.0, 2026-02-02");
        assert_eq!(
            after,
            "# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-02-02\n\n- New.\n\n\
             ## 0.1.0, 2026-01-01\n\n- Old.\n"
        );
        assert!(unreleased(&after).is_err());
        assert!(unreleased("# Changelog\n").is_err());
    }
}
