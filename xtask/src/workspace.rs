//! The workspace: where it is, what is in it, and programs run in it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

/// The workspace's top folder. Cargo says at each run where it is; two copies of the workspace may
/// share a target folder, and so this program.
pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let own = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let own = own.filter(|folder| folder.ends_with("xtask"));
        let own = own.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        own.parent().unwrap_or(Path::new(".")).to_owned()
    });
    &ROOT
}

/// The cargo that runs us, if one does.
fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Cargo, in the workspace's top folder.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    program(cargo_program(), arguments)
}

/// Git, in the workspace's top folder.
pub(crate) fn git(arguments: &[&str]) -> Command {
    program("git", arguments)
}

/// A program, in the workspace's top folder.
pub(crate) fn program(program: impl Into<OsString>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program.into());
    command.args(arguments).current_dir(root());
    command
}

/// A command as one would type it.
pub(crate) fn typed(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(name).chain(command.get_args()).map(|word| {
        let word = word.to_string_lossy();
        if word.contains(' ') { format!("\"{word}\"") } else { word.into_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Shows a command and runs it; it must succeed.
pub(crate) fn step(command: &mut Command) -> anyhow::Result<()> {
    println!("== {}", typed(command));
    let status = command.status().with_context(|| cannot_start(command))?;
    ensure!(status.success(), "'{}' failed with {status}", typed(command));
    Ok(())
}

/// What a command prints on standard output; it must succeed.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| cannot_start(command))?;
    ensure!(output.status.success(), "'{}' failed with {}", typed(command), output.status);
    String::from_utf8(output.stdout)
        .with_context(|| format!("'{}' printed what is no UTF-8", typed(command)))
}

/// Whether a tool of cargo's, such as `semver-checks`, is installed.
pub(crate) fn has_cargo_tool(name: &str) -> bool {
    let mut command = cargo(&[name, "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn cannot_start(command: &Command) -> String {
    format!("'{}' cannot be started; is it installed?", typed(command))
}

/// The folder for what is built.
pub(crate) fn target_folder() -> anyhow::Result<PathBuf> {
    Ok(metadata(&["--no-deps"])?.target_directory)
}

/// The machine that this toolchain builds for, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> anyhow::Result<String> {
    let version = output(&mut program("rustc", &["--version", "--verbose"]))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("'rustc --version --verbose' names no host")?.to_owned())
}

/// What cargo says about packages.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    /// The workspace's own, and those they depend on.
    pub(crate) packages: Vec<Package>,
    workspace_members: Vec<String>,
    pub(crate) target_directory: PathBuf,
}

/// A package.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) repository: Option<String>,
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
    /// Where it may be published: `None` is anywhere, an empty list is nowhere.
    publish: Option<Vec<String>>,
    targets: Vec<Target>,
}

/// What a manifest asks for.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `None` where it is one of the workspace's packages.
    pub(crate) source: Option<String>,
    /// `dev` for tests, `build` for build scripts, `None` for the package itself.
    kind: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Target {
    kind: Vec<String>,
}

impl Package {
    /// Whether it is for other people.
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Whether it is there for programs to be built on: a library, and not one with a program of
    /// its own.
    pub(crate) fn is_library(&self) -> bool {
        let has = |kind| self.targets.iter().any(|target| target.kind.iter().any(|k| k == kind));
        has("lib") && !has("bin")
    }

    /// The folder that it is in.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }
}

impl Metadata {
    /// The workspace's packages, in order of their names.
    pub(crate) fn members(&self) -> Vec<&Package> {
        let mut members: Vec<_> = self
            .packages
            .iter()
            .filter(|package| self.workspace_members.contains(&package.id))
            .collect();
        members.sort_by_key(|package| &package.name);
        members
    }

    /// The published ones of them, each behind those that it depends on.
    pub(crate) fn published(&self) -> anyhow::Result<Vec<&Package>> {
        let mut waiting: Vec<_> =
            self.members().into_iter().filter(|package| package.is_published()).collect();
        let mut ordered: Vec<&Package> = Vec::new();
        while !waiting.is_empty() {
            let ready = waiting.iter().position(|package| {
                package
                    .dependencies
                    .iter()
                    .filter(|needed| needed.kind.as_deref() != Some("dev"))
                    .all(|needed| waiting.iter().all(|other| other.name != needed.name))
            });
            match ready {
                Some(ready) => ordered.push(waiting.remove(ready)),
                None => bail!("'{}' depends on itself in the end", waiting[0].name),
            }
        }
        Ok(ordered)
    }
}

/// Cargo's view of the workspace.
pub(crate) fn metadata(arguments: &[&str]) -> anyhow::Result<Metadata> {
    let mut command = cargo(&["metadata", "--format-version", "1"]);
    let text = output(command.args(arguments))?;
    serde_json::from_str(&text).context("what 'cargo metadata' printed")
}
