//! The screens as a value: what keys and news do to them, and what can be read then. The engine is played by the tests.

use std::time::Duration;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Color;
use skirmish_games::GameId;
use skirmish_lessons::Lesson;
use skirmish_play::{AnyEngine, AnyGame, Decision, Level, Record, SavedGames};
use skirmish_search::SearchSettings;
use skirmish_session::Preferences;
use skirmish_session::engine::{EngineEvent, EngineRequest};
use skirmish_session::new_game::GameOptions;
use skirmish_session::new_game::{new_record, seats};
use skirmish_session::players::{Players, Role};
use skirmish_session::review::{Annotation, Mark};
use skirmish_terminal::{App, AppEvent, Beginning, Exit, Scheme, ScreenContext, Theme};

struct Bench {
    app: App,
    now: Duration,
    size: (u16, u16),
    buffer: Buffer,
}

fn preferences(level: Level) -> GameOptions {
    GameOptions { level, ..GameOptions::new(|| "2026-01-31".to_owned()) }
}

fn plain() -> Theme {
    Theme::new(Scheme::Dark, false, false)
}

impl Bench {
    fn at(theme: Theme, shelf: Option<SavedGames>, beginning: Beginning, size: (u16, u16)) -> Bench {
        let world = ScreenContext::new(preferences(Level::FULL), theme, shelf, Preferences::default());
        let mut bench =
            Bench { app: App::new(world, beginning, size), now: Duration::ZERO, size, buffer: Buffer::default() };
        bench.draw();
        bench
    }

    fn new(beginning: Beginning) -> Bench {
        Bench::at(plain(), None, beginning, (80, 24))
    }

    /// A game between people or against the engine, from a position or the start.
    fn game(game: &str, position: Option<&str>, first: bool, vs: Option<Role>) -> Bench {
        Bench::new(beginning(game, position, first, vs))
    }

    fn draw(&mut self) {
        self.buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        self.app.draw(&mut self.buffer);
        self.app.settle();
    }

    fn key(&mut self, key: impl Into<KeyEvent>) -> &mut Bench {
        self.app.handle(AppEvent::Input(Input::Key(key.into())), self.now);
        self.draw();
        self
    }

    fn keys(&mut self, keys: &[KeyCode]) -> &mut Bench {
        for key in keys {
            self.key(*key);
        }
        self
    }

    fn line(&mut self, text: &str) -> &mut Bench {
        for c in text.chars() {
            self.key(KeyCode::Char(c));
        }
        self.key(KeyCode::Enter)
    }

    fn news(&mut self, news: EngineEvent) {
        self.app.handle(AppEvent::Engine(news), self.now);
        self.draw();
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.app.handle(AppEvent::Tick, self.now);
        self.draw();
    }

    fn text(&self) -> String {
        let line = |y| (0..self.size.0).map(|x| self.buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..self.size.1).map(line).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn sees(&self, text: &str) {
        assert!(self.text().contains(text), "no {text:?} in\n{}", self.text());
    }

    #[track_caller]
    fn sees_no(&self, text: &str) {
        assert!(!self.text().contains(text), "{text:?} in\n{}", self.text());
    }

    /// The engine makes its move: the one with this text.
    #[track_caller]
    fn engine_plays(&mut self, text: &str) {
        let orders = self.app.take_requests();
        let choose = orders.into_iter().rev().find_map(|request| match request {
            EngineRequest::Choose(ticket, table, _) => Some((ticket, table)),
            _ => None,
        });
        let (ticket, table): (_, Box<dyn AnyGame>) = choose.expect("an order to choose");
        let action = Some(table.read(text).unwrap());
        self.news(EngineEvent::Done(ticket, Box::new(Decision { action, info: None })));
    }
}

fn beginning(game: &str, position: Option<&str>, first: bool, vs: Option<Role>) -> Beginning {
    let (table, players) = seats(GameId::parse(game).unwrap(), position, first, vs).unwrap();
    let record = new_record(table, &players, &preferences(Level::FULL));
    Beginning::Game(Box::new(record), players)
}

const ENTER: KeyCode = KeyCode::Enter;

#[test]
fn a_newcomer_is_led_from_the_menu_to_a_game_at_a_gentle_level() {
    let mut bench = Bench::new(Beginning::Menu);
    for game in GameId::all() {
        bench.sees(game.info().name);
    }
    bench.key(KeyCode::Right).key(ENTER);
    bench.sees("GasTank Chess: a new game");
    bench.sees("2 of 10");
    // What the level means is broken between words.
    bench.sees("Has played a few times");
    bench.keys(&[KeyCode::Down, KeyCode::Right]);
    bench.sees(&format!("{} of 10", 3));
    bench.keys(&[KeyCode::Down, KeyCode::Right]);
    bench.sees("LAST DROP");
    bench.key(ENTER);
    bench.sees("you against LAST DROP, level 3");
    bench.sees("LAST DROP thinks");
    // The level is offered again the next time.
    bench.key(KeyCode::F(8)).key(ENTER);
    bench.sees("3 of 10");
    // The same is offered however you come to the questions.
    Bench::new(Beginning::Setup(GameId::parse("hiya").unwrap())).sees("2 of 10");
}

#[test]
fn the_level_is_remembered() {
    let world = ScreenContext::new(preferences(Level::FULL), plain(), None, Preferences::default());
    let mut app = App::new(world, Beginning::Setup(GameId::parse("oska").unwrap()), (80, 24));
    assert!(app.settle().is_none());
    for key in [KeyCode::Down, KeyCode::Char('4'), ENTER] {
        app.handle(AppEvent::Input(Input::Key(key.into())), Duration::ZERO);
    }
    assert_eq!(app.settle().and_then(|memory| memory.level), Level::new(4));
    assert!(app.settle().is_none());
}

#[test]
fn an_illegal_target_gets_the_rule_and_the_piece_stays_in_the_hand() {
    let mut bench = Bench::game("refusal", None, true, None);
    bench.key(ENTER);
    bench.sees("is selected");
    bench.keys(&[KeyCode::Left, KeyCode::Up, ENTER]);
    bench.sees("The pawn on C3 goes diagonally only to capture, and B4 is empty.");
    bench.key(KeyCode::Right);
    bench.sees("Enter proposes C3C4.");
    bench.key(ENTER);
    bench.sees("You propose C3C4.");
    // The proposal stands on the board as a ghost.
    bench.sees("(p)");
    bench.engine_plays("refuse");
    bench.sees("  refused");
    bench.sees("✕");
    bench.pass(Duration::from_secs(2));
    bench.sees_no("  refused");
    bench.sees("Your other move:");
    bench.line("c3c4");
    bench.sees("you must play a different move");
}

#[test]
fn a_proposal_is_answered_by_buttons() {
    for (tabs, answer, listed) in [(1, "accepted", "1. C6C5"), (2, "refused", "1. C6C5 ✕")] {
        let mut bench = Bench::game("refusal", None, false, None);
        bench.engine_plays("C6C5");
        bench.sees("VETO proposes C6C5.");
        bench.sees("[Accept] [Refuse]");
        // Enter on the board must not answer by accident.
        bench.key(ENTER);
        bench.sees("C6C5 is proposed");
        bench.keys(&vec![KeyCode::Tab; tabs]).key(ENTER);
        bench.sees(listed);
        bench.sees_no("[Accept]");
        assert_eq!(bench.app.record().unwrap().steps().len(), 2, "{answer}");
    }
}

#[test]
fn esc_lets_go_first_and_then_makes_the_engine_move() {
    let mut bench = Bench::game("trench", None, false, None);
    bench.line("moves b5");
    bench.sees("•");
    bench.app.take_requests();
    bench.key(KeyCode::Char('x')).key(KeyCode::Esc).key(KeyCode::Esc);
    assert!(bench.app.take_requests().is_empty());
    bench.key(KeyCode::Esc);
    assert!(matches!(bench.app.take_requests()[..], [EngineRequest::Stop]));
    // Ctrl-C does so at once.
    let mut bench = Bench::game("trench", None, false, None);
    bench.app.take_requests();
    bench.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(matches!(bench.app.take_requests()[..], [EngineRequest::Stop]));
}

#[test]
fn every_level_below_the_highest_plays_as_on_every_front_end() {
    let mut bench = Bench::game("hiya", None, true, None);
    for level in Level::all().filter(|&level| level < Level::FULL) {
        bench.app.take_requests();
        bench.line(&format!("level {}", level.number()));
        let options = bench.app.take_requests().into_iter().find_map(|request| match request {
            EngineRequest::Options(options) => Some(*options),
            _ => None,
        });
        let engine = AnyEngine::new(options.expect("new options"));
        assert_eq!(engine.resources(), level.settings(&SearchSettings::default()), "{level:?}");
    }
}

#[test]
fn twists_are_drawn() {
    let wreck = "----K3---/--------/--------/--------/--------/--n0-----/----k3--- s";
    let mut bench = Bench::game("gastank", Some(wreck), true, None);
    bench.sees("wreck");
    bench.sees("▮▮▮");
    bench.line("c2d4");
    bench.sees("out of gas");
    let bench = Bench::game("trench", Some("-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s s"), true, None);
    for sign in ["↕", "▒", "▲", "▼", "Your last move was a"] {
        bench.sees(sign);
    }
    let position = "---K---/-J-----/-------/-------/-------/-------/-s-----/---k--- s";
    let mut bench = Bench::game("hiya", Some(position), true, None);
    bench.line("moves b2").keys(&[KeyCode::Up; 4]);
    bench.sees("B2B6 strikes SENSEI's ninja on B7, which becomes a mini-ninja.");
    bench.key(ENTER);
    bench.sees(" Hi-YA! ");
    bench.sees("1. B2B6!");
}

#[test]
fn the_end_speaks_to_the_player_and_offers_another_game() {
    let position = "---K---/-------/-------/---s---/-------/-------/-------/---k--- s";
    let mut bench = Bench::game("hiya", Some(position), true, None);
    bench.line("d5d7");
    bench.sees("You win! SENSEI's king was attacked.");
    bench.sees("[Rematch] [Other side] [Step through] [Review] [Menu]");
    bench.key(KeyCode::Tab).key(ENTER);
    bench.sees("Your move");
    bench.line("resign");
    bench.sees("You resign. SENSEI wins.");
    bench.keys(&[KeyCode::Tab, KeyCode::Tab, ENTER]);
    bench.sees("You are North, at the top");
}

#[test]
fn a_review_marks_mistakes_and_names_what_was_better() {
    let mut bench = Bench::game("oska", None, true, Some(Role::Person));
    bench.line("a5a4").line("a1a2").line("resign").line("review");
    let orders = bench.app.take_requests();
    let ticket = orders.iter().find_map(|request| match request {
        EngineRequest::Review(ticket, _) => Some(*ticket),
        _ => None,
    });
    let ticket = ticket.expect("an order to review");
    let tables: Vec<Box<dyn AnyGame>> = bench.app.record().unwrap().games().map(AnyGame::boxed_clone).collect();
    let judged = |ply: usize, best: &str, mark| {
        let side = tables[ply].side_to_move();
        Annotation { ply, side, score: 0, best: Some(tables[ply].read(best).unwrap()), mark }
    };
    for judgement in [judged(0, "B5B4", None), judged(1, "B1B2", Some(Mark::Blunder)), judged(2, "C5B4", None)] {
        bench.news(EngineEvent::Annotated(ticket, judgement));
    }
    bench.news(EngineEvent::Reviewed(ticket));
    bench.sees("The review found 1 blunder (??).");
    bench.sees("1. A5A4??");
    bench.key(KeyCode::Tab).key(ENTER);
    bench.sees("White A5A4. It was a blunder. Better was B5B4.");
    bench.key(KeyCode::Right);
    bench.key(KeyCode::Esc).key(KeyCode::Right);
    bench.sees("2 of 2: Black A1A2.");
}

#[test]
fn watching_pauses_steps_and_changes_its_speed() {
    let mut bench = Bench::game("oska", None, true, Some(Role::Engine));
    bench.engine_plays("A5A4");
    bench.sees("HOURGLASS against itself");
    // The next move waits for a moment.
    assert!(bench.app.take_requests().is_empty());
    bench.key(KeyCode::Char(' '));
    bench.pass(Duration::from_secs(100));
    assert!(bench.app.take_requests().is_empty());
    bench.sees("Paused");
    bench.key(KeyCode::Right);
    bench.engine_plays("A1A2");
    bench.pass(Duration::from_secs(100));
    assert!(bench.app.take_requests().is_empty());
    bench.key(KeyCode::Char('+')).key(KeyCode::Char('+'));
    bench.sees("0 s between");
    bench.key(KeyCode::Char(' '));
    bench.engine_plays("B5B4");
    bench.key(KeyCode::Char('-'));
    bench.sees("0.3 s between");
}

#[test]
fn thinking_along_is_told_and_stops_when_nobody_is_there() {
    let mut bench = Bench::game("trench", None, true, None);
    assert!(bench.app.take_requests().iter().any(|order| matches!(order, EngineRequest::Ponder(_))));
    bench.sees("RED FIVE is pondering.");
    bench.pass(Duration::from_secs(59));
    assert!(bench.app.take_requests().is_empty());
    bench.pass(Duration::from_secs(2));
    assert!(matches!(bench.app.take_requests()[..], [EngineRequest::Stop]));
    bench.sees("stopped pondering");
    bench.key(KeyCode::Up);
    assert!(bench.app.take_requests().iter().any(|order| matches!(order, EngineRequest::Ponder(_))));
}

#[test]
fn the_evaluation_is_hidden_until_asked_for() {
    let mut bench = Bench::game("hiya", None, true, None);
    bench.app.take_requests();
    bench.sees_no("better");
    bench.key(KeyCode::F(4));
    let ticket = bench.app.take_requests().iter().find_map(|request| match request {
        EngineRequest::Analyze(ticket, ..) => Some(*ticket),
        _ => None,
    });
    let table = skirmish_play::new_game(GameId::parse("hiya").unwrap());
    let best = table.legal_actions().remove(0);
    let finding = skirmish_search::SearchInfo {
        depth: 7,
        rank: 1,
        score: 120,
        nodes: 1,
        time: Duration::ZERO,
        best: Some(best.clone()),
        alternate: None,
        line: vec![best],
    };
    bench.news(EngineEvent::Found(ticket.unwrap(), Box::new(finding)));
    bench.sees("You are better by 120");
    bench.sees("█");
    bench.key(KeyCode::F(4));
    bench.sees_no("better by");
}

#[test]
fn kept_games_are_gone_on_with_replayed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = SavedGames::at(folder.path().to_owned());
    for (game, actions) in [("hiya", &["A3B4"][..]), ("oska:6", &["A9A8", "A1A2"])] {
        let mut record = Record::new(skirmish_play::new_game(GameId::parse(game).unwrap()));
        record.players = Players::both(record.game_id(), Role::Person).names();
        for action in actions {
            record.play(action, None).unwrap();
        }
        shelf.new_slot().save(&record).unwrap();
    }
    let mut bench = Bench::at(plain(), Some(shelf.clone()), Beginning::Menu, (80, 24));
    bench.sees("All 2 saved games");
    bench.key(KeyCode::F(7));
    bench.sees("Oska 6 for two, 2 actions so far");
    bench.sees("Hi-YA! for two, 1 action so far");
    // The first of them goes on.
    bench.key(ENTER);
    let went_on = bench.app.record().unwrap().steps().len();
    assert!(went_on > 0);
    bench.line("games").keys(&[KeyCode::Tab, KeyCode::Tab, ENTER]);
    bench.sees("The start of the game.");
    bench.line("games");
    bench.key(KeyCode::Delete);
    bench.sees("Press Delete again");
    assert_eq!(shelf.games().iter().filter(|game| game.path.starts_with(folder.path())).count(), 2);
    bench.key(KeyCode::Delete);
    assert_eq!(shelf.games().iter().filter(|game| game.path.starts_with(folder.path())).count(), 1);
}

#[test]
fn everything_fits_on_the_smallest_screen_and_larger_boards_scroll() {
    for game in GameId::all_at(&[4, 5, 6, 7, 8]) {
        let bench = Bench::at(plain(), None, beginning(&game.to_string(), None, true, Some(Role::Person)), (60, 20));
        let view = skirmish_play::new_game(game).view();
        let hourglass = view.rows[0].cells.len() != view.rows[1].cells.len();
        if hourglass {
            view.rows.iter().flat_map(|row| &row.cells).for_each(|cell| bench.sees(&cell.square));
        } else {
            let text = bench.text();
            let starts = |number: u8| text.lines().any(|line| line.trim_start().starts_with(&number.to_string()));
            assert!(view.rows.iter().all(|row| starts(row.number)), "{text}");
        }
        bench.sees("F10 Quit");
    }
    // Of a board that is larger, the part around the cursor is shown.
    let mut bench = Bench::at(plain(), None, beginning("oska:16", None, true, Some(Role::Person)), (80, 24));
    bench.sees("29");
    bench.sees_no("P1 ");
    bench.keys(&[KeyCode::Down; 40]).keys(&[KeyCode::Right; 20]);
    bench.sees("P1");
}

#[test]
fn without_colours_there_are_none_and_ascii_is_ascii() {
    for game in GameId::all() {
        let theme = Theme::new(Scheme::None, true, true);
        let mut bench = Bench::at(theme, None, beginning(&game.to_string(), None, true, Some(Role::Person)), (80, 24));
        bench.keys(&[ENTER, KeyCode::Up]);
        for cell in bench.buffer.content() {
            assert!(cell.symbol().is_ascii(), "{:?} in\n{}", cell.symbol(), bench.text());
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
        bench.sees("[");
        bench.sees(":::");
    }
}

#[test]
fn rules_stand_beside_the_game_where_there_is_room() {
    let start = || beginning("refusal", None, true, Some(Role::Person));
    let mut bench = Bench::at(plain(), None, start(), (130, 40));
    bench.key(KeyCode::F(2));
    bench.sees("The rules of Refusal");
    bench.sees("South to move");
    bench.key(KeyCode::Tab);
    bench.sees("The rules of Refusal: AIM");
    bench.key(KeyCode::Esc);
    bench.sees_no("The rules");
    let mut bench = Bench::at(plain(), None, start(), (80, 24));
    bench.key(KeyCode::Char('?'));
    bench.sees("move the cursor");
    bench.key(KeyCode::Esc).line("rules");
    bench.sees("REFUSAL");
    bench.sees_no("South to move");
}

#[test]
fn whole_lessons_are_held_on_the_screen() {
    for game in GameId::all() {
        let Some(lesson) = Lesson::of(game) else { continue };
        let steps = lesson.steps().to_vec();
        let mut bench = Bench::new(Beginning::Lesson(Box::new(lesson), 0, true));
        for (number, step) in (1..).zip(&steps) {
            bench.sees(&format!("step {number} of {}", steps.len()));
            bench.line(&step.solution());
            bench.sees("Right!");
            bench.key(ENTER);
        }
        bench.sees("That was the last step.");
        bench.key(ENTER);
        assert_eq!(bench.app.exit(), Some(&Exit::Done(None)));
    }
}

#[test]
fn the_question_of_a_lesson_is_seen_on_every_size() {
    for game in GameId::all() {
        let Some(lesson) = Lesson::of(game) else { continue };
        for (number, step) in lesson.steps().iter().enumerate() {
            for size in [(60, 20), (80, 24), (120, 40)] {
                let beginning = Beginning::Lesson(Box::new(lesson.clone()), number, false);
                let bench = Bench::at(plain(), None, beginning, size);
                // The last words of the question, however it is broken.
                let last = step.ask.split_whitespace().next_back().unwrap();
                bench.sees(last);
                assert!(!bench.text().contains('…'), "{}", bench.text());
            }
        }
    }
}

#[test]
fn words_of_the_line_mode_work() {
    let mut bench = Bench::game("oska", None, true, Some(Role::Person));
    bench.line("board");
    bench.sees("wwww/---/--/---/bbbb w");
    bench.line("a5a4").line("undo");
    bench.sees("Taken back.");
    bench.line("redo");
    bench.sees("Played again.");
    bench.line("moves a1");
    bench.sees("A1A2");
    bench.line("level 11");
    bench.sees("\"11\" is not a level");
    bench.line("pass");
    bench.sees("pass");
    bench.line("xyzzy");
    bench.sees("I do not know \"xyzzy\".");
    bench.line("save /nowhere/at/all.txt");
    bench.sees("cannot be written");
    bench.line("new hi-ya!");
    bench.sees("Hi-YA!: a new game");
    bench.key(KeyCode::Esc).line("quit");
    assert_eq!(bench.app.exit(), Some(&Exit::Done(None)));
}
