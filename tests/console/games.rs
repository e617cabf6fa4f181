//! Whole games in line mode over pipes, checked move by move by a referee, with every kind of ending.

use crate::support::dialogue::{Dialogue, play};
use crate::support::referee::Referee;
use crate::support::{boards, games, larger};
use skirmish_board::texts;
use skirmish_oracle::Random;

/// Longer than the timeout of any test.
const AN_HOUR: &str = "60m";

/// Plays a random game against a weak engine. Returns the referee.
fn random_game(game: &str, first: bool, level: &str, seed: u64) -> Referee {
    let mut random = Random::new(seed);
    let order = if first { "--first" } else { "--second" };
    // Weak levels have a node limit and need no time limit.
    let mut program = play(&[game, order, "--level", level, "--seed", &seed.to_string(), "--time", AN_HOUR]);
    let mut referee = Referee::new(game, None, first);
    referee.play_on(program.read_output(), &mut random, |typed| program.ask(typed));
    let (rest, status) = program.end();
    assert!(rest.contains("End of input.\nGoodbye.\n"), "{rest}");
    assert_eq!(status, Some(0));
    referee
}

#[test]
fn whole_games_are_played_by_the_rules_whoever_begins() {
    for game in boards() {
        for (seed, first) in (1..=4).zip([true, false].into_iter().cycle()) {
            random_game(&game, first, "1", seed);
        }
    }
}

#[test]
fn attacks_are_announced_in_whole_games() {
    let announcements: usize = (1..=3).map(|seed| random_game("hiya", seed == 1, "3", seed).announcements).sum();
    assert!(announcements > 0);
    assert_eq!(random_game("trench", true, "2", 1).announcements, 0);
}

/// An ending: game, position, whether the person is first, what the person types, and the result line.
struct Ending(&'static str, &'static str, bool, &'static [&'static str], &'static str);

const ENDINGS: &[Ending] = &[
    Ending(
        "refusal",
        "---K-/-n---/--n--/-----/-----/-----/-----/-k--- s -",
        true,
        &["B7D8", "C6D8"],
        "You win! VETO's king was captured.",
    ),
    Ending(
        "refusal",
        "---K-/-----/-----/-----/-----/--N--/---N-/-k--- n -",
        false,
        &["reject"],
        "VETO wins. Your king was captured.",
    ),
    Ending(
        "refusal",
        "---K-/-----/-----/-----/-----/p--p-/-----/-k--- s -",
        true,
        &["A3A4", "D3D4"],
        "You win! VETO has no legal move.",
    ),
    Ending(
        "refusal",
        "---K-/-----/P-P--/-----/-----/-----/-----/-k--- n -",
        false,
        &["accept"],
        "VETO wins. You have no legal move.",
    ),
    Ending(
        "refusal",
        "---K-/-----/P----/-----/-----/p-p--/-----/-k--- n -",
        false,
        &["reject"],
        "You win! VETO's move A6A5 was refused and VETO has no other legal move.",
    ),
    Ending(
        "refusal",
        "---K-/-----/P-P--/-----/-----/p----/-----/-k--- s -",
        true,
        &["A3A4"],
        "VETO wins. Your move A3A4 was refused and you have no other legal move.",
    ),
    Ending(
        "gastank",
        "----K3---/--------/---n3----/--------/--------/--------/----k3--- s",
        true,
        &["D5E7"],
        "You win! LAST DROP's king was captured.",
    ),
    Ending(
        "gastank",
        "----K3---/--------/--------/--------/---N3----/--------/----k3--- n",
        false,
        &[],
        "LAST DROP wins. Your king was captured.",
    ),
    Ending(
        "gastank",
        "----K0---/--------/--------/--------/--------/--------/----k3--- s",
        true,
        &["E1E2"],
        "You win! LAST DROP has no legal move: all its pieces are out of gas.",
    ),
    Ending(
        "gastank",
        "----K3---/--------/--------/--------/--------/--------/----k0--- n",
        false,
        &[],
        "LAST DROP wins. You have no legal move: all your pieces are out of gas.",
    ),
    Ending(
        "trench",
        "--x----/--~*~--/-------/-------/-------/--+@+--/------- s -",
        true,
        &["C7D6"],
        "You win! RED FIVE's Death Star was captured.",
    ),
    Ending(
        "trench",
        "-------/--~*~--/-------/-------/-------/--+@+--/--X---- n -",
        false,
        &[],
        "RED FIVE wins. Your Death Star was captured.",
    ),
    Ending(
        "trench",
        "-------/--~*~--/-------/-------/-------/--+@+--/-t----- s -",
        true,
        &["B1B2"],
        "You win! RED FIVE has no legal move.",
    ),
    Ending(
        "trench",
        "-T-----/--~*~--/-------/-------/-------/--+@+--/------- n -",
        false,
        &[],
        "RED FIVE wins. You have no legal move.",
    ),
    Ending(
        "hiya",
        "---K---/-------/-------/---s---/-------/-------/-------/---k--- s",
        true,
        &["D5D7"],
        "You win! SENSEI's king was attacked.",
    ),
    Ending(
        "hiya",
        "---K---/-------/-------/-------/---S---/-------/-------/---k--- n",
        false,
        &[],
        "SENSEI wins. Your king was attacked.",
    ),
    Ending(
        "hiya",
        "---K---/-------/-------/s------/-------/-------/-------/---k--- s",
        true,
        &["A5A6"],
        "You win! SENSEI has no legal move.",
    ),
    Ending(
        "hiya",
        "---K---/-------/-------/-------/S------/-------/-------/---k--- n",
        false,
        &[],
        "SENSEI wins. You have no legal move.",
    ),
    Ending("oska", "w---/b--/--/---/---- w", true, &["A5A3"], "You win! HOURGLASS has no pieces left."),
    Ending("oska", "w---/b--/--/---/---- w", false, &[], "HOURGLASS wins. You have no pieces left."),
    Ending(
        "oska",
        "----/---/--/-w-/w--b w",
        true,
        &["B2B1"],
        "You win! All of your remaining pieces stand on HOURGLASS's starting row.",
    ),
    Ending(
        "oska",
        "--bw/b--/--/---/---- b",
        false,
        &[],
        "HOURGLASS wins. All of HOURGLASS's remaining pieces stand on your starting row.",
    ),
    Ending(
        "oska",
        "bw-b/-b-/--/---/---- w",
        true,
        &["B5B3"],
        "HOURGLASS wins. All of HOURGLASS's remaining pieces stand on your starting row.",
    ),
    Ending("oska", "b-b-/---/w-/b--/-ww- w", true, &["A3A1"], "and you have more of them (3 to 2)."),
    Ending("oska", "b-b-/---/w-/b--/---- w", true, &["A3A1"], "and HOURGLASS has more of them (2 to 1)."),
    Ending("oska", "b-b-/---/w-/b--/---w w", true, &["A3A1"], "2 each: the game is a draw."),
    Ending("oska", "-bb-/---/b-/-w-/-ww- b", true, &["A3B4"], "Neither side can move: the game is a draw."),
];

#[test]
fn every_kind_of_ending_is_announced_with_its_cause() {
    for Ending(game, position, first, typed, words) in ENDINGS {
        let order = if *first { "--first" } else { "--second" };
        let mut program = play(&[game, order, "--position", position]);
        let mut referee = Referee::new(game, Some(position), *first);
        let mut output = program.read_output();
        referee.follow(&output);
        for line in *typed {
            if referee.is_persons_turn() {
                referee.person_plays(if *line == "reject" { "refuse" } else { line });
                output = program.ask(line);
                referee.follow(&output);
            }
        }
        assert!(output.contains(words), "{position}: expected {words}\nin\n{output}");
        assert!(output.ends_with("The game is over (new, undo, save FILE, quit): "), "{output}");
        assert_eq!(program.end().1, Some(0));
    }
}

#[test]
fn a_person_who_cannot_move_passes_with_enter_or_the_word() {
    let position = "-bb-/b--/--/-w-/-ww- w";
    let mut game = skirmish_play::new_game(skirmish_games::GameId::parse("oska").unwrap());
    game.set_position(position).unwrap();
    assert_eq!(texts(&game.legal_actions()), ["pass"], "{}", game.view());
    for word in ["", "pass", "PASS"] {
        let mut program = play(&["oska", "--first", "--position", position]);
        let output = program.read_output();
        assert!(output.ends_with("No piece can move; press Enter to pass: "), "{output}");
        let output = program.ask(word);
        assert!(output.contains("HOURGLASS plays A4"), "{output}");
    }
}

/// An example of a handout: position, move, and the rows that change.
struct Example {
    game: &'static str,
    position: &'static str,
    typed: &'static str,
    changed: &'static [&'static str],
}

const EXAMPLES: &[Example] = &[
    Example {
        game: "gastank",
        position: "---Q3K3B3--/---B2-N3--/-N2------/--------/b2-------/---n3-n3--/---q3k3b3-- s",
        typed: "A3D6",
        changed: &["6  -- -- -- b3 -- N3 -- --", "3  -- -- -- -- -- -- -- --"],
    },
    Example {
        game: "trench",
        position: "-TT-T-T/X-~*~--/X----XX/--x----/x----xx/--+@+--/t-t-tt- s -",
        typed: "C4A6",
        changed: &["6  x - ~ * ~ - -", "4  - - - - - - -"],
    },
    Example {
        game: "hiya",
        position: "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s",
        typed: "E2B5",
        changed: &["6  M - M - N N N", "5  - j - - - - -", "2  s s s - - j j"],
    },
    Example {
        game: "hiya",
        position: "---K---/JJJ-SSS/M-M-NNN/-------/-------/n-n-mmm/sss-jjj/---k--- s",
        typed: "B2B6",
        changed: &["7  J N J - S S S", "6  M s M - N N N", "2  s - s - j j j"],
    },
    Example {
        game: "oska",
        position: "wwww/---/--/---/bbbb w",
        typed: "A5A4",
        changed: &["5  - w w w   A B C D   white", "4   w - -     A B C"],
    },
];

/// The board as text.
fn drawn(game: &str, position: &str) -> String {
    Referee::new(game, Some(position), true).game.view().to_string()
}

#[test]
fn the_examples_of_the_handouts_are_played_on_their_boards() {
    for Example { game, position, typed, changed } in EXAMPLES {
        let mut program = play(&[game, "--first", "--level", "1", "--position", position]);
        let (output, board) = (program.read_output(), drawn(game, position));
        assert!(output.contains(&board), "expected\n{board}\nin\n{output}");
        let output = program.ask(typed);
        let boards: Vec<&str> = output.split(" plays ").collect();
        assert!(changed.iter().all(|row| boards[0].contains(row)), "{output}");
        // Both of its examples attack.
        assert_eq!(boards[0].contains("Hi-YA!"), *game == "hiya", "{output}");
    }
}

#[test]
fn the_example_of_refusal_is_accepted_or_refused_at_once() {
    let position = "R--KL/-----/NPP-N/---P-/--n--/nppp-/-----/rk--l s -";
    let board = drawn("refusal", position);
    for typed in ["C4B6", "c4 e5", "b3-b4"] {
        let mut program = play(&["refusal", "--first", "--level", "1", "--position", position]);
        let output = program.read_output();
        assert!(output.contains(&board), "expected\n{board}\nin\n{output}");
        let mut referee = Referee::new("refusal", Some(position), true);
        referee.person_plays(typed);
        let output = program.ask(typed);
        referee.follow(&output);
        if output.contains("VETO refuses") {
            // The second move needs no answer.
            assert!(program.ask(typed).contains("was refused"), "the same move again");
            referee.person_plays("E1E4");
            referee.follow(&program.ask("E1E4"));
        } else {
            assert!(output.contains("VETO accepts"), "{output}");
        }
        // Now the engine's proposal waits for an answer.
        assert_eq!(texts(&referee.game.legal_actions()), ["accept", "refuse"]);
    }
    // The handout's mistake: the rook would capture its own king.
    let mut program = play(&["refusal", "--first", "--position", position]);
    program.read_output();
    assert!(program.ask("A1B1").contains("B1"));
}

/// An answer that took the time of a move would exceed the timeout.
#[test]
fn a_persons_move_is_accepted_or_refused_at_once() {
    for ponder in [&[][..], &["--no-ponder"]] {
        let mut program = play(&[&["refusal", "--first", "--time", AN_HOUR][..], ponder].concat());
        program.read_output();
        program.say("C3C4");
        let output = program.read_until(|text| String::from_utf8_lossy(text).contains("C3C4."));
        assert!(output.contains("VETO accepts C3C4.") || output.contains("VETO refuses C3C4."), "{output}");
    }
}

/// A program with an hour per move is still thinking when one with 100 ms has moved.
#[test]
fn the_time_of_a_move_is_the_one_given() {
    for game in games() {
        // Small boards may be solved at once.
        let game = larger(&game, 3).unwrap_or(game);
        let mut patient = play(&[&game, "--second", "--time", AN_HOUR]);
        let moved = |output: &str| output.contains(" plays ") || output.contains(" proposes ");
        let output = play(&[&game, "--second", "--time", "100ms"]).read_output();
        assert!(moved(&output), "{output}");
        let output = patient.output_so_far();
        assert!(!moved(&output), "{output}");
    }
}

/// Soak games per game; more with `SKIRMISH_SOAK=200 cargo test -p skirmish --test console soak`.
fn soak_games() -> u64 {
    std::env::var("SKIRMISH_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

/// Lines that are not moves: commands and garbage.
fn garbage(random: &mut Random) -> Vec<u8> {
    let words = [
        "help", "moves", "board", "level", "redo", "eval", "hlep", "", "A1A1", "z9z9", "accept?", "save", "load",
        "new x", "level 2", "level 1",
    ];
    match random.below(3) {
        0 => words[random.below(words.len())].as_bytes().to_vec(),
        // The prefix keeps random bytes from being a command such as q.
        1 => {
            let mut bytes = || (0..random.below(50)).map(|_| random.below(256) as u8).collect::<Vec<u8>>();
            [b"#", &*bytes()].concat().into_iter().filter(|byte| *byte != b'\n').collect()
        }
        _ => vec![b'#'; random.below(9000)],
    }
}

#[test]
fn a_soak_of_games_with_garbage_between_the_moves() {
    for game in games() {
        let mut random = Random::new(11);
        let mut program = play(&[&game, "--level", "1", "--time", "50ms"]);
        let mut memory = 0;
        for number in 0..soak_games() {
            let output = if number == 0 { program.read_output() } else { program.ask("new") };
            assert!(output.contains("Do you want to move first"), "{output}");
            soak_game(&game, number % 2 == 0, &mut program, &mut random);
            if number == soak_games() / 2 {
                memory = program.memory();
            }
        }
        // The 8 MB table of a low level may have been allocated since.
        let most = memory + memory / 4 + 8192;
        assert!(program.memory() <= most, "{game}: {memory} KB became {} KB", program.memory());
        assert_eq!(program.end().1, Some(0));
    }
}

fn soak_game(game: &str, first: bool, program: &mut Dialogue, random: &mut Random) {
    let mut referee = Referee::new(game, None, first);
    let mut output = program.ask(if first { "first" } else { "second" });
    loop {
        referee.follow(&output);
        if !referee.is_persons_turn() {
            break;
        }
        while random.below(3) == 0 {
            let mut line = garbage(random);
            let must_pass = texts(&referee.game.legal_actions()) == ["pass"];
            if must_pass && String::from_utf8_lossy(&line).trim().is_empty() {
                continue;
            }
            line.push(b'\n');
            program.say_bytes(&line);
            program.read_output();
        }
        let (action, typed) = referee.random_action(random);
        referee.person_plays(&action);
        output = program.ask(&typed);
    }
    assert!(referee.game.outcome().is_some(), "{output}");
}
