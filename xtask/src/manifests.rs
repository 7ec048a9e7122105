//! Versions in manifests.

use anyhow::Context;
use toml_edit::{DocumentMut, Item, TableLike};

/// Tables of a manifest, or of its part `workspace`, that name dependencies.
const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// The manifest with another version for the workspace's packages, wherever it has theirs, and
/// nothing else changed.
pub(crate) fn with_version(manifest: &str, old: &str, new: &str) -> anyhow::Result<String> {
    let mut document: DocumentMut = manifest.parse().context("it is no TOML")?;
    let root = document.as_table_mut();
    change(root.get_mut("package"), old, new);
    for name in DEPENDENCIES {
        change_each(root.get_mut(name), old, new);
    }
    if let Some(workspace) = root.get_mut("workspace").and_then(Item::as_table_like_mut) {
        change(workspace.get_mut("package"), old, new);
        change_each(workspace.get_mut("dependencies"), old, new);
    }
    Ok(document.to_string())
}

/// Dependencies that are the workspace's own: they say in which folder they are, or have its name.
fn change_each(dependencies: Option<&mut Item>, old: &str, new: &str) {
    let Some(dependencies) = dependencies.and_then(Item::as_table_like_mut) else { return };
    for (name, dependency) in dependencies.iter_mut() {
        if name.starts_with("jarmo-") || is_in_a_folder(dependency) {
            change(Some(dependency), old, new);
        }
    }
}

fn is_in_a_folder(dependency: &Item) -> bool {
    dependency.as_table_like().is_some_and(|table| table.contains_key("path"))
}

/// A version by itself, or a table's.
fn change(item: Option<&mut Item>, old: &str, new: &str) {
    let version = match item {
        Some(item) if item.is_str() => Some(item),
        Some(item) => item.as_table_like_mut().and_then(version_of),
        None => None,
    };
    let Some(version) = version.and_then(Item::as_value_mut) else { return };
    if version.as_str() == Some(old) {
        let decor = version.decor().clone();
        *version = new.into();
        *version.decor_mut() = decor;
    }
}

fn version_of(table: &mut dyn TableLike) -> Option<&mut Item> {
    table.get_mut("version").filter(|version| version.is_str())
}

#[cfg(test)]
mod tests {
    use super::with_version;

    #[test]
    fn only_the_workspaces_own_versions_change() {
        let manifest = "# A remark.\n[workspace.package]\nversion = \"0.1.0\" # ours\n\n\
            [workspace.dependencies]\njarmo-core = { path = \"core\", version = \"0.1.0\" }\n\
            jarmo-bench = { path = \"bench\" }\nother = \"0.1.0\"\n\n\
            [dependencies]\njarmo-ai = \"0.1.0\"\nelse = { version = \"0.1.0\" }\n";
        let new = with_version(manifest, "0.1.0", "0.2.0").expect("it is a manifest");
        assert_eq!(
            new,
            "# A remark.\n[workspace.package]\nversion = \"0.2.0\" # ours\n\n\
             [workspace.dependencies]\njarmo-core = { path = \"core\", version = \"0.2.0\" }\n\
             jarmo-bench = { path = \"bench\" }\nother = \"0.1.0\"\n\n\
             [dependencies]\njarmo-ai = \"0.2.0\"\nelse = { version = \"0.1.0\" }\n"
        );
    }

    #[test]
    fn a_package_outside_the_workspace_may_have_a_version_of_its_own() {
        let manifest = "[package]\nname = \"x\"\nversion = \"0.0.0\"\n";
        assert_eq!(with_version(manifest, "0.1.0", "0.2.0").expect("a manifest"), manifest);
        assert!(with_version("[package", "0.1.0", "0.2.0").is_err());
    }
}
