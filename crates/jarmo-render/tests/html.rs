//! The page that plays through games.
#![cfg(feature = "html")]

use std::process::Command;

use jarmo_core::{Position, Rules, Side, Turn};
use jarmo_notation::parse_turn;
use jarmo_render::html::{HtmlOptions, Replay, draw};

const RULES: Rules = Rules::BRAINKING;

/// Three turns, the second with a variation, and text that would break a careless page.
fn short() -> Replay {
    let mut replay = Replay::new(&RULES, &Position::start(&RULES)).expect("the start");
    let start = replay.start();
    let turn = |replay: &Replay, at, text: &str| {
        parse_turn(text, &RULES, replay.position(at)).expect("a legal turn")
    };
    let first = replay.play(start, turn(&replay, start, "C1-E2")).expect("a legal turn");
    let second = replay.play(first, turn(&replay, first, "E5-C4")).expect("a legal turn");
    let other = replay.play(first, turn(&replay, first, "A5-B3")).expect("a legal turn");
    let third = replay.play(second, turn(&replay, second, "B1-A3")).expect("a legal turn");
    replay.tag("White", "<Ann & \"Bo\">");
    replay.tag("Result", "*");
    replay.remarks(other).before.push("</script><script>alert(1)</script>".to_owned());
    let remarks = replay.remarks(third);
    remarks.glyphs.push("?".to_owned());
    remarks.after.push("Loses an archer: {data} {script}.".to_owned());
    remarks.evaluation = Some(-0.75);
    replay.set_record("[White \"<Ann>\"]\n\n1. C1-E2 *\n");
    replay
}

/// Sixty turns of each side, each with an evaluation and a comment, and a variation now and then.
fn long() -> Replay {
    let mut replay = Replay::new(&RULES, &Position::start(&RULES)).expect("the start");
    let mut at = replay.start();
    for number in 0_usize..120 {
        let turns: Vec<Turn> = replay.position(at).legal_turns(&RULES).collect();
        // The last home archer would end the game too soon: such turns are left out.
        let goes_on = |turn: &&Turn| {
            let after = replay.position(at).play_unchecked(&RULES, **turn);
            !after.is_over(&RULES) && after.home(&RULES, Side::White).len() < 2
        };
        let going: Vec<Turn> = turns.iter().filter(goes_on).copied().collect();
        let turn = going[number * 7 % going.len()];
        let next = replay.play(at, turn).expect("a legal turn");
        if number % 4 == 1 {
            replay.play(at, turns[0]).expect("a legal turn");
        }
        replay.remarks(next).evaluation = Some((number as f64 / 9.0).sin());
        replay.remarks(next).after.push(format!("What was thought about turn {number}."));
        at = next;
    }
    replay
}

fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the data");
    let (text, _) = rest.split_once("</script>").expect("the end of the data");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_page_carries_the_game() {
    let page = draw("Games", &[short()], &HtmlOptions { below: Side::Black });
    let data = data(&page);
    assert_eq!(data["flipped"], true);
    let points = &data["games"][0]["points"];
    let turns: Vec<&str> = (1..5).filter_map(|i| points[i]["turn"].as_str()).collect();
    assert_eq!(turns, ["C1-E2", "E5-C4", "A5-B3", "B1-A3"]);
    assert_eq!(points[4]["parent"], 2);
    assert_eq!(points[4]["evaluation"], -0.75);
    assert_eq!(points[4]["after"][0], "Loses an archer: {data} {script}.");
    assert_eq!(points[0]["position"], "bbbbb/5/5/5/wwwww w - - 1");
}

#[test]
fn nothing_in_a_record_breaks_out_of_the_page() {
    let page = draw("<A & B>", &[short()], &HtmlOptions::default());
    assert!(page.contains("<title>&lt;A &amp; B&gt;</title>"));
    assert!(!page.contains("<script>alert"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("[White &quot;&lt;Ann&gt;&quot;]"));
}

#[test]
fn a_page_asks_for_nothing_from_elsewhere() {
    let page = draw("Games", &[short()], &HtmlOptions::default());
    let addresses: Vec<&str> = page.matches("http").collect();
    // The name of SVG twice, in the picture and in the script, and one http-equiv.
    assert_eq!(addresses.len(), 3);
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
}

#[test]
fn a_long_annotated_game_is_a_small_page() {
    let page = draw("A long game", &[long()], &HtmlOptions::default());
    assert!(page.len() < 150 * 1024, "{} bytes", page.len());
    assert_eq!(data(&page)["games"][0]["points"].as_array().map(Vec::len), Some(151));
}

/// The page after a script of ours has run in it, as a browser holds it.
fn in_browser(page: &str, script: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let page = page.replace("</body>", &format!("<script>{script}</script></body>"));
    std::fs::write(&file, page).expect("a file");
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .arg("--dump-dom")
        .arg(&file)
        .output()
        .expect("Chromium runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
#[ignore = "needs Chromium"]
fn keys_step_through_the_game_and_its_variations() {
    let page = draw("Games", &[short()], &HtmlOptions::default());
    let status = |keys: &str| {
        let script = "
            const errors = [];
            window.onerror = (message) => errors.push(message);
            for (const key of KEYS.split(' ')) {
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            }
            const shown = document.getElementById('status').textContent;
            const here = document.querySelector('[aria-current]')?.firstChild.data;
            const archers = document.querySelectorAll('#board .archer').length;
            document.title = ['said', shown, here, archers, ...errors].join('|');";
        let shown = in_browser(&page, &script.replace("KEYS", &format!("'{keys}'")));
        let (_, rest) = shown.split_once("<title>said|").expect("a title");
        rest.split_once("</title>").expect("the end of the title").0.to_owned()
    };
    let end = "2. B1-A3?. Black to move. Evaluation -0.75.|B1-A3|10";
    assert_eq!(status("ArrowRight"), "1. C1-E2. Black to move.|C1-E2|10");
    assert_eq!(status("End"), end);
    assert_eq!(status("f End f"), end);
    assert_eq!(status("ArrowRight ArrowRight ArrowDown"), "1… A5-B3. White to move.|A5-B3|10");
    assert_eq!(status("End ArrowLeft Home"), "Start. White to move.||10");
}
