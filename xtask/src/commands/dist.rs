//! `cargo xtask dist`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use clap::Args;

use crate::archive::{Archive, read, sha256};
use crate::licences;
use crate::workspace::{cargo, git, host, metadata, output, program, root, step, target_folder};

/// Pack the program, its manual, completions and licences into an archive, the same from the same
/// commit.
#[derive(Debug, Args)]
pub(crate) struct Dist {
    /// Where to put the archives, instead of `dist` in the target folder.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Pack what is not committed too.
    #[arg(long)]
    allow_dirty: bool,
}

/// Shells, and what their completion files are called.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "jarmo.bash"),
    ("elvish", "jarmo.elv"),
    ("fish", "jarmo.fish"),
    ("powershell", "_jarmo.ps1"),
    ("zsh", "_jarmo"),
];

/// What goes along of the workspace, as git knows it.
const PAGES: [&str; 5] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "docs"];

impl Dist {
    /// Builds, packs, and prints checksums.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        ensure!(
            self.allow_dirty || output(&mut git(&["status", "--porcelain"]))?.is_empty(),
            "there are changes that no commit has; commit them, or add --allow-dirty"
        );
        let host = host()?;
        let version = version()?;
        let time = time()?;
        let out = match &self.out {
            Some(folder) => std::path::absolute(folder)?,
            None => target_folder()?.join("dist"),
        };
        fs::create_dir_all(&out).with_context(|| out.display().to_string())?;

        let built = build(&host)?;
        let Parts { program, symbols } = part(&built, &host)?;
        let name = format!("jarmo-{version}-{host}");
        let mut sums = String::new();
        let mut write = |file: String, archive: &Archive| {
            let packed = archive.to_tar_gz(&name, time)?;
            sums += &format!("{}  {file}\n", sha256(&packed));
            let path = out.join(file);
            println!("{} ({} kB)", path.display(), packed.len() / 1000);
            for (path, length) in archive.list() {
                println!("  {path:<28} {length:>9}");
            }
            fs::write(&path, packed).with_context(|| path.display().to_string())
        };
        write(format!("{name}.tar.gz"), &pack(&program, &built)?)?;
        if let Some((file, symbols)) = symbols {
            let mut archive = Archive::default();
            archive.add(&file, symbols);
            write(format!("{name}-symbols.tar.gz"), &archive)?;
        }
        let path = out.join(format!("{name}.sha256"));
        fs::write(&path, &sums).with_context(|| path.display().to_string())?;
        print!("{}\n{sums}", path.display());
        Ok(())
    }
}

/// The program's version.
fn version() -> anyhow::Result<String> {
    let metadata = metadata(&["--no-deps"])?;
    let program = metadata.packages.iter().find(|package| package.name == "jarmo-cli");
    Ok(program.context("the workspace has no jarmo-cli")?.version.clone())
}

/// The commit's time, in seconds since 1970: all entries get it.
fn time() -> anyhow::Result<u64> {
    let text = output(&mut git(&["log", "-1", "--format=%ct"]))?;
    text.trim().parse().with_context(|| format!("'{}' is no time in seconds", text.trim()))
}

/// Builds the program for distribution. No path of this machine gets into it.
fn build(host: &str) -> anyhow::Result<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = match home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))) {
        Some(home) => home,
        None => bail!("cargo's folder is not known; set CARGO_HOME"),
    };
    let target = target_folder()?;
    // Later ones go first: the target folder may be in the workspace.
    let paths = [(home.as_path(), "/cargo"), (root(), "/jarmo"), (&target, "/target")];
    let flags = paths.map(|(path, new)| format!("--remap-path-prefix={}={new}", path.display()));
    let mut command = cargo(&["build", "--locked", "--profile", "dist", "--package", "jarmo-cli"]);
    command.args(["--target", host, "--target-dir"]).arg(&target);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env("CARGO_INCREMENTAL", "0");
    step(&mut command)?;
    Ok(target.join(host).join("dist").join("jarmo").with_extension(env::consts::EXE_EXTENSION))
}

/// The program, and its symbols with their file's name where they can be had apart.
struct Parts {
    program: Vec<u8>,
    symbols: Option<(String, Vec<u8>)>,
}

/// Takes the symbols out of the program.
fn part(built: &Path, host: &str) -> anyhow::Result<Parts> {
    let database = built.with_extension("pdb");
    if database.exists() {
        let symbols = Some(("jarmo.pdb".to_owned(), read(&database)?));
        return Ok(Parts { program: read(built)?, symbols });
    }
    if !cfg!(target_os = "linux") {
        println!("symbols are taken apart on Linux and Windows only");
        return Ok(Parts { program: read(built)?, symbols: None });
    }
    let run = |arguments: &[&str]| {
        // The link to the symbols is their file's name as it is given, so that no folder gets in.
        step(objcopy(host)?.args(arguments).current_dir(folder_of(built)))
    };
    run(&["--only-keep-debug", "jarmo", "jarmo.debug"])?;
    run(&["--strip-all", "--add-gnu-debuglink=jarmo.debug", "jarmo", "jarmo.stripped"])?;
    Ok(Parts {
        program: read(&built.with_extension("stripped"))?,
        symbols: Some(("jarmo.debug".to_owned(), read(&built.with_extension("debug"))?)),
    })
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// The toolchain's own objcopy where it has one, so that the same toolchain gives the same bytes.
fn objcopy(host: &str) -> anyhow::Result<Command> {
    let sysroot = output(&mut program("rustc", &["--print", "sysroot"]))?;
    let sysroot = Path::new(sysroot.trim());
    let own = sysroot.join("lib/rustlib").join(host).join("bin/rust-objcopy");
    if !own.exists() {
        return Ok(Command::new("objcopy"));
    }
    let mut command = Command::new(own);
    // It needs the compiler's libraries, and does not know where they are.
    command.env("LD_LIBRARY_PATH", sysroot.join("lib"));
    Ok(command)
}

/// All that a distributor needs.
fn pack(program: &[u8], built: &Path) -> anyhow::Result<Archive> {
    let mut archive = Archive::default();
    let extension = env::consts::EXE_SUFFIX;
    archive.add_program(&format!("jarmo{extension}"), program);
    archive.add("man/jarmo.1", output(Command::new(built).arg("man"))?);
    for (shell, file) in SHELLS {
        let script = output(Command::new(built).args(["completions", shell]))?;
        archive.add(&format!("completions/{file}"), script);
    }
    for page in output(git(&["ls-files"]).args(PAGES))?.lines() {
        archive.add(page, read(&root().join(page))?);
    }
    let linked = licences::tree(&["--package", "jarmo-cli", "--edges", "normal"])?;
    let packages = licences::packages(&linked)?;
    archive.add("LICENSES-OF-DEPENDENCIES", licences::texts(&packages)?);
    Ok(archive)
}
