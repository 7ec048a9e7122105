//! Pictures and replay pages through the program.

use std::path::Path;

use jarmo_tests::{Run, run};

fn draw(arguments: &[&str], name: &str) -> (Run, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    let run = run(&[&["render"], arguments, &["-o", path.to_str().unwrap()]].concat());
    let bytes = std::fs::read(&path).unwrap_or_default();
    (run, bytes)
}

#[test]
fn each_extension_has_its_form() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/games/jasir-pass.jgn");
    let record = record.to_str().unwrap();
    let begins =
        [("a.svg", "<svg"), ("a.png", "\u{89}PNG"), ("a.txt", "5 "), ("a.html", "<!doctype html>")];
    for (name, start) in begins {
        for arguments in
            [vec![record], vec!["--position", "bbbbb/5/5/5/wwwww b"], vec![record, "--flip"]]
        {
            let (run, bytes) = draw(&arguments, name);
            run.success();
            let text: String =
                bytes.iter().take(start.chars().count()).map(|byte| char::from(*byte)).collect();
            let flipped = arguments.contains(&"--flip") && name == "a.txt";
            assert_eq!(
                text.to_lowercase(),
                if flipped { "1 ".to_owned() } else { start.to_lowercase() },
                "{name}"
            );
        }
    }
    let (start, end) = (draw(&[record, "--ply", "0"], "a.txt").1, draw(&[record], "a.txt").1);
    assert_ne!(start, end);
}

#[test]
fn a_page_says_without_tables_what_the_first_turns_are_worth() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/games/brainking-draw.jgn");
    let (run, page) = draw(&[record.to_str().unwrap()], "a.html");
    run.success();
    let page = String::from_utf8(page).expect("pages are UTF-8");
    let points = page.split(r#"{"parent":"#).map(|point| {
        let verdict = point.split_once(r#""verdict":""#)?.1;
        verdict.split_once('"').map(|(verdict, _)| verdict)
    });
    let points: Vec<Option<&str>> = points.collect();
    let known = [
        Some("Nobody wins"),
        Some("Nobody wins"),
        Some("White wins in 13 turns"),
        Some("White wins in 12 turns"),
    ];
    assert_eq!(points[..4], known);
    assert!(points[4..].iter().all(Option::is_none), "{points:?}");
}

#[test]
fn what_cannot_be_drawn_says_why() {
    assert!(draw(&[], "a.bmp").0.err.contains("expected .svg, .png, .html or .txt"));
    assert!(draw(&["no-such-file"], "a.svg").0.err.contains("no-such-file"));
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/games/jasir-pass.jgn");
    let record = record.to_str().unwrap();
    assert!(draw(&[record, "--ply", "99"], "a.svg").0.err.contains("no position after 99 turns"));
    assert!(draw(&[record, "--game", "2"], "a.svg").0.err.contains("there is no game 2"));
}
