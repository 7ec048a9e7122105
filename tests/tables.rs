//! `jarmo tables` from outside: built, told, probed, verified, and damaged.

use jarmo_tests::run;

#[test]
fn tables_are_built_probed_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("the path is text");
    let none = run(&["tables", "verify", "--dir", dir]);
    assert_eq!((none.status, none.out.as_str()), (Some(1), ""));
    let built = run(&["tables", "build", "--level", "3", "--dir", dir, "--threads", "2"]);
    assert_eq!(built.status, Some(0), "{built:?}");

    let info = run(&["tables", "info", "--json", "--dir", dir]);
    let levels: serde_json::Value = serde_json::from_str(&info.out).expect("JSON");
    let expected = serde_json::json!({
        "level": 3, "positions": 30_000, "win": 13_920, "loss": 8_741, "drawn": 3_520, "endless": 3_819
    });
    assert_eq!(levels[1], expected);

    let position = "5/2b2/5/5/w4 w - - 1";
    let probed = run(&["tables", "probe", "--dir", dir, "--position", position]);
    insta::assert_snapshot!(probed.out);
    let opening = run(&["tables", "probe", "--dir", dir]);
    assert!(opening.out.starts_with("value draw\nA1-C2 draw\n"), "{opening:?}");
    let beyond = run(&["tables", "probe", "--dir", dir, "--position", "b1b2/2b2/5/5/w4 w - - 1"]);
    assert_eq!(beyond.status, Some(1));
    assert!(beyond.err.contains("there is no table of level 4"), "{beyond:?}");

    assert_eq!(run(&["tables", "verify", "--all", "--dir", dir]).status, Some(0));
    let path = folder.path().join("brainking/level-3.jarmo-table");
    let mut bytes = std::fs::read(&path).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).expect("a file can be written");
    let damaged = run(&["tables", "verify", "--dir", dir]);
    assert_eq!(damaged.status, Some(1));
    assert!(damaged.err.contains("level-3.jarmo-table: block 0 was damaged"), "{damaged:?}");
    let sound = run(&["tables", "verify", "--level", "2", "--dir", dir]);
    assert_eq!(sound.out, "level 2: all blocks and 1200 positions are sound\n", "{sound:?}");
    let unknown = run(&["tables", "verify", "--level", "4", "--dir", dir]);
    assert!(unknown.err.contains("there is no table of level 4"), "{unknown:?}");
    let missing = run(&["tables", "build", "--level", "11", "--dir", dir]);
    assert!(missing.err.contains("there is no level 11"), "{missing:?}");
}
