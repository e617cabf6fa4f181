use tempfile::TempDir;

use super::*;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let place = TempDir::new().unwrap();
    for (name, text) in files {
        let path = place.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        if text.starts_with("#!") {
            system::set_executable(&path).unwrap();
        }
    }
    place
}

/// What is found in a folder: the kind, where, and the command that would run it.
fn found(files: &[(&str, &str)]) -> (RecipeKind, String, Result<Vec<String>, String>) {
    let place = folder(files);
    let recipe = find_recipe(place.path()).unwrap();
    let runs_in = place.path().join(&recipe.folder);
    let run = recipe.run_command(&runs_in, &BTreeSet::new(), "oska");
    (recipe.kind, recipe.folder.to_string_lossy().into_owned(), run)
}

fn words(text: &str) -> Result<Vec<String>, String> {
    Ok(text.split(' ').map(str::to_owned).collect())
}

#[test]
fn the_shallowest_and_most_telling_file_says_how_to_build() {
    let kind = |files: &[(&str, &str)]| {
        let (kind, folder, _) = found(files);
        (kind, folder)
    };
    assert_eq!(kind(&[("Makefile", ""), ("pom.xml", ""), ("a.py", "")]), (RecipeKind::Makefile, String::new()));
    assert_eq!(kind(&[("hw/pom.xml", ""), ("hw/lib/Makefile", "")]), (RecipeKind::Maven, "hw".to_owned()));
    assert_eq!(kind(&[("x/Cargo.toml", ""), ("x/src/main.rs", "")]), (RecipeKind::Cargo, "x".to_owned()));
    assert_eq!(kind(&[("CMakeLists.txt", ""), ("main.cpp", "")]), (RecipeKind::CMake, String::new()));
    assert_eq!(kind(&[("p/q/a.c", ""), ("p/q/r/b.c", "")]), (RecipeKind::C, "p/q".to_owned()));
    assert_eq!(kind(&[("a.cc", ""), ("readme.txt", "")]), (RecipeKind::Cpp, String::new()));
}

#[test]
fn the_program_is_found_by_its_main_or_its_name() {
    let main = "class A { public static void main(String[] a) {} }";
    let packaged = format!("package edu.x;\n{main}");
    let (kind, place, run) =
        found(&[("src/edu/x/Game.java", &packaged), ("src/edu/x/Board.java", "package edu.x; class Board {}")]);
    assert_eq!((kind, &place[..]), (RecipeKind::Java, "src/edu/x"));
    assert_eq!(run, words("java -cp skirmish-classes:.:lib/*:* edu.x.Game"));
    assert_eq!(found(&[("Board.java", "class Board {}")]).2, Err("no class in it has a main method".to_owned()));
    let unusual = "class B { static public final void main(String... a) {} }";
    assert_eq!(found(&[("B.java", unusual)]).2, words("java -cp skirmish-classes:.:lib/*:* B"));
    assert_eq!(found(&[("hw/game.py", "")]).2, words("python3 game.py"));
    assert_eq!(found(&[("board.py", ""), ("main.py", "")]).2, words("python3 main.py"));
    assert_eq!(
        found(&[("board.py", ""), ("thing.py", "if __name__ == '__main__':\n  x()\n")]).2,
        words("python3 thing.py")
    );
    // What the others import is no program.
    let import = "import sys, board\nfrom search import best as b\n";
    assert_eq!(
        found(&[("mine.py", import), ("board.py", ""), ("search.py", "import board")]).2,
        words("python3 mine.py")
    );
    assert_eq!(found(&[("run", "#!/bin/sh\n")]).2, words("./run"));
    let unclear = found(&[("a.py", ""), ("b.py", "")]).2.unwrap_err();
    assert_eq!(unclear, "which program is it: a.py, b.py? Set cmd under [[student]] in class.toml");
}

#[test]
fn what_cannot_be_built_gets_a_sentence() {
    let why = |files: &[(&str, &str)]| find_recipe(folder(files).path()).unwrap_err();
    assert_eq!(why(&[]), "it is empty");
    assert_eq!(why(&[("game.exe", "MZ\u{1}")]), "it has no sources, and game.exe is a program for another system");
    assert!(why(&[("Ada.zip", ""), ("Bob.tar.gz", "")]).starts_with("it holds several archives"));
    assert!(why(&[("essay.txt", "")]).starts_with("nothing in it can be built"));
}

#[test]
fn sources_are_never_options() {
    let place = folder(&[("-x.c", ""), ("main.c", "")]);
    let recipe = find_recipe(place.path()).unwrap();
    if let Ok(commands) = recipe.commands(false) {
        assert_eq!(commands, [words("cc -O2 -o skirmish-program ./-x.c ./main.c -lm").unwrap()]);
    }
}

/// A build may leave a pipe in the place of a source; reading it would never end. Only where there are such pipes.
#[test]
fn a_source_that_became_something_else_is_not_read() {
    let place = folder(&[("A.java", "class A { public static void main(String[] a) {} }")]);
    let recipe = find_recipe(place.path()).unwrap();
    fs::remove_file(place.path().join("A.java")).unwrap();
    let Ok(made) = Command::new("mkfifo").arg(place.path().join("A.java")).status() else { return };
    assert!(made.success());
    let run = recipe.run_command(place.path(), &BTreeSet::new(), "oska");
    assert_eq!(run, Err("no class in it has a main method".to_owned()));
}
