//! The games of a grading, with all that is of interest in them: times, dialogue, faults.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
use skirmish_arena::game::{Fault, FaultReport, Pair, TimedMove, place_in_pair};
use skirmish_arena::openings::OpeningBook;
use skirmish_arena::plan::{Format, OpeningSource, Plan};
use skirmish_arena::referee;
use skirmish_arena::schedule::Pairing;
use skirmish_arena::seat::{Exchange, Failure, Interview, Seat, Turn, seat};
use skirmish_board::{ActionKind, Outcome, Random, Side};
use skirmish_games::GameId;
use skirmish_play::{Conclusion, Record, new_game};

use super::rubric::Rubric;
use super::watch::TimeWatch;

/// A program is late only by its own check: the arena waits this much longer before it calls it a fault.
const LEAST_GRACE: Duration = Duration::from_secs(2);

/// A time of one of the program's answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerTime {
    /// The number of actions before it.
    pub ply: usize,
    /// Whether it answered a proposal or a refusal.
    pub is_reply: bool,
    /// The time that counts against it.
    pub counted: Duration,
}

/// A game of a grading.
#[derive(Clone, Debug)]
pub(super) struct GradedGame {
    /// The opponent's description; `itself` for the first game.
    pub opponent: String,
    /// The seed of the opponent and the opening.
    pub seed: u64,
    /// The side of the program.
    pub side: Side,
    pub opening: String,
    pub actions: Vec<String>,
    /// The result by the rules; `None` if a fault or the end of the time ended the game.
    pub outcome: Option<Outcome>,
    /// What the program did wrong.
    pub fault: Option<FaultReport>,
    pub answers: Vec<AnswerTime>,
    /// The dialogue of a console program, and the exchanges in which it told its actions, by the number of actions before.
    pub exchanges: Vec<Exchange>,
    pub told: Vec<(usize, usize)>,
    /// Whether it asked who moves first.
    pub asked: bool,
    pub took: Duration,
}

impl GradedGame {
    /// Whether the program has the first move.
    pub fn is_first(&self, game: GameId) -> bool {
        let mut state = new_game(game);
        let _ = state.set_position(&self.opening);
        state.side_to_move() == self.side
    }

    /// Half points of the program, if the game counts.
    pub fn half_points(&self) -> Option<usize> {
        self.outcome.map(|outcome| match outcome {
            Outcome::Draw => 1,
            Outcome::Win(side) if side == self.side => 2,
            Outcome::Win(_) => 0,
        })
    }

    /// The game as a record.
    pub fn record(&self, game: GameId, program: &str) -> Record {
        let mut state = new_game(game);
        let _ = state.set_position(&self.opening);
        let mut record = Record::new(state);
        for action in &self.actions {
            if record.play(action, None).is_err() {
                break;
            }
        }
        let name = |side: Side| if side == self.side { program.to_owned() } else { self.opponent.clone() };
        record.players = Side::BOTH.map(name);
        record.set_header("Seed", self.seed.to_string());
        if let (Some(fault), None) = (&self.fault, &record.result) {
            let side = if fault.engine == 0 { self.side } else { self.side.opposite() };
            record.result = Some(Conclusion::Forfeited(side, fault.fault.to_string()));
        }
        record
    }

    /// What the program printed in the exchange in which it told an action.
    pub fn told_with(&self, ply: usize) -> Option<&Exchange> {
        let (_, exchange) = self.told.iter().find(|(before, _)| *before == ply)?;
        self.exchanges.get(*exchange)
    }
}

/// Plays games with the program.
pub(super) struct ProgramGames<'a> {
    pub game: GameId,
    /// The program with the clock of the grading.
    pub program: Competitor,
    /// The time that it may take for a move.
    pub limit: Duration,
    pub watch: &'a TimeWatch<'a>,
    seed: u64,
    book: Option<OpeningBook>,
    /// All games so far.
    pub games: Vec<GradedGame>,
    /// The games of each pair against an opponent, as places in `games`.
    pairs: BTreeMap<(String, u32), Vec<usize>>,
}

impl<'a> ProgramGames<'a> {
    pub(super) fn new(game: GameId, given: &Competitor, rubric: &Rubric, seed: u64, watch: &'a TimeWatch<'a>) -> Self {
        let mut program = given.clone();
        let clock = &mut program.clock;
        // Programs that cannot be told their time have that of the handout.
        if matches!(program.kind, EngineKind::Console(..)) {
            *clock = Clock { move_time: Some(rubric.time_limit), ..Clock::default() };
        } else if clock.move_time.is_none()
            && clock.game_time.is_none()
            && clock.nodes.is_none()
            && clock.depth.is_none()
        {
            clock.move_time = Some(rubric.time_limit);
        }
        let limit = clock.move_time.unwrap_or(rubric.time_limit);
        clock.margin = limit.max(LEAST_GRACE);
        ProgramGames { game, program, limit, watch, seed, book: None, games: Vec::new(), pairs: BTreeMap::new() }
    }

    /// Whether the program can be given a position.
    pub(super) fn takes_positions(&self) -> bool {
        !matches!(self.program.kind, EngineKind::Console(..))
    }

    /// The seed of the grading.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Forgets all games: they were played with another dialogue.
    pub(super) fn forget_games(&mut self) {
        self.games.clear();
        self.pairs.clear();
    }

    /// A game of the program against itself. Both sides are looked at.
    pub(super) fn play_itself(&mut self) -> &GradedGame {
        let opening = new_game(self.game).position();
        let other = Competitor { name: "itself".to_owned(), ..self.program.clone() };
        let mut opponent = ProgramSeat::new(&other, self.game, self.seed);
        self.play(&mut opponent, other, 0, opening, self.seed, true)
    }

    /// A pair of games, once with each side, as places in the list of games. The first pair begins at the start of the game; the
    /// others begin at drawn positions, or with random moves of the opponent.
    pub(super) fn play_pair(&mut self, opponent: &BuiltIn, number: u32, plies: u32) -> Vec<usize> {
        let key = (opponent.to_string(), number);
        if let Some(played) = self.pairs.get(&key) {
            return played.clone();
        }
        let seed = seed_of(self.seed, &key.0, number);
        let drawn = number > 0 && self.takes_positions() && plies > 0;
        let opening = if drawn { self.draw_opening(number, plies) } else { new_game(self.game).position() };
        let clock = Clock { margin: Duration::from_secs(3600), ..Clock::default() };
        let competitor = Competitor::new(key.0.clone(), EngineKind::BuiltIn(opponent.clone()), clock);
        let mut places = Vec::new();
        for leg in [0, 1] {
            if self.watch.stop.load(std::sync::atomic::Ordering::SeqCst) {
                return places;
            }
            let leg_seed = seed.wrapping_add(leg.into());
            let random_moves = if drawn { 0 } else { number.min(2) };
            let mut other = LooseStart {
                seat: seat(&competitor, self.game, leg_seed),
                left: random_moves,
                moves: random_moves,
                random: Random::new(leg_seed),
            };
            self.play(&mut other, competitor.clone(), leg, opening.clone(), leg_seed, false);
            places.push(self.games.len() - 1);
        }
        self.pairs.insert(key, places.clone());
        places
    }

    fn draw_opening(&mut self, number: u32, plies: u32) -> String {
        let book = self.book.get_or_insert_with(|| {
            OpeningBook::new(&Plan {
                name: "Grading".to_owned(),
                game: self.game,
                engines: Vec::new(),
                format: Format::Gauntlet,
                rounds: 1,
                openings: OpeningSource::Random(plies),
                seed: self.seed,
                sprt: None,
            })
        });
        let pairing = Pairing { number: number.into(), round: 1, engines: [0, 1] };
        book.open(&[pairing], &[]).pop().map_or_else(|| new_game(self.game).position(), |pair| pair.opening)
    }

    fn play(
        &mut self,
        opponent: &mut dyn Seat,
        other: Competitor,
        leg: u8,
        opening: String,
        seed: u64,
        both: bool,
    ) -> &GradedGame {
        let began = Instant::now();
        let mut program = ProgramSeat::new(&self.program, self.game, seed);
        let engines = [self.program.clone(), other];
        let pair = Pair { number: 0, round: 1, engines: [0, 1], opening };
        // The start of the game has one side to move: legs swap the sides.
        let side = if place_in_pair(leg, Side::South) == 0 { Side::South } else { Side::North };
        let played = referee::play(self.game, &pair, leg, &engines, [&mut program, opponent], &self.watch.stop);
        let fault = played.as_ref().and_then(|played| played.fault.clone());
        let outcome = played.as_ref().filter(|played| played.fault.is_none()).map(|played| played.outcome);
        let actions = match &played {
            Some(played) => played.actions.iter().map(|action| action.text.clone()).collect(),
            None => program.actions.clone(),
        };
        let (exchanges, told, asked) = program.dialogue();
        self.games.push(GradedGame {
            opponent: engines[1].name.clone(),
            seed,
            side,
            opening: pair.opening,
            actions,
            outcome,
            fault: fault.filter(|report| both || report.engine == 0),
            answers: program.answers,
            exchanges,
            told,
            asked,
            took: began.elapsed(),
        });
        &self.games[self.games.len() - 1]
    }

    /// About how long a game takes.
    pub(super) fn game_time(&self) -> Duration {
        let count = self.games.len().max(1) as u32;
        self.games.iter().map(|game| game.took).sum::<Duration>() / count
    }

    /// About how long the program takes for a move.
    pub(super) fn move_time(&self) -> Duration {
        let answers = self.games.iter().flat_map(|game| &game.answers).filter(|answer| !answer.is_reply);
        let (count, sum) =
            answers.fold((0u32, Duration::ZERO), |(count, sum), answer| (count + 1, sum + answer.counted));
        if count == 0 { self.limit } else { sum / count }
    }

    /// The faults of the program, with the places of their games.
    pub(super) fn faults(&self) -> impl Iterator<Item = (usize, &FaultReport)> {
        self.games.iter().enumerate().filter_map(|(place, game)| Some((place, game.fault.as_ref()?)))
    }

    /// Whether no game has begun, because the program does not start.
    pub(super) fn never_starts(&self) -> Option<&FaultReport> {
        let starts =
            self.games.iter().any(|game| game.fault.as_ref().is_none_or(|report| report.fault != Fault::Start));
        if starts { None } else { self.games.first()?.fault.as_ref() }
    }
}

/// A seed that depends on a grading's seed, a name and a number.
pub(super) fn seed_of(seed: u64, name: &str, number: u32) -> u64 {
    let parts: Vec<u64> = [seed, number.into()].into_iter().chain(name.bytes().map(u64::from)).collect();
    // Small enough for every reader of numbers.
    Random::mixed(&parts).bits() >> 33
}

/// The seat of the program, with its dialogue if it has one.
enum Inner {
    Console(Box<Interview>),
    Other(Box<dyn Seat>),
}

/// The seat of the program, which keeps times and dialogue.
pub(super) struct ProgramSeat {
    inner: Inner,
    answers: Vec<AnswerTime>,
    actions: Vec<String>,
}

impl ProgramSeat {
    pub(super) fn new(competitor: &Competitor, game: GameId, seed: u64) -> ProgramSeat {
        let inner = match Interview::new(competitor, game, None) {
            Some(interview) => Inner::Console(Box::new(interview)),
            None => Inner::Other(seat(competitor, game, seed)),
        };
        ProgramSeat { inner, answers: Vec::new(), actions: Vec::new() }
    }

    fn seat(&mut self) -> &mut dyn Seat {
        match &mut self.inner {
            Inner::Console(interview) => &mut **interview,
            Inner::Other(seat) => &mut **seat,
        }
    }

    fn dialogue(&mut self) -> (Vec<Exchange>, Vec<(usize, usize)>, bool) {
        match &mut self.inner {
            Inner::Console(interview) => {
                (interview.exchanges().to_vec(), interview.told().to_vec(), interview.has_asked_order())
            }
            Inner::Other(_) => (Vec::new(), Vec::new(), false),
        }
    }
}

impl Seat for ProgramSeat {
    fn set_seed(&mut self, seed: u64) {
        self.seat().set_seed(seed);
    }

    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure> {
        self.seat().begin(start, side)
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let is_reply = turn.game.view().pending.is_some();
        let ply = turn.actions.len();
        self.actions = turn.actions.iter().map(|action| action.text.clone()).collect();
        let answer = self.seat().act(turn)?;
        self.actions.push(answer.text.clone());
        self.answers.push(AnswerTime { ply, is_reply, counted: answer.counted() });
        Ok(answer)
    }

    fn rest(&mut self) {
        self.seat().rest();
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        self.seat().failure(fault, detail)
    }

    fn conclude(&mut self, turn: &Turn) {
        self.seat().conclude(turn);
    }

    fn end(&mut self) {
        self.seat().end();
    }
}

/// A player whose first moves are random, so that its games against a program that always plays the same differ.
struct LooseStart {
    seat: Box<dyn Seat>,
    left: u32,
    moves: u32,
    random: Random,
}

impl Seat for LooseStart {
    fn set_seed(&mut self, seed: u64) {
        self.seat.set_seed(seed);
    }

    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure> {
        self.left = self.moves;
        self.seat.begin(start, side)
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let actions = turn.game.legal_actions();
        if self.left > 0 && turn.game.view().pending.is_none() && actions.iter().all(|one| one.kind == ActionKind::Move)
        {
            self.left -= 1;
            return Ok(TimedMove::new(actions[self.random.below(actions.len())].text.clone(), 0));
        }
        self.seat.act(turn)
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        self.seat.failure(fault, detail)
    }

    fn end(&mut self) {
        self.seat.end();
    }
}
