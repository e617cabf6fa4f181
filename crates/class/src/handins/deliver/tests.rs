use std::process::Command;

use tempfile::TempDir;

use super::*;
use crate::handins::settings::class_toml;
use skirmish_games::GameId;

fn class(place: &TempDir, more: &str) -> ClassFolder {
    let text = class_toml(GameId::parse("oska").unwrap(), "class") + more;
    ClassFolder::create(&place.path().join("class"), &text).unwrap()
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn names(found: &[Delivery]) -> Vec<&str> {
    found.iter().map(|delivery| &delivery.student[..]).collect()
}

#[test]
fn an_export_is_one_delivery_for_each_student() {
    let place = TempDir::new().unwrap();
    let folder = class(&place, "");
    // Canvas: all files in one folder.
    let canvas = place.path().join("submissions");
    write(&canvas.join("byronada_LATE_12_345_main.py"), "print('Ada')");
    write(&canvas.join("byronada_LATE_12_346_board.py"), "print('board')");
    write(&canvas.join("hopper_13_347_game.py"), "print('Grace')");
    let found = deliveries(&folder, std::slice::from_ref(&canvas), None).unwrap();
    assert_eq!(names(&found), ["byronada", "hopper"]);
    for delivery in &found {
        assert_eq!(delivery.receive(&folder).unwrap(), Delivered::New);
    }
    let ada = folder.student("byronada").unwrap();
    assert_eq!(files_below(&folder.source(&ada)).unwrap(), ["board.py", "main.py"].map(PathBuf::from));
    // One name among them that is no student's is not passed over in silence.
    write(&canvas.join("readme.txt"), "");
    let error = deliveries(&folder, std::slice::from_ref(&canvas), None).unwrap_err().to_string();
    assert!(error.contains("\"readme.txt\" in it is not called after a student"), "{error}");
    // As many others, and it is an ordinary folder.
    write(&canvas.join("main.py"), "");
    write(&canvas.join("board.py"), "");
    assert_eq!(names(&deliveries(&folder, &[canvas], None).unwrap()), ["submissions"]);
}

/// Two students of one name do not get each other's files.
#[test]
fn namesakes_are_told_apart() {
    let place = TempDir::new().unwrap();
    let folder = class(&place, "");
    let moodle = place.path().join("export");
    for (student, text) in [("Ada Byron_12", "one"), ("Ada Byron_13", "other"), ("Bob_14", "third")] {
        write(&moodle.join(format!("{student}_assignsubmission_file")).join("main.py"), text);
    }
    let found = deliveries(&folder, &[moodle], None).unwrap();
    assert_eq!(names(&found), ["Ada Byron (12)", "Ada Byron (13)", "Bob"]);
    for (delivery, text) in found.iter().zip(["one", "other", "third"]) {
        delivery.receive(&folder).unwrap();
        let student = folder.student(&delivery.student).unwrap();
        assert_eq!(fs::read_to_string(folder.source(&student).join("main.py")).unwrap(), text);
    }
}

/// What a build has made may not be opened, and still does not stop the next hand-in. Only where folders have modes.
#[test]
fn folders_that_cannot_be_opened_are_removed() {
    let place = TempDir::new().unwrap();
    let closed = place.path().join("program/a/b");
    write(&closed.join("file"), "1");
    for path in [&closed, closed.parent().unwrap()] {
        let Ok(closed) = Command::new("chmod").arg("0").arg(path).status() else { return };
        assert!(closed.success());
    }
    remove(&place.path().join("program")).unwrap();
    assert!(!place.path().join("program").exists());
    remove(&place.path().join("program")).unwrap();
}

#[test]
fn handing_in_again_replaces_and_a_broken_archive_does_not() {
    let place = TempDir::new().unwrap();
    let folder = class(&place, "");
    let own = place.path().join("Ada");
    let deliver = || deliveries(&folder, std::slice::from_ref(&own), None).unwrap()[0].receive(&folder).unwrap();
    write(&own.join("main.py"), "1");
    assert_eq!((deliver(), deliver()), (Delivered::New, Delivered::Same));
    let first = folder.student("Ada").unwrap();
    write(&own.join("main.py"), "2");
    assert_eq!(deliver(), Delivered::New);
    let second = folder.student("Ada").unwrap();
    assert!(second.version != first.version && !folder.source(&first).exists() && folder.source(&second).is_dir());
    let broken = place.path().join("Ada.zip");
    fs::write(&broken, b"PK\x03\x04 and no more").unwrap();
    let found = deliveries(&folder, &[broken], None).unwrap();
    assert_eq!((names(&found), found[0].receive(&folder).unwrap()), (vec!["Ada"], Delivered::Refused));
    let third = folder.student("Ada").unwrap();
    assert_eq!((third.version, folder.source(&second).is_dir()), (second.version.clone(), true));
    assert!(third.refused.is_some_and(|why| why.contains("it is broken")));
}

#[test]
fn names_come_from_the_option_or_the_instructors_pattern() {
    let place = TempDir::new().unwrap();
    let folder = class(&place, "").settings;
    drop(folder);
    fs::remove_dir_all(place.path().join("class")).unwrap();
    let text = class_toml(GameId::parse("oska").unwrap(), "class").replace("# pattern = ", "pattern = ");
    let folder = ClassFolder::create(&place.path().join("class"), &text).unwrap();
    let file = place.path().join("hw1-Ada-main.py");
    write(&file, "1");
    assert_eq!(names(&deliveries(&folder, std::slice::from_ref(&file), None).unwrap()), ["Ada"]);
    let found = deliveries(&folder, &[file], Some("A/B <i>")).unwrap();
    assert_eq!(names(&found), ["A/B <i>"]);
    found[0].receive(&folder).unwrap();
    assert_eq!(folder.students().unwrap()[0].name, "A/B <i>");
}

#[test]
fn a_kill_while_unpacking_leaves_nothing_that_counts() {
    let place = TempDir::new().unwrap();
    let folder = class(&place, "");
    let own = place.path().join("Ada");
    write(&own.join("main.py"), "1");
    // What a killed run left: a part of the hand-in, and a version that was not yet said to be one.
    write(&folder.folder_of("Ada").join("incoming/other.py"), "torn");
    write(&folder.folder_of("Ada").join("0123456789abcdef/source/torn.py"), "torn");
    assert!(folder.students().unwrap().is_empty());
    assert_eq!(deliveries(&folder, &[own], None).unwrap()[0].receive(&folder).unwrap(), Delivered::New);
    let ada = folder.student("Ada").unwrap();
    assert_eq!(files_below(&folder.source(&ada)).unwrap(), [PathBuf::from("main.py")]);
    assert!(!folder.folder_of("Ada").join("0123456789abcdef").exists());
}
