//! Tests of the screens: input and engine events, and the text drawn. The tests play the engine.

use std::time::Duration;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Color;
use skirmish_board::{Action, Outcome, Side};
use skirmish_games::GameId;
use skirmish_lessons::Lesson;
use skirmish_play::{
    ActionValue, AnyEngine, AnyGame, Decision, Level, PositionValues, ProofSource, ProvenResult, ProvenValue, Record,
    SavedGames,
};
use skirmish_search::SearchSettings;
use skirmish_session::engine::{EngineEvent, EngineRequest};
use skirmish_session::new_game::GameOptions;
use skirmish_session::new_game::{new_record, set_up_game};
use skirmish_session::players::{Players, Role};
use skirmish_session::review::{Annotation, Mark};
use skirmish_session::{LessonSession, Preferences};
use skirmish_terminal::{App, AppEvent, Exit, Scheme, ScreenContext, StartScreen, Theme};

struct AppTest {
    app: App,
    now: Duration,
    size: (u16, u16),
    buffer: Buffer,
}

fn options(level: Level) -> GameOptions {
    GameOptions { level, ..GameOptions::new(|| "2026-01-31".to_owned()) }
}

fn plain() -> Theme {
    Theme::new(Scheme::Dark, false, false)
}

impl AppTest {
    fn at(theme: Theme, saved_games: Option<SavedGames>, start: StartScreen, size: (u16, u16)) -> AppTest {
        let context = ScreenContext::new(options(Level::FULL), theme, saved_games, Preferences::default());
        let mut app_test =
            AppTest { app: App::new(context, start, size), now: Duration::ZERO, size, buffer: Buffer::default() };
        app_test.draw();
        app_test
    }

    fn new(start: StartScreen) -> AppTest {
        AppTest::at(plain(), None, start, (80, 24))
    }

    /// A game between people or against the engine, from a position or the start.
    fn game(game: &str, position: Option<&str>, first: bool, vs: Option<Role>) -> AppTest {
        AppTest::new(start(game, position, first, vs))
    }

    fn draw(&mut self) {
        self.buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        self.app.draw(&mut self.buffer);
        self.app.save_changes();
    }

    fn key(&mut self, key: impl Into<KeyEvent>) -> &mut AppTest {
        self.app.handle(AppEvent::Input(Input::Key(key.into())), self.now);
        self.draw();
        self
    }

    fn keys(&mut self, keys: &[KeyCode]) -> &mut AppTest {
        for key in keys {
            self.key(*key);
        }
        self
    }

    fn line(&mut self, text: &str) -> &mut AppTest {
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

    /// The engine plays this action.
    #[track_caller]
    fn engine_plays(&mut self, text: &str) {
        let orders = self.app.take_requests();
        let choose = orders.into_iter().rev().find_map(|request| match request {
            EngineRequest::Choose(id, game, _) => Some((id, game)),
            _ => None,
        });
        let (id, game): (_, Box<dyn AnyGame>) = choose.expect("an order to choose");
        let action = Some(game.read(text).unwrap());
        self.news(EngineEvent::Done(id, Box::new(Decision { action, info: None })));
    }
}

fn start(game: &str, position: Option<&str>, first: bool, vs: Option<Role>) -> StartScreen {
    let (game, players) = set_up_game(GameId::parse(game).unwrap(), position, first, vs).unwrap();
    let record = new_record(game, &players, &options(Level::FULL));
    StartScreen::Game(Box::new(record), players)
}

const ENTER: KeyCode = KeyCode::Enter;

#[test]
fn a_newcomer_is_led_from_the_menu_to_a_game_at_a_gentle_level() {
    let mut app_test = AppTest::new(StartScreen::Menu);
    for game in GameId::all() {
        app_test.sees(game.info().name);
    }
    app_test.key(KeyCode::Right).key(ENTER);
    app_test.sees("GasTank Chess: a new game");
    app_test.sees("2 of 10");
    // The description of the level is wrapped.
    app_test.sees("Has played a few times");
    app_test.keys(&[KeyCode::Down, KeyCode::Right]);
    app_test.sees(&format!("{} of 10", 3));
    app_test.keys(&[KeyCode::Down, KeyCode::Right]);
    app_test.sees("LAST DROP");
    app_test.key(ENTER);
    app_test.sees("you against LAST DROP, level 3");
    app_test.sees("LAST DROP thinks");
    // The level is offered again the next time.
    app_test.key(KeyCode::F(8)).key(ENTER);
    app_test.sees("3 of 10");
    // The same level is offered on every way to the setup.
    AppTest::new(StartScreen::Setup(GameId::parse("hiya").unwrap())).sees("2 of 10");
}

#[test]
fn the_level_is_remembered() {
    let context = ScreenContext::new(options(Level::FULL), plain(), None, Preferences::default());
    let mut app = App::new(context, StartScreen::Setup(GameId::parse("oska").unwrap()), (80, 24));
    assert!(app.save_changes().is_none());
    for key in [KeyCode::Down, KeyCode::Char('4'), ENTER] {
        app.handle(AppEvent::Input(Input::Key(key.into())), Duration::ZERO);
    }
    assert_eq!(app.save_changes().and_then(|preferences| preferences.level), Level::new(4));
    assert!(app.save_changes().is_none());
}

#[test]
fn an_illegal_target_gets_the_rule_and_the_piece_stays_in_the_hand() {
    let mut app_test = AppTest::game("refusal", None, true, None);
    app_test.key(ENTER);
    app_test.sees("is selected");
    app_test.keys(&[KeyCode::Left, KeyCode::Up, ENTER]);
    app_test.sees("The pawn on C3 goes diagonally only to capture, and B4 is empty.");
    app_test.key(KeyCode::Right);
    app_test.sees("Enter proposes C3C4.");
    app_test.key(ENTER);
    app_test.sees("You propose C3C4.");
    // The proposal is on the board as a ghost.
    app_test.sees("(p)");
    app_test.engine_plays("refuse");
    app_test.sees("  refused");
    app_test.sees("✕");
    app_test.pass(Duration::from_secs(2));
    app_test.sees_no("  refused");
    app_test.sees("Your other move:");
    app_test.line("c3c4");
    app_test.sees("you must play a different move");
}

#[test]
fn a_proposal_is_answered_by_buttons() {
    for (tabs, answer, listed) in [(1, "accepted", "1. C6C5"), (2, "refused", "1. C6C5 ✕")] {
        let mut app_test = AppTest::game("refusal", None, false, None);
        app_test.engine_plays("C6C5");
        app_test.sees("VETO proposes C6C5.");
        app_test.sees("[Accept] [Refuse]");
        // Enter on the board must not answer the proposal.
        app_test.key(ENTER);
        app_test.sees("C6C5 is proposed");
        app_test.keys(&vec![KeyCode::Tab; tabs]).key(ENTER);
        app_test.sees(listed);
        app_test.sees_no("[Accept]");
        assert_eq!(app_test.app.record().unwrap().steps().len(), 2, "{answer}");
    }
}

#[test]
fn esc_lets_go_first_and_then_makes_the_engine_move() {
    let mut app_test = AppTest::game("trench", None, false, None);
    app_test.line("moves b5");
    app_test.sees("•");
    app_test.app.take_requests();
    app_test.key(KeyCode::Char('x')).key(KeyCode::Esc).key(KeyCode::Esc);
    assert!(app_test.app.take_requests().is_empty());
    app_test.key(KeyCode::Esc);
    assert!(matches!(app_test.app.take_requests()[..], [EngineRequest::Stop]));
    // Ctrl-C makes the engine move.
    let mut app_test = AppTest::game("trench", None, false, None);
    app_test.app.take_requests();
    app_test.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(matches!(app_test.app.take_requests()[..], [EngineRequest::Stop]));
}

#[test]
fn every_level_below_the_highest_plays_as_on_every_front_end() {
    let mut app_test = AppTest::game("hiya", None, true, None);
    for level in Level::all().filter(|&level| level < Level::FULL) {
        app_test.app.take_requests();
        app_test.line(&format!("level {}", level.number()));
        let options = app_test.app.take_requests().into_iter().find_map(|request| match request {
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
    let mut app_test = AppTest::game("gastank", Some(wreck), true, None);
    app_test.sees("wreck");
    app_test.sees("▮▮▮");
    app_test.line("c2d4");
    app_test.sees("out of gas");
    let app_test =
        AppTest::game("trench", Some("-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s s"), true, None);
    for sign in ["↕", "▒", "▲", "▼", "Your last move was a"] {
        app_test.sees(sign);
    }
    let position = "---K---/-J-----/-------/-------/-------/-------/-s-----/---k--- s";
    let mut app_test = AppTest::game("hiya", Some(position), true, None);
    app_test.line("moves b2").keys(&[KeyCode::Up; 4]);
    app_test.sees("B2B6 strikes SENSEI's ninja on B7, which becomes a mini-ninja.");
    app_test.key(ENTER);
    app_test.sees(" Hi-YA! ");
    app_test.sees("1. B2B6!");
}

#[test]
fn the_end_speaks_to_the_player_and_offers_another_game() {
    let position = "---K---/-------/-------/---s---/-------/-------/-------/---k--- s";
    let mut app_test = AppTest::game("hiya", Some(position), true, None);
    app_test.line("d5d7");
    app_test.sees("You win! SENSEI's king was attacked.");
    app_test.sees("[Rematch] [Other side] [Step through] [Review] [Menu]");
    app_test.key(KeyCode::Tab).key(ENTER);
    app_test.sees("Your move");
    app_test.line("resign");
    app_test.sees("You resign. SENSEI wins.");
    app_test.keys(&[KeyCode::Tab, KeyCode::Tab, ENTER]);
    app_test.sees("You are North, at the top");
}

#[test]
fn a_review_marks_mistakes_and_names_what_was_better() {
    let mut app_test = AppTest::game("oska", None, true, Some(Role::Person));
    app_test.line("a5a4").line("a1a2").line("resign").line("review");
    let orders = app_test.app.take_requests();
    let id = orders.iter().find_map(|request| match request {
        EngineRequest::Review(id, _) => Some(*id),
        _ => None,
    });
    let id = id.expect("an order to review");
    let tables: Vec<Box<dyn AnyGame>> = app_test.app.record().unwrap().games().map(AnyGame::boxed_clone).collect();
    let graded = |ply: usize, best: &str, mark| {
        let side = tables[ply].side_to_move();
        let best = Some(tables[ply].read(best).unwrap());
        Annotation { ply, side, score: 0, best, line: Vec::new(), mark, proven: None, changed: None }
    };
    let mut last = graded(2, "C5B4", None);
    (last.changed, last.proven) = (Some(Outcome::Draw), Some(Outcome::Win(Side::North)));
    for annotation in [graded(0, "B5B4", None), graded(1, "B1B2", Some(Mark::Blunder)), last] {
        app_test.news(EngineEvent::Annotated(id, annotation));
    }
    app_test.news(EngineEvent::Reviewed(id));
    app_test.sees("The review found 1 blunder (??).");
    app_test.sees("1. A5A4??");
    app_test.key(KeyCode::Tab).key(ENTER);
    app_test.sees("White A5A4. It was a blunder. Better was B5B4.");
    app_test.key(KeyCode::Right);
    app_test.key(KeyCode::Esc).key(KeyCode::Right);
    app_test.sees("2 of 2: Black A1A2. Proven: it was a draw and is now a win for White.");
    // The coach speaks of the move that led to the position shown.
    app_test.key(KeyCode::F(9));
    let asked = app_test.app.take_requests().into_iter().find_map(|request| match request {
        EngineRequest::Coach(id, coach) => Some((id, coach.ply())),
        _ => None,
    });
    let (id, ply) = asked.expect("a question to the coach");
    assert_eq!(ply, 1);
    app_test.news(EngineEvent::Coached(id, Vec::new()));
    app_test.sees("There is nothing certain to say about this.");
}

#[test]
fn targets_show_what_is_proven_about_them() {
    let mut app_test = AppTest::game("oska", None, true, Some(Role::Person));
    app_test.key(KeyCode::F(12));
    let asked = app_test.app.take_requests().into_iter().find_map(|request| match request {
        EngineRequest::Values(id, game) => Some((id, game)),
        _ => None,
    });
    let (id, game) = asked.expect("a question about values");
    let proven = |text: &str| {
        let result = if text == "B5A4" { ProvenResult::Loss } else { ProvenResult::Win };
        Some(ProvenValue { result, plies: Some(20), exact: true }).filter(|_| text != "C5B4")
    };
    let value = |action: Action| ActionValue { proven: proven(&action.text), action };
    let actions = game.legal_actions().into_iter().map(value).collect();
    let values = PositionValues { proven: None, actions, source: ProofSource::Search };
    app_test.news(EngineEvent::Valued(id, Box::new(values)));
    app_test.sees("Proven by a search; the rest is unknown.");
    app_test.line("moves b5");
    app_test.key(KeyCode::Down);
    app_test.sees("Proven: ");
    app_test.key(KeyCode::F(12));
    app_test.sees("Proven results are hidden.");
}

#[test]
fn watching_pauses_steps_and_changes_its_speed() {
    let mut app_test = AppTest::game("oska", None, true, Some(Role::Engine));
    app_test.engine_plays("A5A4");
    app_test.sees("HOURGLASS against itself");
    // The next move is delayed.
    assert!(app_test.app.take_requests().is_empty());
    app_test.key(KeyCode::Char(' '));
    app_test.pass(Duration::from_secs(100));
    assert!(app_test.app.take_requests().is_empty());
    app_test.sees("Paused");
    app_test.key(KeyCode::Right);
    app_test.engine_plays("A1A2");
    app_test.pass(Duration::from_secs(100));
    assert!(app_test.app.take_requests().is_empty());
    app_test.key(KeyCode::Char('+')).key(KeyCode::Char('+'));
    app_test.sees("0 s between");
    app_test.key(KeyCode::Char(' '));
    app_test.engine_plays("B5B4");
    app_test.key(KeyCode::Char('-'));
    app_test.sees("0.3 s between");
}

#[test]
fn thinking_along_is_told_and_stops_when_nobody_is_there() {
    let mut app_test = AppTest::game("trench", None, true, None);
    assert!(app_test.app.take_requests().iter().any(|order| matches!(order, EngineRequest::Ponder(_))));
    app_test.sees("RED FIVE is pondering.");
    app_test.pass(Duration::from_secs(59));
    assert!(app_test.app.take_requests().is_empty());
    app_test.pass(Duration::from_secs(2));
    assert!(matches!(app_test.app.take_requests()[..], [EngineRequest::Stop]));
    app_test.sees("stopped pondering");
    app_test.key(KeyCode::Up);
    assert!(app_test.app.take_requests().iter().any(|order| matches!(order, EngineRequest::Ponder(_))));
}

#[test]
fn the_evaluation_is_hidden_until_asked_for() {
    let mut app_test = AppTest::game("hiya", None, true, None);
    app_test.app.take_requests();
    app_test.sees_no("better");
    app_test.key(KeyCode::F(4));
    let id = app_test.app.take_requests().iter().find_map(|request| match request {
        EngineRequest::Analyze(id, ..) => Some(*id),
        _ => None,
    });
    let game = skirmish_play::new_game(GameId::parse("hiya").unwrap());
    let best = game.legal_actions().remove(0);
    let info = skirmish_search::SearchInfo {
        depth: 7,
        rank: 1,
        score: 120,
        nodes: 1,
        time: Duration::ZERO,
        best: Some(best.clone()),
        alternate: None,
        line: vec![best],
    };
    app_test.news(EngineEvent::Found(id.unwrap(), Box::new(info)));
    app_test.sees("You are better by 120");
    app_test.sees("█");
    app_test.key(KeyCode::F(4));
    app_test.sees_no("better by");
}

#[test]
fn kept_games_are_gone_on_with_replayed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let saved_games = SavedGames::at(folder.path().to_owned());
    for (game, actions) in [("hiya", &["A3B4"][..]), ("oska:6", &["A9A8", "A1A2"])] {
        let mut record = Record::new(skirmish_play::new_game(GameId::parse(game).unwrap()));
        record.players = Players::both(record.game_id(), Role::Person).names();
        for action in actions {
            record.play(action, None).unwrap();
        }
        saved_games.new_slot().save(&record).unwrap();
    }
    let mut app_test = AppTest::at(plain(), Some(saved_games.clone()), StartScreen::Menu, (80, 24));
    app_test.sees("All 2 saved games");
    app_test.key(KeyCode::F(7));
    app_test.sees("Oska 6 for two, 2 actions so far");
    app_test.sees("Hi-YA! for two, 1 action so far");
    // Enter resumes the first game.
    app_test.key(ENTER);
    let went_on = app_test.app.record().unwrap().steps().len();
    assert!(went_on > 0);
    app_test.line("games").keys(&[KeyCode::Tab, KeyCode::Tab, ENTER]);
    app_test.sees("The start of the game.");
    app_test.line("games");
    app_test.key(KeyCode::Delete);
    app_test.sees("Press Delete again");
    assert_eq!(saved_games.games().iter().filter(|game| game.path.starts_with(folder.path())).count(), 2);
    app_test.key(KeyCode::Delete);
    assert_eq!(saved_games.games().iter().filter(|game| game.path.starts_with(folder.path())).count(), 1);
}

#[test]
fn everything_fits_on_the_smallest_screen_and_larger_boards_scroll() {
    for game in GameId::all_at(&[4, 5, 6, 7, 8]) {
        let app_test = AppTest::at(plain(), None, start(&game.to_string(), None, true, Some(Role::Person)), (60, 20));
        let view = skirmish_play::new_game(game).view();
        let hourglass = view.rows[0].cells.len() != view.rows[1].cells.len();
        if hourglass {
            view.rows.iter().flat_map(|row| &row.cells).for_each(|cell| app_test.sees(&cell.square));
        } else {
            let text = app_test.text();
            let starts = |number: u8| text.lines().any(|line| line.trim_start().starts_with(&number.to_string()));
            assert!(view.rows.iter().all(|row| starts(row.number)), "{text}");
        }
        app_test.sees("F10 Quit");
    }
    // A board that does not fit scrolls with the cursor.
    let mut app_test = AppTest::at(plain(), None, start("oska:16", None, true, Some(Role::Person)), (80, 24));
    app_test.sees("29");
    app_test.sees_no("P1 ");
    app_test.keys(&[KeyCode::Down; 40]).keys(&[KeyCode::Right; 20]);
    app_test.sees("P1");
}

#[test]
fn without_colours_there_are_none_and_ascii_is_ascii() {
    for game in GameId::all() {
        let theme = Theme::new(Scheme::None, true, true);
        let mut app_test = AppTest::at(theme, None, start(&game.to_string(), None, true, Some(Role::Person)), (80, 24));
        app_test.keys(&[ENTER, KeyCode::Up]);
        for cell in app_test.buffer.content() {
            assert!(cell.symbol().is_ascii(), "{:?} in\n{}", cell.symbol(), app_test.text());
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
        app_test.sees("[");
        app_test.sees(":::");
    }
}

#[test]
fn rules_stand_beside_the_game_where_there_is_room() {
    let start = || start("refusal", None, true, Some(Role::Person));
    let mut app_test = AppTest::at(plain(), None, start(), (130, 40));
    app_test.key(KeyCode::F(2));
    app_test.sees("The rules of Refusal");
    app_test.sees("South to move");
    app_test.key(KeyCode::Tab);
    app_test.sees("The rules of Refusal: AIM");
    app_test.key(KeyCode::Esc);
    app_test.sees_no("The rules");
    let mut app_test = AppTest::at(plain(), None, start(), (80, 24));
    app_test.key(KeyCode::Char('?'));
    app_test.sees("move the cursor");
    app_test.key(KeyCode::Esc).line("rules");
    app_test.sees("REFUSAL");
    app_test.sees_no("South to move");
}

#[test]
fn whole_lessons_are_held_on_the_screen() {
    for game in GameId::all() {
        let Some(lesson) = Lesson::of(game) else { continue };
        let steps = lesson.steps().to_vec();
        let mut app_test = AppTest::new(StartScreen::Exercise(Box::new(LessonSession::new(lesson, 0)), true));
        for (number, step) in (1..).zip(&steps) {
            app_test.sees(&format!("step {number} of {}", steps.len()));
            app_test.line(&step.solution());
            app_test.sees("Right!");
            app_test.key(ENTER);
        }
        app_test.sees("That was the last step.");
        app_test.key(ENTER);
        assert_eq!(app_test.app.exit(), Some(&Exit::Done(None)));
    }
}

#[test]
fn the_question_of_a_lesson_is_seen_on_every_size() {
    for game in GameId::all() {
        let Some(lesson) = Lesson::of(game) else { continue };
        for (number, step) in lesson.steps().iter().enumerate() {
            for size in [(60, 20), (80, 24), (120, 40)] {
                let start = StartScreen::Exercise(Box::new(LessonSession::new(lesson.clone(), number)), false);
                let app_test = AppTest::at(plain(), None, start, size);
                // The last words of the question, however it is wrapped.
                let last = step.ask.split_whitespace().next_back().unwrap();
                app_test.sees(last);
                assert!(!app_test.text().contains('…'), "{}", app_test.text());
            }
        }
    }
}

#[test]
fn words_of_the_line_mode_work() {
    let mut app_test = AppTest::game("oska", None, true, Some(Role::Person));
    app_test.line("board");
    app_test.sees("wwww/---/--/---/bbbb w");
    app_test.line("a5a4").line("undo");
    app_test.sees("Taken back.");
    app_test.line("redo");
    app_test.sees("Played again.");
    app_test.line("moves a1");
    app_test.sees("A1A2");
    app_test.line("level 11");
    app_test.sees("\"11\" is not a level");
    app_test.line("pass");
    app_test.sees("pass");
    app_test.line("xyzzy");
    app_test.sees("I do not know \"xyzzy\".");
    app_test.line("save /nowhere/at/all.txt");
    app_test.sees("cannot be written");
    app_test.line("new hi-ya!");
    app_test.sees("Hi-YA!: a new game");
    app_test.key(KeyCode::Esc).line("quit");
    assert_eq!(app_test.app.exit(), Some(&Exit::Done(None)));
}
