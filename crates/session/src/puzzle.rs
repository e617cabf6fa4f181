//! Puzzles in progress: the current one, and the replies to what the user types.

use std::collections::BTreeSet;

use skirmish_board::{Action, ActionKind, Side};
use skirmish_games::GameId;
use skirmish_lessons::Verdict;
use skirmish_play::{AnyGame, new_game};
use skirmish_puzzles::{Puzzle, PuzzleKind, parse_puzzles, refutation, stored};

use crate::Preferences;
use crate::exercise::{AnswerKind, ExerciseReply, ExerciseSession};

/// The commands of puzzles.
const COMMANDS: [&str; 10] = ["hint", "show", "why", "board", "skip", "back", "again", "rules", "help", "quit"];

/// The longest text of the progress.
const MAX_SOLVED: usize = 10_000;

/// The ids of the solved puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleProgress(BTreeSet<String>);

impl PuzzleProgress {
    /// Parses the text of [`PuzzleProgress::format`].
    pub fn parse(text: &str) -> PuzzleProgress {
        PuzzleProgress(text.split_whitespace().take(MAX_SOLVED).map(str::to_owned).collect())
    }

    /// One id in each line.
    pub fn format(&self) -> String {
        self.0.iter().map(|id| format!("{id}\n")).collect()
    }

    /// Whether a puzzle is solved.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.0.contains(&puzzle.id)
    }
}

/// A line that the user steps through.
struct Walk {
    boards: Vec<Box<dyn AnyGame>>,
    texts: Vec<String>,
    at: usize,
}

/// Puzzles of a game, the easiest first, at one of them.
pub struct PuzzleSession {
    game: GameId,
    puzzles: Vec<Puzzle>,
    at: usize,
    /// The puzzle's board, with what was played on it.
    board: Box<dyn AnyGame>,
    solver: Side,
    /// The actions of the solution that are not played yet; the first is the solver's.
    rest: Vec<String>,
    failures: u32,
    is_solved: bool,
    /// The last wrong answer.
    wrong: Option<Action>,
    /// The refutation that is shown.
    walk: Option<Walk>,
}

impl PuzzleSession {
    /// The stored puzzles of a game, at the easiest one that is not solved. `None` if the game has none.
    pub fn of(game: GameId, progress: &PuzzleProgress) -> Option<PuzzleSession> {
        // A test reads all files.
        let puzzles = parse_puzzles(stored(game)).ok()?;
        let at = puzzles.iter().position(|puzzle| !progress.is_solved(puzzle)).unwrap_or(0);
        PuzzleSession::new(game, puzzles, at)
    }

    /// These puzzles, from one of them on. `None` if there is none.
    pub fn new(game: GameId, puzzles: Vec<Puzzle>, at: usize) -> Option<PuzzleSession> {
        let at = at.min(puzzles.len().checked_sub(1)?);
        let mut session = PuzzleSession {
            game,
            puzzles,
            at,
            board: new_game(game),
            solver: Side::South,
            rest: Vec::new(),
            failures: 0,
            is_solved: false,
            wrong: None,
            walk: None,
        };
        session.begin();
        Some(session)
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.at]
    }

    /// Sets up the current puzzle.
    fn begin(&mut self) {
        let puzzle = &self.puzzles[self.at];
        // Puzzles are parsed with their positions.
        self.board = puzzle.open().unwrap_or_else(|| new_game(puzzle.game));
        self.solver = self.board.side_to_move();
        self.rest = puzzle.solution.clone();
        (self.failures, self.is_solved, self.wrong, self.walk) = (0, false, None, None);
    }

    fn go_to(&mut self, at: usize) -> ExerciseReply {
        if at >= self.puzzles.len() {
            return ExerciseReply::Over;
        }
        self.at = at;
        self.begin();
        ExerciseReply::Shown
    }

    /// The right answers now: one, or two where the move that is proposed will be refused.
    fn right_answers(&self) -> Vec<&String> {
        let second = if self.board.is_proposal_turn() { self.rest.get(2) } else { None };
        self.rest.first().into_iter().chain(second).collect()
    }

    fn grade_answer(&mut self, answer: &str) -> ExerciseReply {
        let action = match self.board.read(answer) {
            Ok(action) => action,
            Err(error) if error.is_unreadable() => {
                return ExerciseReply::Graded(Verdict::Unreadable, vec![error.to_string()]);
            }
            Err(rule) => {
                let sentence = format!("That move is not allowed. {rule}");
                return ExerciseReply::Graded(Verdict::Illegal, vec![sentence]);
            }
        };
        match self.right_answers().iter().position(|&right| *right == action.text) {
            Some(0) => self.play_right(),
            // The other move of the pair came first; then this one is the answer to the refusal, and the line ends with it.
            Some(_) => {
                self.rest.truncate(3);
                self.rest.reverse();
                self.play_right()
            }
            None => self.grade_wrong(action),
        }
    }

    /// Plays the right answer, and what follows until the solver has to decide again.
    fn play_right(&mut self) -> ExerciseReply {
        self.wrong = None;
        let mut played = Vec::new();
        loop {
            let text = self.rest.remove(0);
            if let Ok(action) = self.board.read(&text) {
                if self.board.side_to_move() != self.solver || action.kind == ActionKind::Pass {
                    played.push(self.describe(&action));
                }
                self.board.perform(&action);
            }
            let decides = |next: &String| {
                let is_pass = self.board.read(next).is_ok_and(|action| action.kind == ActionKind::Pass);
                self.board.side_to_move() == self.solver && !is_pass
            };
            match self.rest.first() {
                None => {
                    self.is_solved = true;
                    return ExerciseReply::Graded(Verdict::Right, vec![self.conclusion()]);
                }
                Some(next) if decides(next) => return ExerciseReply::Continued(format!("Right. {}", played.join(" "))),
                Some(_) => {}
            }
        }
    }

    /// What an action of the opponent, or a pass, is called.
    fn describe(&self, action: &Action) -> String {
        let own = self.board.side_to_move() == self.solver;
        match action.kind {
            ActionKind::Pass if own => "You have no move and pass.".to_owned(),
            ActionKind::Pass => "Your opponent has no move and passes.".to_owned(),
            ActionKind::Accept => "Your opponent accepts.".to_owned(),
            ActionKind::Refuse => "Your opponent refuses: there is one other right move.".to_owned(),
            _ if self.board.is_proposal_turn() => format!("Your opponent proposes {}.", action.text),
            _ => format!("Your opponent plays {}.", action.text),
        }
    }

    fn conclusion(&self) -> String {
        match self.puzzle().kind {
            _ if self.board.outcome().is_some() => "Right!".to_owned(),
            PuzzleKind::OnlyMove => "Right! Every other move loses.".to_owned(),
            PuzzleKind::Win | PuzzleKind::Verdict => "Right! From here you win.".to_owned(),
        }
    }

    fn grade_wrong(&mut self, action: Action) -> ExerciseReply {
        self.failures += 1;
        let text = &action.text;
        let sentence = match self.puzzle().kind {
            PuzzleKind::OnlyMove => format!("{text} loses. Type why to see it."),
            PuzzleKind::Win | PuzzleKind::Verdict => format!("{text} does not win. Type why to see more."),
        };
        self.wrong = Some(action);
        ExerciseReply::Graded(Verdict::Wrong, vec![sentence])
    }

    /// Shows the refutation of the last wrong answer, or says why there is none to show.
    fn refute(&mut self) -> ExerciseReply {
        let Some(wrong) = self.wrong.clone() else {
            return ExerciseReply::Said("There is no wrong answer to explain.".to_owned());
        };
        let Some(line) = refutation(&*self.board, &wrong) else {
            let text = &wrong.text;
            return ExerciseReply::Said(format!(
                "{text} does not win: that is proven, but the line is too long to show."
            ));
        };
        let mut walk = Walk { boards: Vec::new(), texts: Vec::new(), at: 0 };
        let mut board = self.board.boxed_clone();
        for (index, action) in [&wrong].into_iter().chain(&line).enumerate() {
            let who = if board.side_to_move() == self.solver { "You play" } else { "Your opponent plays" };
            let left = line.len() - index;
            let end = if left == 0 { " You have lost.".to_owned() } else { String::new() };
            walk.texts.push(format!("{who} {}.{end}", action.text));
            board.play_accepted(action.mv);
            walk.boards.push(board.boxed_clone());
        }
        let first = ExerciseReply::Continued(walk.texts[0].clone());
        self.walk = Some(walk);
        first
    }

    /// The next position of the line that is shown; after the last the puzzle again.
    fn step(&mut self) -> ExerciseReply {
        let Some(walk) = &mut self.walk else { return ExerciseReply::Nothing };
        walk.at += 1;
        if let Some(text) = walk.texts.get(walk.at) {
            return ExerciseReply::Continued(text.clone());
        }
        self.walk = None;
        ExerciseReply::Continued("Back to the puzzle.".to_owned())
    }

    fn hint(&self) -> String {
        let first = self.rest.first().and_then(|text| self.board.read(text).ok());
        match first.and_then(|action| action.squares) {
            Some(squares) => format!("The piece on {} moves.", squares.from),
            None => "Look at what your opponent can do if the move stands.".to_owned(),
        }
    }
}

impl ExerciseSession for PuzzleSession {
    fn game(&self) -> GameId {
        self.game
    }

    fn heading(&self) -> (String, String) {
        (format!("puzzle {} of {}", self.at + 1, self.puzzles.len()), format!("rated {}", self.puzzle().rating))
    }

    fn text(&self) -> Vec<String> {
        vec![format!("You are {}.", self.game.info().sides[self.solver.index()])]
    }

    fn question(&self) -> String {
        let pending = self.board.view().pending.map(|squares| format!("{}{}", squares.from, squares.to));
        match (pending, self.puzzle().kind) {
            (Some(text), _) if self.board.accept_refuse().is_some() => {
                format!("Your opponent proposes {text}. Only one answer is right.")
            }
            (Some(text), _) => format!("{text} was refused. Only one other move is right: find it."),
            (None, PuzzleKind::OnlyMove) if self.board.is_proposal_turn() => {
                "Every move but two loses. Propose one of the two.".to_owned()
            }
            (None, PuzzleKind::OnlyMove) => "Every move but one loses. Find it.".to_owned(),
            (None, _) if self.board.is_proposal_turn() => {
                "You win: a move may be refused, and exactly two win. Propose one of them.".to_owned()
            }
            (None, _) => "You win: find the only move that does.".to_owned(),
        }
    }

    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::on(&*self.board)
    }

    fn board(&self) -> &dyn AnyGame {
        self.walk.as_ref().and_then(|walk| walk.boards.get(walk.at)).unwrap_or(&self.board).as_ref()
    }

    fn side(&self) -> Side {
        self.solver
    }

    fn is_waiting(&self) -> bool {
        self.is_solved || self.walk.is_some()
    }

    fn failures(&self) -> u32 {
        self.failures
    }

    fn has_hint(&self) -> bool {
        true
    }

    fn has_refutation(&self) -> bool {
        self.wrong.is_some()
    }

    fn example(&self) -> String {
        let right = self.right_answers();
        let legal = self.board.legal_actions();
        let wrong = legal.iter().find(|action| !right.contains(&&action.text));
        wrong.or(legal.first()).map_or(String::new(), |action| action.text.clone())
    }

    fn commands(&self) -> &'static [&'static str] {
        &COMMANDS
    }

    fn help(&self) -> String {
        format!(
            "Type your answer, for example {}. A move is its two squares, from and to; answer a proposal with accept or refuse. \
             Commands: hint (which piece moves), show (the answer), why (what is wrong with your last answer, played on the \
             board), board (begin this puzzle again), skip (the next puzzle), back (the previous one), rules (the rules of the \
             game), quit.",
            self.example()
        )
    }

    fn farewell(&self) -> (&'static str, u8) {
        ("That was the last puzzle. Now play against a stronger opponent:", 4)
    }

    fn run_command(&mut self, line: &str) -> ExerciseReply {
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "quit" | "q" | "exit" => ExerciseReply::Quit,
            "rules" => ExerciseReply::Rules,
            "help" | "?" => ExerciseReply::Help,
            "again" | "board" => self.go_to(self.at),
            "back" if self.at == 0 => ExerciseReply::Said("This is the first puzzle.".to_owned()),
            "back" => self.go_to(self.at - 1),
            "skip" => self.go_to(self.at + 1),
            _ if self.walk.is_some() => self.step(),
            _ if self.is_solved => self.go_to(self.at + 1),
            "next" => self.go_to(self.at + 1),
            "" => ExerciseReply::Nothing,
            "hint" => ExerciseReply::Said(self.hint()),
            "show" => {
                let right: Vec<&str> = self.right_answers().iter().map(|text| text.as_str()).collect();
                ExerciseReply::Said(format!("The answer is {}. Try it.", right.join(" or ")))
            }
            "why" => self.refute(),
            _ => self.grade_answer(line),
        }
    }

    fn save_progress(&self, preferences: &mut Preferences) {
        preferences.puzzles.0.insert(self.puzzle().id.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(game: &str, puzzles: &[(PuzzleKind, &str, &str)]) -> PuzzleSession {
        let game = GameId::parse(game).unwrap();
        let puzzle = |(number, &(kind, position, solution)): (usize, &(PuzzleKind, &str, &str))| Puzzle {
            id: format!("test-{number}"),
            game,
            position: position.to_owned(),
            kind,
            solution: solution.split(' ').map(str::to_owned).collect(),
            plies: 1,
            rating: 500,
            themes: Vec::new(),
        };
        PuzzleSession::new(game, puzzles.iter().enumerate().map(puzzle).collect(), 0).unwrap()
    }

    const STRIKE: &str = "---K---/NJJ----/sM--S--/--s-NN-/nn-nM--/---jn--/-s---S-/---k--- n";
    const PAIR: &str = "-K---/-----/-nP--/--p--/-----/-p--P/--P--/--k-- s -";

    #[test]
    fn wrong_answers_can_be_explained_and_right_ones_solve() {
        let mut session = session("hiya", &[(PuzzleKind::Win, STRIKE, "F2D2"), (PuzzleKind::Win, STRIKE, "F2D2")]);
        assert!(matches!(session.run_command("A1A9"), ExerciseReply::Graded(Verdict::Unreadable, _)));
        assert!(matches!(
            session.run_command("D1D3"),
            ExerciseReply::Graded(Verdict::Illegal | Verdict::Unreadable, _)
        ));
        assert_eq!(session.run_command("why"), ExerciseReply::Said("There is no wrong answer to explain.".to_owned()));
        let wrong = session.example();
        assert!(matches!(session.run_command(&wrong), ExerciseReply::Graded(Verdict::Wrong, _)));
        assert!(session.has_refutation() && session.failures() == 1 && !session.is_waiting());
        // However the proof ends, the puzzle is asked again.
        session.run_command("why");
        while session.is_waiting() {
            session.run_command("");
        }
        assert_eq!(session.board().position(), STRIKE);
        assert_eq!(session.run_command("show"), ExerciseReply::Said("The answer is F2D2. Try it.".to_owned()));
        assert_eq!(session.run_command("hint"), ExerciseReply::Said("The piece on F2 moves.".to_owned()));
        assert_eq!(session.run_command("f2d2"), ExerciseReply::Graded(Verdict::Right, vec!["Right!".to_owned()]));
        assert!(session.is_waiting() && session.board().outcome().is_some());
        let mut preferences = Preferences::default();
        session.save_progress(&mut preferences);
        assert_eq!(PuzzleProgress::parse(&preferences.puzzles.format()), preferences.puzzles);
        assert_eq!(session.run_command(""), ExerciseReply::Shown);
        assert_eq!(session.run_command("skip"), ExerciseReply::Over);
    }

    /// Either move of a pair may come first; the other is the answer to the refusal, and nothing else.
    #[test]
    fn either_move_of_a_pair_may_be_proposed_first() {
        for (first, second) in [("B3B4", "B6D7"), ("B6D7", "B3B4")] {
            let puzzle = (PuzzleKind::Win, PAIR, &*format!("{first} refuse {second}"));
            for [one, other] in [[first, second], [second, first]] {
                let mut session = session("refusal", &[puzzle]);
                let ExerciseReply::Continued(text) = session.run_command(one) else { panic!("{one}") };
                assert!(text.contains("refuses"), "{text}");
                assert!(session.question().contains("Only one other move"), "{}", session.question());
                let wrong = session.example();
                assert!(matches!(session.run_command(&wrong), ExerciseReply::Graded(Verdict::Wrong, _)));
                assert!(matches!(session.run_command(other), ExerciseReply::Graded(Verdict::Right, _)));
            }
        }
    }

    /// Every stored puzzle is solved by its solution, in the order of the file.
    #[test]
    fn stored_solutions_are_right() {
        for game in GameId::all() {
            let Some(mut session) = PuzzleSession::of(game, &PuzzleProgress::default()) else { continue };
            for number in 1..=session.puzzles.len() {
                let mut replies = 0;
                while !session.is_waiting() {
                    let right = session.right_answers()[0].clone();
                    let reply = session.run_command(&right);
                    assert!(
                        matches!(reply, ExerciseReply::Continued(_) | ExerciseReply::Graded(Verdict::Right, _)),
                        "{}: {right}: {reply:?}",
                        session.puzzle().id
                    );
                    replies += 1;
                    assert!(replies < 100);
                }
                assert_eq!(session.run_command("") == ExerciseReply::Over, number == session.puzzles.len());
            }
        }
    }
}
