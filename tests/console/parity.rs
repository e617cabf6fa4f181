//! Line mode and the full screen answer the same lines in the same words.

use crate::full_screen::program;
use crate::screen::Screen;
use crate::support::dialogue::{Dialogue, play};
use crate::support::state;
use skirmish_games::GameId;
use skirmish_oracle::Random;
use skirmish_play::new_game;

/// Line mode and full screen with the same game.
struct Both {
    lines: Dialogue,
    screen: Screen,
}

impl Both {
    fn start(arguments: &[&str]) -> Both {
        let usual = ["--hash", "4", "--time", "200ms"];
        let mut lines = play(&[&usual, arguments].concat());
        lines.read_output();
        let screen = Screen::start(program(&[&["play"][..], &usual, arguments].concat(), &state()), (240, 50));
        screen.see(if arguments.contains(&"human") { "each moves in turn" } else { "You are " });
        Both { lines, screen }
    }

    /// Types a line in both, and returns the answer, which must be the same.
    #[track_caller]
    fn ask(&mut self, line: &str) -> String {
        let output = self.lines.ask(line);
        // The echoed line is before the answer, and the next prompt after it.
        let answer: Vec<&str> = output.lines().skip(1).collect();
        let answer = &answer[..answer.len() - 1];
        // Only line mode shows the board before its position text.
        let answer = if line == "board" { &answer[answer.len() - 1..] } else { answer };
        let answer = answer.join(" ");
        self.screen.send(&format!("{line}\r"));
        let said = |screen: &str| {
            let lines: Vec<&str> = screen.lines().collect();
            let message = lines.get(46..48).unwrap_or_default().iter().map(|line| line.trim());
            message.collect::<Vec<_>>().join(" ").trim() == answer
        };
        self.screen.wait_for(&format!("{line}: {answer}"), said);
        answer
    }

    /// Types a line in both that changes the game; the positions must then be equal.
    #[track_caller]
    fn act(&mut self, line: &str) {
        self.lines.ask(line);
        self.screen.send(&format!("{line}\r"));
        self.ask("board");
    }
}

#[test]
fn line_mode_and_full_screen_answer_alike() {
    let mut both = Both::start(&["oska:7", "--vs", "human"]);
    let all = both.ask("moves");
    let first = all.split(' ').next().unwrap().to_owned();
    assert_eq!(both.ask("moves A1"), "There are no legal moves from \"A1\".");
    assert!(both.ask("moves a").contains("A11"));
    for line in ["undo", "redo", "level", "level 3", "level", "level 11", "save", "load", "load nothing-there.txt"] {
        both.ask(line);
    }
    for line in ["hlep", "xyzzy", "new chess", "moves z9", "A1A2", "a11 a11", "accept", "pass", "Z1Z2"] {
        both.ask(line);
    }
    both.act(&first);
    assert_eq!(
        both.ask("moves A1").split(' ').find(|action| !action.starts_with("A1A") && !action.starts_with("A1B")),
        None
    );
    for line in ["undo", "redo", "undo", "undo"] {
        both.act(line);
    }
    both.act("resign");
    for line in ["resign", "hint", "moves", &first] {
        both.ask(line);
    }
    both.act("undo");

    // With one legal move there is only one hint.
    let mut random = Random::new(1);
    let mut game = new_game(GameId::parse("hiya").unwrap());
    while game.legal_actions().len() != 1 {
        let mut legal = game.legal_actions();
        if legal.is_empty() {
            game = new_game(game.id());
        } else {
            game.perform(&legal.swap_remove(random.below(legal.len())));
        }
    }
    let mut both = Both::start(&["hiya", "--vs", "human", "--position", &game.position()]);
    assert_eq!(both.ask("hint"), format!("Try {}.", game.legal_actions()[0]));
}

#[test]
fn both_speak_to_the_person_and_name_the_engines_player() {
    let mut both = Both::start(&["refusal", "--first"]);
    assert_eq!(both.ask("b6b5"), "The pawn on B6 is VETO's, and it is your turn.");
    assert_eq!(both.ask("reject"), "No move is proposed: it is your turn to name one.");
    for line in ["refuse", "yes", "pass", "xyzzy", "hlep", "a1b1", "z9", "moves c3", "level 2", "undo"] {
        both.ask(line);
    }
    both.act("resign");
    assert_eq!(both.ask("c3c4"), "The game is over: you resigned.");
    let proposed = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s ?C6C5";
    let mut both = Both::start(&["refusal", "--first", "--position", proposed]);
    assert_eq!(both.ask("c3c4"), "VETO proposed C6C5: answer accept or reject first.");
    assert_eq!(both.ask("xyzzy"), "I do not know \"xyzzy\". Accept or reject C6C5; help lists the commands.");
    assert_eq!(both.ask("acept"), "I do not know \"acept\". Did you mean accept?");
    let near = "---K---/-------/-------/---s---/-------/-------/-------/---k--- s";
    let mut both = Both::start(&["hiya", "--first", "--position", near]);
    assert_eq!(both.ask("accept"), "Moves are not proposed in Hi-YA!: there is nothing to accept or refuse.");
    both.act("d5d7");
    assert_eq!(both.ask("d1d2"), "The game is over: SENSEI's king was attacked.");
}
