//! Runs the checks of a rubric on one program: first a game against itself, then the rules, then tactics, then the ladders.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish_arena::competitor::{Competitor, EngineKind};
use skirmish_arena::game::{Fault, FaultReport};
use skirmish_arena::plan::format_dialogue;
use skirmish_arena::trial::{Trial, new_settings};
use skirmish_arena::{BuiltIn, Observer};
use skirmish_games::GameId;

use super::call;
use super::dialogue;
use super::finding::{Finding, fault_evidence};
use super::games::ProgramGames;
use super::ladder::{self, Ladder};
use super::result::{CheckResult, CheckVerdict, GradeReport};
use super::rubric::{Check, Rubric};
use super::rules::{self, Seen};
use super::tactical::{self, AskedPosition};
use super::tactics::TacticTask;
use super::watch::TimeWatch;

/// With a time limit, the game against itself takes at most this part of it.
const SELF_GAME_PART: u32 = 8;

/// With a time limit, the search for a dialogue takes at most this part of what is left.
const SEARCH_PART: u32 = 4;

/// With a time limit, tactics take at most this part of what is left.
const TACTICS_PART: f64 = 0.4;

/// A program to grade, and how.
#[derive(Clone, Debug)]
pub struct Grader {
    /// The game.
    pub game: GameId,
    /// The program: its command and folder, how it talks (with the dialogue that was found by trying), its limits and sandbox. Its
    /// clock is told to programs that can be told; console programs are held to the time limit of the rubric.
    pub program: Competitor,
    /// What it is graded by.
    pub rubric: Rubric,
    /// Draws positions and seeds of opponents.
    pub seed: u64,
    /// The time for the whole grading: what does not fit is not run. Without one, every check runs.
    pub budget: Option<Duration>,
    /// The student, as in the roster.
    pub student: Option<String>,
}

/// An event of a grading.
#[derive(Clone, Copy, Debug)]
pub enum GradeEvent<'a> {
    /// A part begins, in a few words for people.
    Begins(&'a str),
    /// A check has come, or changed because of a later game: the check, and the grade so far. Write the grade now.
    Checked(&'a CheckResult, &'a GradeReport),
}

impl Grader {
    /// Grades the program. `None` if it was stopped. The error is a sentence: the machine cannot give what the program's limits ask
    /// for, and nothing is said about the program.
    pub fn run(
        &self,
        progress: &mut dyn FnMut(GradeEvent<'_>),
        stop: &AtomicBool,
    ) -> Result<Option<GradeReport>, String> {
        let watch = TimeWatch::new(stop, self.budget);
        std::thread::scope(|scope| {
            watch.start(scope);
            let _finish = FinishWatch(&watch);
            let mut grading = Grading::new(self, &watch, progress);
            grading.run()?;
            if watch.is_interrupted() {
                return Ok(None);
            }
            grading.grade.complete = true;
            grading.grade.seconds = grading.began.elapsed().as_secs_f64();
            Ok(Some(grading.grade))
        })
    }
}

/// Ends a watch, also if a check panics.
struct FinishWatch<'a>(&'a TimeWatch<'a>);

impl Drop for FinishWatch<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// A check of the rules.
type RuleCheck = fn(&Seen<'_>) -> Finding;

/// A grading in progress.
struct Grading<'a> {
    rubric: &'a Rubric,
    checks: Vec<Check>,
    player: ProgramGames<'a>,
    watch: &'a TimeWatch<'a>,
    /// Positions that it was asked about.
    asked: Vec<AskedPosition>,
    grade: GradeReport,
    began: Instant,
    progress: &'a mut dyn FnMut(GradeEvent<'_>),
}

impl<'a> Grading<'a> {
    fn new(grader: &'a Grader, watch: &'a TimeWatch<'a>, progress: &'a mut dyn FnMut(GradeEvent<'_>)) -> Grading<'a> {
        let checks = grader.rubric.for_program(&grader.program.kind, grader.game);
        let player = ProgramGames::new(grader.game, &grader.program, &grader.rubric, grader.seed, watch);
        let mut grade = GradeReport::begun(&grader.program.kind, grader.game, &grader.rubric, grader.seed);
        grade.student.clone_from(&grader.student);
        let (rubric, asked) = (&grader.rubric, Vec::new());
        Grading { rubric, checks, player, watch, asked, grade, began: Instant::now(), progress }
    }

    fn run(&mut self) -> Result<(), String> {
        self.begin("a game against itself");
        self.play_itself();
        self.check_machine()?;
        self.mend_dialogue();
        self.begin("games for the rules");
        self.play_rules();
        self.check_machine()?;
        if let Some(report) = self.player.never_starts().cloned() {
            self.fail_everything(&report);
            return Ok(());
        }
        self.report_dialogue();
        self.report_entries();
        self.report_rules();
        if self.player.takes_positions() {
            self.begin("positions");
            self.ask_positions();
        } else {
            self.report_met();
        }
        self.begin("the ladders");
        self.climb();
        self.check_machine()?;
        // Later games may change what the first ones showed.
        self.report_dialogue();
        self.report_rules();
        if !self.player.takes_positions() {
            self.report_met();
        }
        Ok(())
    }

    fn play_itself(&mut self) {
        self.watch.begin_part(self.watch.left().map(|left| left / SELF_GAME_PART));
        self.player.play_itself();
        self.watch.begin_part(None);
    }

    /// Looks for a dialogue with which a console program is understood, as a trial does, if it was not.
    fn mend_dialogue(&mut self) {
        let is_mute =
            |report: &FaultReport| matches!(report.fault, Fault::NotUnderstood | Fault::Start | Fault::Garbage);
        if self.player.takes_positions() || !self.player.faults().any(|(_, report)| is_mute(report)) {
            return;
        }
        // A program that asks nothing, and always lets the same side begin, is understood in half of its games.
        if let Some(Ok(opponent)) = self.rubric.opponents.first().map(|text| BuiltIn::parse(text)) {
            self.player.play_pair(&opponent, 0, 0);
        }
        let EngineKind::Console(_, present) = &self.player.program.kind else { return };
        if self.player.games.iter().any(|game| !game.answers.is_empty() && !game.asked) {
            return;
        }
        self.watch.begin_part(self.watch.left().map(|left| left / SEARCH_PART));
        let trial = Trial::new(&self.player.program, self.player.game, &["random"], 2, self.grade.seed);
        let nobody: Observer = Arc::new(|_, _| {});
        let verdict = trial.ok().and_then(|trial| trial.run(&nobody, &|_| {}, &self.watch.stop));
        self.watch.begin_part(None);
        let Some(proposal) = verdict.and_then(|verdict| verdict.proposal) else { return };
        let lines = format_dialogue(&new_settings(&proposal, present));
        let settings: Vec<&str> = lines.lines().filter(|line| line.contains('=')).collect();
        self.grade.notes.push(format!("Its dialogue was found by trying: {}.", settings.join(", ")));
        if let EngineKind::Console(_, present) = &mut self.player.program.kind {
            **present = proposal;
        }
        self.player.forget_games();
        self.play_itself();
    }

    fn begin(&mut self, what: &str) {
        (self.progress)(GradeEvent::Begins(what));
    }

    /// The machine could not give the program its limits: nothing is said about the program.
    fn check_machine(&self) -> Result<(), String> {
        let machine = self.player.faults().find(|(_, report)| report.fault == Fault::Machine);
        machine.map_or(Ok(()), |(_, report)| Err(report.detail.clone()))
    }

    /// The games that show whether it knows the rules: against each opponent once with each side, and again from a drawn position.
    fn play_rules(&mut self) {
        let pairs = if self.player.takes_positions() { 2 } else { 1 };
        for text in &self.rubric.opponents {
            // The rubric was checked when it was read.
            let Ok(opponent) = BuiltIn::parse(text) else { continue };
            for number in 0..pairs {
                if self.player.never_starts().is_some() {
                    return;
                }
                self.player.play_pair(&opponent, number, self.rubric.opening_plies);
            }
        }
    }

    /// Reports a finding, if the rubric has its check.
    fn report(&mut self, id: &str, find: impl FnOnce(&mut Self) -> Finding) {
        if !self.checks.iter().any(|check| check.id == id) {
            return;
        }
        let finding = find(self);
        // What an interrupted check says is not true.
        if !self.watch.is_interrupted() {
            self.publish(id, finding);
        }
    }

    fn publish(&mut self, id: &str, finding: Finding) {
        let Some(place) = self.checks.iter().position(|check| check.id == id) else { return };
        let Finding { verdict, share, sentence, evidence } = finding;
        let mut result = CheckResult::new(&self.checks[place], self.grade.seed, verdict, share, sentence);
        result.evidence = evidence;
        let is_first = self.grade.checks[place].verdict == CheckVerdict::NotRun;
        if self.grade.checks[place] == result && !is_first {
            return;
        }
        self.grade.checks[place] = result;
        self.grade.seconds = self.began.elapsed().as_secs_f64();
        (self.progress)(GradeEvent::Checked(&self.grade.checks[place], &self.grade));
    }

    /// The checks of the dialogue that games show.
    fn report_dialogue(&mut self) {
        self.report("asks-first", |grading| dialogue::asks_first(&grading.player));
        self.report("axes", |grading| dialogue::axes(&grading.player));
        self.report("ending", |grading| dialogue::ending(&grading.player));
        self.report("hi-ya", |grading| dialogue::announcements(&grading.player));
        self.report("proposals", |grading| dialogue::proposals(&grading.player, grading.rubric.reply_time));
    }

    /// The checks of the dialogue that need a program of their own.
    fn report_entries(&mut self) {
        self.report("cases", |grading| dialogue::cases(&grading.player));
        self.report("illegal-entry", |grading| dialogue::illegal_entry(&grading.player));
    }

    fn report_rules(&mut self) {
        const RULES: [(&str, RuleCheck); 5] = [
            ("legal", rules::legal),
            ("time", rules::time),
            ("crash", rules::crash),
            ("hang", rules::hang),
            ("flood", rules::flood),
        ];
        for (id, check) in RULES {
            self.report(id, |grading| check(&Seen { player: &grading.player, asked: &grading.asked }));
        }
    }

    /// The tasks of the rubric.
    fn tasks(&self) -> Vec<TacticTask> {
        self.checks.iter().filter_map(|check| TacticTask::of_check(&check.id)).collect()
    }

    /// Asks about drawn positions, as many as there is time for.
    fn ask_positions(&mut self) {
        let tasks = self.tasks();
        let is_call = matches!(self.player.program.kind, EngineKind::OskaCall(..));
        let lines = tasks.len() + if is_call { 3 } else { 0 };
        let count = self.position_count(lines);
        if count == 0 {
            return;
        }
        for task in tasks {
            let asked = tactical::ask(&self.player, tactical::drawn(&self.player, task, count), None);
            self.asked.extend(asked);
            self.report(&task.id(), |grading| tactical::finding(&grading.player, &grading.asked, task));
        }
        if is_call {
            self.report("minimax", |grading| {
                let (finding, asked) = call::minimax(&grading.player, count);
                // Only the faults are of interest to others.
                grading.asked.extend(asked.into_iter().filter(|asked| asked.answer.is_err()));
                finding
            });
            self.report("no-move", |grading| call::no_move(&grading.player, count));
            self.report("look-ahead", |grading| call::look_ahead(&grading.player, count));
        }
    }

    /// How many positions of each line there is time for.
    fn position_count(&self, lines: usize) -> usize {
        let Some(left) = self.watch.left() else { return self.rubric.positions };
        let per_position = if skirmish_play::new_game(self.player.game).is_proposal_turn() { 2.0 } else { 1.0 };
        let of_each = self.player.move_time().as_secs_f64().max(0.02) * per_position * lines as f64;
        let fitting = left.as_secs_f64() * TACTICS_PART / of_each;
        self.rubric.positions.min(fitting as usize)
    }

    /// The positions that a console program met in its games.
    fn report_met(&mut self) {
        let tasks = self.tasks();
        let met = tactical::met(&self.player, &tasks, self.rubric.nodes);
        for task in tasks {
            self.report(&task.id(), |grading| tactical::finding(&grading.player, &met, task));
        }
    }

    fn climb(&mut self) {
        let mut ladders = Ladder::all(&self.checks);
        let rubric = self.rubric;
        let (checks, grade, progress, began) = (&self.checks, &mut self.grade, &mut self.progress, self.began);
        let watch = self.watch;
        ladder::climb(&mut self.player, rubric, &mut ladders, &mut |rung| {
            let Some(finding) = &rung.finding else { return };
            let Some(place) = checks.iter().position(|check| check.id == rung.check.id) else { return };
            if watch.is_interrupted() {
                return;
            }
            let seed = grade.seed;
            let mut result = CheckResult::new(&checks[place], seed, finding.verdict, finding.share, &*finding.sentence);
            result.evidence.clone_from(&finding.evidence);
            grade.checks[place] = result;
            grade.seconds = began.elapsed().as_secs_f64();
            progress(GradeEvent::Checked(&grade.checks[place], grade));
        });
    }

    /// A program that does not start gets nothing.
    fn fail_everything(&mut self, report: &FaultReport) {
        let ids: Vec<String> = self.checks.iter().map(|check| check.id.clone()).collect();
        for id in ids {
            self.publish(
                &id,
                Finding::fail(format!("It does not start: {}", report.detail)).with([fault_evidence(report)]),
            );
        }
    }
}
