//! Random keys, clicks, pastes and sizes: the application never panics and never plays an illegal action.

use std::time::Duration;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_oracle::Random;
use skirmish_play::{ActionValue, Decision, PositionValues, ProofSource, Record, SavedGames};
use skirmish_session::Preferences;
use skirmish_session::engine::{EngineEvent, EngineRequest};
use skirmish_session::new_game::GameOptions;
use skirmish_session::review::Annotation;
use skirmish_terminal::{App, AppEvent, Scheme, ScreenContext, StartScreen, Theme};

/// Random input, an engine that plays random legal actions, and a changing screen size.
struct Monkey {
    app: App,
    random: Random,
    now: Duration,
    size: (u16, u16),
    /// The engine's next events.
    news: Vec<EngineEvent>,
    /// The number of actions at the last check.
    checked: usize,
    played: usize,
}

fn context(saved_games: SavedGames, random: &mut Random) -> ScreenContext {
    let options = GameOptions { ponder: random.below(2) == 0, ..GameOptions::new(|| "2026-01-31".to_owned()) };
    let scheme = Scheme::ALL[random.below(4)];
    let theme = Theme::new(scheme, random.below(2) == 0, random.below(2) == 0);
    ScreenContext::new(options, theme, Some(saved_games), Preferences::default())
}

impl Monkey {
    fn new(seed: u64, saved_games: SavedGames) -> Monkey {
        let mut random = Random::new(seed);
        let context = context(saved_games, &mut random);
        let app = App::new(context, StartScreen::Menu, (80, 24));
        Monkey { app, random, now: Duration::ZERO, size: (80, 24), news: Vec::new(), checked: 0, played: 0 }
    }

    fn key(&mut self) -> KeyEvent {
        const STEERING: [KeyCode; 16] = [
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Enter,
            KeyCode::Enter,
            KeyCode::Enter,
            KeyCode::Char(' '),
            KeyCode::Tab,
            KeyCode::BackTab,
            KeyCode::Esc,
            KeyCode::Backspace,
            KeyCode::PageUp,
            KeyCode::PageDown,
            KeyCode::Home,
            KeyCode::End,
        ];
        match self.random.below(20) {
            0 => KeyCode::F(1 + self.random.below(9) as u8).into(),
            1 => KeyCode::Delete.into(),
            2 => KeyEvent::new(KeyCode::Char((b'a' + self.random.below(26) as u8) as char), KeyModifiers::CONTROL),
            3..6 => KeyCode::Char(char::from_u32(32 + self.random.below(95) as u32).unwrap_or('x')).into(),
            6 => KeyCode::Char(char::from_u32(self.random.below(0x3000) as u32).unwrap_or('x')).into(),
            _ => STEERING[self.random.below(STEERING.len())].into(),
        }
    }

    /// A random line, except commands that touch files.
    fn line(&mut self) -> String {
        const WORDS: [&str; 21] = [
            "coach",
            "coach now",
            "values",
            "moves",
            "hint",
            "undo",
            "redo",
            "rules",
            "eval",
            "level 3",
            "level 10",
            "level x",
            "board",
            "resign",
            "new hiya",
            "new",
            "review",
            "games",
            "menu",
            "theme light",
            "accept",
        ];
        let legal = self.app.record().map_or(Vec::new(), |record| record.game().legal_actions());
        match self.random.below(8) {
            0 => WORDS[self.random.below(WORDS.len())].to_owned(),
            1..6 if !legal.is_empty() => legal[self.random.below(legal.len())].text.clone(),
            6 => format!("{}{}", self.square(), self.square()),
            _ => (0..self.random.below(30)).filter_map(|_| char::from_u32(self.random.below(0x2000) as u32)).collect(),
        }
    }

    fn square(&mut self) -> String {
        format!("{}{}", (b'a' + self.random.below(8) as u8) as char, 1 + self.random.below(9))
    }

    fn event(&mut self) -> AppEvent {
        let mouse = |monkey: &mut Monkey, kind| {
            let (column, row) = (monkey.random.below(monkey.size.0.into()), monkey.random.below(monkey.size.1.into()));
            let modifiers = KeyModifiers::NONE;
            AppEvent::Input(Input::Mouse(MouseEvent { kind, column: column as u16, row: row as u16, modifiers }))
        };
        match self.random.below(100) {
            0 => {
                self.size = (10 + self.random.below(140) as u16, 4 + self.random.below(50) as u16);
                AppEvent::Input(Input::Resize(self.size.0, self.size.1))
            }
            1..4 if self.size.0 < 60 || self.size.1 < 20 => {
                self.size = (80, 24);
                AppEvent::Input(Input::Resize(80, 24))
            }
            4..25 => mouse(self, MouseEventKind::Down(MouseButton::Left)),
            25..30 => mouse(self, MouseEventKind::Moved),
            30 => mouse(self, MouseEventKind::ScrollUp),
            31 => mouse(self, MouseEventKind::ScrollDown),
            32 => AppEvent::Input(Input::Paste(format!("{}\n{}\n", self.line(), self.line()))),
            33..44 => AppEvent::Input(Input::Paste(format!("{}\n", self.line()))),
            44..48 => {
                self.now += Duration::from_millis(self.random.below(90_000) as u64);
                AppEvent::Tick
            }
            _ => AppEvent::Input(Input::Key(self.key())),
        }
    }

    /// Runs a request: the engine replies with a legal action sooner or later.
    fn run_request(&mut self) {
        for order in self.app.take_requests() {
            match order {
                EngineRequest::Choose(id, game, _) | EngineRequest::Analyze(id, game, _) => {
                    let mut legal = game.legal_actions();
                    let action = (!legal.is_empty()).then(|| legal.swap_remove(self.random.below(legal.len())));
                    self.news.push(EngineEvent::Done(id, Box::new(Decision { action, info: None })));
                }
                EngineRequest::Review(id, review) => {
                    let annotation = |ply| Annotation {
                        ply,
                        side: Side::South,
                        score: 0,
                        best: None,
                        line: Vec::new(),
                        mark: None,
                        proven: None,
                        changed: None,
                    };
                    self.news.extend((0..review.positions()).map(|ply| EngineEvent::Annotated(id, annotation(ply))));
                    self.news.push(EngineEvent::Reviewed(id));
                }
                EngineRequest::Coach(id, _) => self.news.push(EngineEvent::Coached(id, Vec::new())),
                EngineRequest::Values(id, game) => {
                    let action_value = |action| ActionValue { action, proven: None };
                    let actions = game.legal_actions().into_iter().map(action_value).collect();
                    let values = PositionValues { proven: None, actions, source: ProofSource::Search };
                    self.news.push(EngineEvent::Valued(id, Box::new(values)));
                }
                EngineRequest::Options(_)
                | EngineRequest::Prepare(_)
                | EngineRequest::Ponder(_)
                | EngineRequest::Stop => {}
            }
        }
        if self.random.below(3) > 0 && !self.news.is_empty() {
            let message = self.news.remove(0);
            self.app.handle(AppEvent::Engine(message), self.now);
        }
    }

    fn step(&mut self) {
        self.now += Duration::from_millis(self.random.below(300) as u64);
        let event = self.event();
        self.app.handle(event, self.now);
        self.run_request();
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        if let Some(caret) = self.app.draw(&mut buffer) {
            assert!(buffer.area.contains(caret), "{caret} in {:?}", self.size);
        }
        self.app.save_changes();
        self.check();
    }

    /// The record can be parsed, so all its actions are legal.
    fn check(&mut self) {
        let Some(record) = self.app.record() else { return };
        let actions = record.steps().len();
        if actions != self.checked {
            self.played += usize::from(actions > self.checked);
            self.checked = actions;
            let again = Record::parse(&record.format()).unwrap();
            assert_eq!(again.game().position(), record.game().position());
        }
    }
}

#[test]
fn random_events_bring_nothing_down_and_play_nothing_illegal() {
    let all = std::env::var_os("SKIRMISH_ALL").is_some();
    let (monkeys, events) = if all { (20, 5_000) } else { (3, 1_000) };
    let mut played = 0;
    for seed in 0..monkeys {
        let folder = tempfile::tempdir().unwrap();
        let mut monkey = Monkey::new(seed, SavedGames::at(folder.path().join("games")));
        let mut left = 0;
        for _ in 0..events {
            monkey.step();
            if monkey.app.exit().is_some() {
                left += 1;
                let context = context(SavedGames::at(folder.path().join("games")), &mut monkey.random);
                let games: Vec<GameId> = GameId::all_at(&[4, 5, 8, 12]);
                let game = games[monkey.random.below(games.len())];
                monkey.app = App::new(context, StartScreen::Setup(game), monkey.size);
                monkey.news.clear();
            }
        }
        played += monkey.played;
        assert!(left < events / 10, "seed {seed} did nothing but leave");
    }
    assert!(played > 100, "only {played} actions were played");
}
