//! The engine driven as a foreign program would, and foreign programs driven by it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use jarmo_core::Game;
use jarmo_core::Rules;
use jarmo_notation::parse_turn;
use jarmo_tests::{Run, feed, jarmo, run};

/// An engine that is talked to line by line.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn new() -> Talk {
        let mut child = jarmo()
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        Talk { child, input, output }
    }

    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("it still listens");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it listens");
    }

    fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        let len = self.output.read_line(&mut line).expect("it speaks text");
        (len > 0).then(|| line.trim().to_owned())
    }

    /// The next line that starts so; those before it are dropped.
    fn wait_for(&mut self, start: &str) -> String {
        loop {
            let line = self.hear().unwrap_or_else(|| panic!("it ended without saying {start}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        while self.hear().is_some() {}
        self.child.wait().expect("it ends").code()
    }
}

fn ugi(input: &str) -> Vec<String> {
    let out = feed(jarmo().arg("ugi"), input).success();
    out.lines().filter(|line| !line.starts_with("info depth")).map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself() {
    let mut talk = Talk::new();
    talk.say("ugi\n");
    assert!(talk.hear().unwrap().starts_with("id name Jarmo"));
    let mut options = Vec::new();
    loop {
        let line = talk.hear().unwrap();
        if line == "ugiok" {
            break;
        }
        options.extend(
            line.strip_prefix("option name ")
                .and_then(|rest| rest.split(' ').next())
                .map(str::to_owned),
        );
    }
    for name in ["Threads", "Hash", "Rules", "Level"] {
        assert!(options.iter().any(|option| option == name), "{name}");
    }
    talk.say("isready\nquit\n");
    talk.wait_for("readyok");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_command() {
    assert_eq!(ugi("\u{feff}isready\n"), ["readyok"]);
}

#[test]
fn it_plays_legal_turns_under_all_rules() {
    for set in ["brainking", "traditional", "jasir"] {
        let rules = Rules::of(set.parse().unwrap());
        let mut game = Game::new(rules);
        let mut talk = Talk::new();
        talk.say(&format!("setoption name Rules value {set}\nuginewgame\n"));
        let mut moves = String::new();
        while game.ending().is_none() && game.turns().len() < 60 {
            let position = if moves.is_empty() {
                "startpos".to_owned()
            } else {
                format!("startpos moves{moves}")
            };
            talk.say(&format!("position {position}\ngo nodes 300\n"));
            let answer = talk.wait_for("bestmove ");
            let text = answer.split(' ').nth(1).unwrap();
            let turn = parse_turn(text, &rules, game.position())
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            game.play(turn).expect("the turn is legal");
            moves += " ";
            moves += text;
        }
        assert_eq!(talk.end(), Some(0));
    }
}

#[test]
fn it_answers_while_it_thinks() {
    let mut talk = Talk::new();
    talk.say("position startpos\ngo infinite\n");
    talk.wait_for("info depth 3");
    talk.say("isready\n");
    talk.wait_for("readyok");
    // A line may come in pieces, and rubbish in between.
    talk.say("xyzzy\nposition\u{0}\nis");
    std::thread::sleep(std::time::Duration::from_millis(20));
    talk.say("ready\nstop\n");
    talk.wait_for("bestmove ");
    talk.say("go depth 3\nposition startpos moves C1-E2\nquery p1turn\n");
    talk.wait_for("bestmove ");
    assert_eq!(talk.wait_for("response"), "response false");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn rubbish_changes_nothing() {
    let said = ugi(
        "position fen nonsense\nposition startpos moves A1-A2\nsetoption name Colour value red\n\
                    go depth x\nstop\nquery nonsense\nquery p1turn\n\u{7f}\u{0}\n\nquit\n",
    );
    assert_eq!(said.iter().filter(|line| line.starts_with("info string")).count(), 4, "{said:?}");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("response true"));
}

#[test]
fn a_limit_that_is_wrong_does_not_mean_for_ever() {
    let mut talk = Talk::new();
    // One after another: the next is said only when the last was answered.
    for (limits, told) in [
        ("depth x", Some("info string go depth x: expected a whole number")),
        ("movetime", Some("info string go movetime: a whole number is missing behind it")),
        ("movetime -5", None),
        ("p1time -1 p2time -1", None),
        ("nodes -1", None),
    ] {
        talk.say(&format!("go {limits}\n"));
        if let Some(told) = told {
            assert_eq!(talk.wait_for("info string"), told);
        }
        talk.wait_for("bestmove ");
    }
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn options_that_cannot_be_are_told() {
    let said = ugi("setoption name Level value 11\nsetoption name Colour value red\n");
    let told =
        |name: &str, value: &str| format!("info string no option {name:?} with value {value:?}");
    assert_eq!(said, [told("Level", "11"), told("Colour", "red")]);
}

#[test]
fn the_end_of_the_input_ends_it() {
    // In the middle of a search with an end of its own: that is waited for.
    let said = ugi("position startpos\ngo depth 5\n");
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    // In the middle of one without: it is stopped.
    let mut talk = Talk::new();
    talk.say("go infinite\n");
    talk.wait_for("info depth 2");
    assert_eq!(talk.end(), Some(0));
    assert_eq!(ugi(""), Vec::<String>::new());
}

#[test]
fn queries_tell_how_the_game_stands() {
    let said = ugi(
        "query gameover\nquery result\nposition fen 5/5/5/5/w3b b\nquery gameover\nquery result\n\
                    go depth 3\nposition fen A\nquery p1turn\n",
    );
    let answers: Vec<&str> =
        said.iter().filter_map(|line| line.strip_prefix("response ")).collect();
    assert_eq!(answers, ["false", "none", "true", "p2win", "false"], "{said:?}");
    assert!(said.contains(&"bestmove (none)".to_owned()));
}

#[test]
fn the_same_search_finds_the_same() {
    let search = |arguments: &[&str]| run(&[&["analyze"], arguments].concat()).success();
    let deep = search(&["--depth", "9", "--lines", "2"]);
    assert_eq!(deep, search(&["--depth", "9", "--lines", "2"]));
    assert!(deep.lines().last().unwrap().starts_with("best "), "{deep}");
    let json: serde_json::Value =
        serde_json::from_str(&search(&["--depth", "5", "--json"])).expect("it is JSON");
    assert!(json["best"].is_string() && json["lines"][0]["turns"].is_array());
    assert!(run(&["analyze", "--position", "5/5/5/5/w3b"]).err.contains("the game is over"));
}

/// A position in which a certain win is worth less than an estimate.
const UNEVEN: &str = "2bbw/5/Bw3/4B/b4 b - - 8";

#[test]
fn lines_that_are_ranked_by_certainty_say_so() {
    let json = run(&["analyze", "--depth", "4", "--lines", "9", "--json", "--position", UNEVEN]);
    let json: serde_json::Value = serde_json::from_str(&json.success()).expect("it is JSON");
    let lines = json["lines"].as_array().expect("there are lines");
    let scores: Vec<f64> = lines.iter().map(|line| line["score"].as_f64().unwrap()).collect();
    assert!(!scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(lines[0]["certain"], "win");
    let text = run(&["analyze", "--depth", "4", "--lines", "9", "--position", UNEVEN]).success();
    assert!(text.contains(" certain win, end in "), "{text}");
    assert!(text.contains("What is certain is ranked first"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("best "), "{text}");
    let one = run(&["analyze", "--depth", "4", "--position", UNEVEN]).success();
    assert!(!one.contains("What is certain is ranked first"), "{one}");
}

#[cfg(unix)]
#[test]
fn an_analysis_that_is_interrupted_says_what_it_found() {
    let child = jarmo()
        .args(["analyze", "--time", "600"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let told = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.expect("kill can be run").success());
    let run: Run = child.wait_with_output().expect("it ends").into();
    let out = run.success();
    assert!(out.lines().last().unwrap().starts_with("best "), "{out}");
}

/// A match whose second engine is this shell script, and what it saved.
fn against(script: &str) -> (Run, String) {
    let folder = tempfile::tempdir().unwrap();
    let (path, saved) = (folder.path().join("engine.sh"), folder.path().join("saved.jgn"));
    std::fs::write(&path, script).unwrap();
    let engine = format!("cmd:sh '{}'", path.display());
    let arguments =
        ["match", "--white", "nodes:200", "--games", "2", "--movetime", "0.05", "--grace", "0.2"];
    let saved_as = saved.to_str().unwrap();
    let run = run(&[arguments.as_slice(), &["--black", &engine, "--save", saved_as]].concat());
    (run, std::fs::read_to_string(&saved).unwrap_or_default())
}

/// The beginning of a script that is an engine called Stub; its answer to `go` is to follow.
const STUB: &str = "while read line; do case \"$line\" in ugi) echo id name Stub; echo ugiok;; \
                    isready) echo readyok;; ";

#[test]
fn a_bad_program_loses_and_the_match_goes_on() {
    let programs = [
        ("go*) exit 3;; esac; done", "crashed", ": it ended with exit status: 3"),
        ("quit) exit 0;; esac; done", "hung", ": it did not answer in time"),
        ("go*) echo bestmove A1-A2;; quit) exit;; esac; done", "played no legal turn", ""),
        ("go*) echo bestmove;; quit) exit;; esac; done", "played no legal turn", ""),
        ("uginewgame) exit;; esac; done", "crashed", ": it ended with exit status: 0"),
    ];
    for (script, fault, reason) in programs {
        let (run, saved) = against(&format!("{STUB}{script}"));
        let err = run.err.clone();
        let out = run.success();
        assert!(out.contains("games 2  wins 2  draws 0  losses 0"), "{script}: {out}");
        for (round, side) in [("1.1", "Black"), ("1.2", "White")] {
            let told = format!("{side}'s engine {fault}{reason}");
            assert!(err.contains(&format!("game {round}: {told}")), "{script}: {err}");
            assert!(saved.contains(&format!("[Termination \"{told}")), "{script}: {saved}");
            assert!(saved.contains(&format!("[{side} \"Stub\"]")), "{script}: {saved}");
        }
        let counted = format!("lost 2 of its games by failing: it {fault} 2 times\n");
        assert!(err.ends_with(&counted), "{script}: {err}");
    }
}

#[test]
fn a_program_that_cannot_be_started_ends_the_match() {
    for (program, reason) in [
        ("no-such-program-here", "no-such-program-here: No such file"),
        ("true", "it ended with exit status: 0"),
        (
            "sh -c 'echo; echo no such level >&2; exit 2'",
            "it ended with exit status: 2, and said: no such level",
        ),
        ("'sh", "a quote is not closed"),
    ] {
        let engine = format!("cmd:{program}");
        for players in [["random", &engine], [&engine, "random"]] {
            let [white, black] = players;
            let arguments = ["match", "--white", white, "--black", black, "--games", "2000000"];
            let run = run(&arguments);
            assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
            let told = format!("error: {engine} cannot be started: {reason}");
            assert!(run.err.contains(&told), "{run:?}");
        }
    }
}

#[test]
fn a_match_whose_program_is_gone_stops_with_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let (path, saved) = (folder.path().join("engine.sh"), folder.path().join("saved.jgn"));
    let script = format!("{STUB}go*) rm -f '{}'; exit 1;; esac; done", path.display());
    std::fs::write(&path, script).unwrap();
    let engine = format!("cmd:sh '{}'", path.display());
    let saved = saved.to_str().unwrap();
    let play = |more: &[&str]| {
        let arguments = ["match", "--white", "random", "--black", &engine, "--games", "4"];
        run(&[arguments.as_slice(), &["--save", saved], more].concat())
    };
    let first = play(&[]);
    assert_eq!(first.status, Some(1), "{first:?}");
    assert!(first.out.contains("games 1  wins 1"), "{first:?}");
    assert!(first.err.contains("lost 1 of its games by failing: it crashed 1 time\n"), "{first:?}");
    assert!(first.err.contains("cannot be started"), "{first:?}");
    // What failed before is counted when the match goes on.
    std::fs::write(&path, format!("{STUB}go*) exit;; esac; done")).unwrap();
    let second = play(&["--resume"]);
    assert!(
        second.err.contains("lost 4 of its games by failing: it crashed 4 times"),
        "{second:?}"
    );
    assert!(second.success().contains("games 4  wins 4"));
}

#[test]
fn only_the_first_answer_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine.sh");
    // What is not legal stands for what would be legal by chance.
    let program = jarmo().get_program().to_str().unwrap().to_owned();
    let script = format!(
        "'{program}' ugi | while read line; do echo \"$line\"; \
         case \"$line\" in bestmove*) echo bestmove A1-A2;; esac; done"
    );
    std::fs::write(&path, script).unwrap();
    let engine = format!("cmd:sh '{}'", path.display());
    let arguments = ["match", "--white", "random", "--games", "2", "--movetime", "0.01"];
    let run = run(&[arguments.as_slice(), &["--black", &engine]].concat());
    assert_eq!(run.err.matches("answers more often than it is asked").count(), 1, "{run:?}");
    assert!(!run.err.contains("legal"), "{run:?}");
    run.success();
}

#[test]
fn a_match_is_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jgn");
    let program = jarmo().get_program().to_str().unwrap().to_owned();
    let engine = format!("cmd:'{program}' ugi");
    let play = |games: &str, more: &[&str]| {
        let arguments = ["match", "--white", "nodes:300", "--black", &engine, "--movetime", "0.01"];
        let rest = ["--games", games, "--concurrency", "2", "--save", file.to_str().unwrap()];
        run(&[arguments.as_slice(), &rest, more].concat())
    };
    assert!(play("3", &[]).success().contains("games 3"));
    assert!(play("5", &[]).err.contains("--resume goes on with its match"));
    // The last game was cut short.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 6]).unwrap();
    let out = play("5", &["--resume"]).success();
    assert!(out.contains("games 5"), "{out}");
    let checked = run(&["check", file.to_str().unwrap()]).success();
    assert_eq!(checked, "5 games, 0 errors, 0 warnings\n");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("[Round")).collect();
    rounds.sort_unstable();
    assert_eq!(
        rounds,
        [
            "[Round \"1.1\"]",
            "[Round \"1.2\"]",
            "[Round \"2.1\"]",
            "[Round \"2.2\"]",
            "[Round \"3.1\"]"
        ]
    );
    assert!(play("5", &["--resume", "--seed", "2"]).err.contains("games of another match"));
}

#[test]
fn a_match_that_is_resumed_from_nothing_begins_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.jgn");
    let players = ["match", "--white", "random", "--black", "random", "--games", "2"];
    let run = run(&[players.as_slice(), &["--resume", "--save", file.to_str().unwrap()]].concat());
    assert!(run.err.contains("there is no such file yet: the match begins"), "{run:?}");
    assert!(run.success().contains("games 2"));
}

#[test]
fn a_sequential_test_stops_early() {
    let out = run(&[
        "match",
        "--white",
        "nodes:300",
        "--black",
        "random",
        "--games",
        "200",
        "--sprt",
        "0",
        "200",
    ])
    .success();
    let games: usize =
        out.lines().nth(1).unwrap().split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(games < 100, "{out}");
    assert!(out.contains("Elo 200 rather than 0"), "{out}");
}
