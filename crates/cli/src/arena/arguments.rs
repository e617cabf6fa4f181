//! The command line of tournaments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use skirmish_arena::plan::{ENGINE_SETTINGS, RawPlan, Section, Setting, TOURNAMENT_SETTINGS, TournamentSetting};
use skirmish_class::live::Names;
use skirmish_play::parse_duration;

use crate::live::LiveArgs;
use crate::values::{ValueReader, parse_count, parse_games, parse_seed, parse_threads};

/// The commands about tournaments.
#[derive(Subcommand)]
pub enum ArenaCommand {
    /// Play a tournament, described in a file or with options like those of cutechess-cli and fastchess
    ///
    /// For example: skirmish arena run --game hiya --engine cmd=./a name=A --engine builtin=level=5 name=B --each st=5 --rounds 100
    ///
    /// Games are saved as they finish. Run it again to continue an interrupted tournament.
    #[command(after_help = EXIT_STATUS)]
    Run(Box<RunArgs>),
    /// Continue a tournament that was stopped or killed
    #[command(after_help = EXIT_STATUS)]
    Resume(ResumeArgs),
    /// Help to play a tournament in a database, from any machine
    #[command(after_help = EXIT_STATUS)]
    Worker(WorkerArgs),
    /// Play with a program, show the dialogue, and check that it plays by the rules
    ///
    /// Plays six games against built-in players, first and second in turn, with fixed seeds. Shows the dialogue line by line, and how
    /// each line was understood. If a console program is not understood, searches for settings of \[engine.dialogue\] that fix it.
    /// A UGI program that knows perft is asked for its counts of moves.
    ///
    /// For example: skirmish arena try --game hiya --proto console python3 hiya.py, or: skirmish arena try class.toml --engine Ada
    #[command(after_help = "Exit status: 0 it plays, 1 it does not, 2 bad input.")]
    Try(TryArgs),
    /// Take an engine out of a Swiss tournament: it is paired no more
    Withdraw(AttendanceArgs),
    /// Let an engine that was withdrawn, or not understood, take part in a Swiss tournament again
    ///
    /// Its games in which it was not understood are replayed, and it is paired from the next round on.
    Add(AttendanceArgs),
    /// Show the standings of a tournament
    Status(TournamentAddress),
    /// Show a tournament in the browser, live: standings, running games, faults as they happen
    ///
    /// The page only shows, it changes nothing. It also shows a tournament that is over, and one that other machines play.
    Serve(ServeArgs),
    /// Write the results of a tournament: an HTML page, JSON Lines, game records
    Report(ReportArgs),
}

const EXIT_STATUS: &str = "Exit status: 0 finished, 1 output failed, 2 bad input, store error or no sandbox, 3 games must be replayed, 130 interrupted.";

/// Arguments of `skirmish arena run`.
#[derive(Args)]
pub struct RunArgs {
    /// The plan of the tournament, in TOML; the options below replace or extend it
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub settings: SettingArg,
    /// Where games start: plies=N random ones (6 by default), file=FILE or position=TEXT
    #[arg(long, num_args = 1.., value_name = "WORD=VALUE")]
    pub openings: Vec<String>,
    /// Stop as soon as one of two hypotheses is settled: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic
    #[arg(long, num_args = 1.., value_name = "WORD=VALUE")]
    pub sprt: Vec<String>,
    /// Defaults for all engines
    #[arg(long, num_args = 1.., value_name = "WORD=VALUE")]
    pub each: Vec<String>,
    /// Write the plan to a file as well
    #[arg(long, value_name = "FILE")]
    pub save_plan: Option<PathBuf>,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// How this process plays.
#[derive(Args)]
pub struct WorkArgs {
    /// Games at the same time (1 by default)
    #[arg(long, value_name = "GAMES", value_parser = ValueReader(parse_threads))]
    pub concurrency: Option<usize>,
    /// Show the standings every GAMES games
    #[arg(long, value_name = "GAMES", value_parser = ValueReader(parse_count))]
    pub ratinginterval: Option<u64>,
    /// How long the claims of a worker last after its last heartbeat
    #[arg(long, hide = true, default_value = "60s", value_parser = ValueReader(parse_duration))]
    pub lease: Duration,
}

/// Arguments of `skirmish arena resume`.
#[derive(Args)]
pub struct ResumeArgs {
    #[command(flatten)]
    pub place: TournamentAddress,
    /// The plan with new dialogue settings: games in which a program was not understood are replayed
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// Arguments of `skirmish arena worker`.
#[derive(Args)]
pub struct WorkerArgs {
    /// The database, postgres://user@host/name
    #[arg(long, value_name = "ADDRESS")]
    pub store: String,
    /// The tournament (the newest by default)
    #[arg(long)]
    pub name: Option<String>,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// Arguments of `skirmish arena try`.
#[derive(Args)]
pub struct TryArgs {
    /// The game, such as refusal or oska:6
    #[arg(long)]
    pub game: Option<String>,
    /// How the program talks: ugi, console or oska (ugi by default)
    #[arg(long, requires = "game")]
    pub proto: Option<String>,
    /// The folder it runs in (this one by default)
    #[arg(long, value_name = "FOLDER", requires = "game")]
    pub dir: Option<String>,
    /// More settings, as in a plan, such as st=1 or dialogue.first=c
    #[arg(long = "with", value_name = "WORD=VALUE", requires = "game")]
    pub words: Vec<String>,
    #[command(flatten)]
    pub options: TryOptions,
    /// The program and its arguments; without --game, the file of a plan
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "CMD")]
    pub command: Vec<String>,
}

/// Arguments of `skirmish arena withdraw` and `add`.
#[derive(Args)]
pub struct AttendanceArgs {
    /// The name of the engine
    pub engine: String,
    #[command(flatten)]
    pub place: TournamentAddress,
}

/// How `skirmish arena try` tries a program; also after the file of a plan.
#[derive(Args, Clone, Debug, Default)]
pub struct TryOptions {
    /// Which engine of the plan
    #[arg(long, value_name = "NAME", conflicts_with = "game")]
    pub engine: Option<String>,
    /// Try every program of the plan, and show only what came of it
    #[arg(long, conflicts_with_all = ["engine", "game", "html", "records"])]
    pub all: bool,
    /// Write the dialogue settings that were found into the plan
    #[arg(long, conflicts_with = "game")]
    pub write: bool,
    /// Games, first and second in turn (6 by default)
    #[arg(long, value_name = "GAMES", value_parser = ValueReader(parse_games))]
    pub games: Option<u32>,
    /// Built-in opponents, in turn; may be repeated (random, level=2 and level=4 by default)
    #[arg(long, value_name = "PLAYER")]
    pub against: Vec<String>,
    /// Random seed of the first game (1 by default)
    #[arg(long, value_name = "SEED", value_parser = ValueReader(parse_seed))]
    pub seed: Option<u64>,
    /// Write an HTML page with the games and the dialogue of a fault
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a record of each game into a folder
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<PathBuf>,
    /// Print JSON, an object per line
    #[arg(long)]
    pub json: bool,
}

/// The words after the file of a plan, which were parsed as part of a command.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct WordsAfterPlan {
    #[command(flatten)]
    options: TryOptions,
    // Options of a program without a plan, which the others refer to.
    #[arg(long, hide = true)]
    game: Option<String>,
}

impl TryOptions {
    /// These options with those among the words after the file of a plan, which come last and count.
    pub fn with_words(&self, words: &[String]) -> anyhow::Result<TryOptions> {
        let expected = "expected a plan file and its options, or --game and a command";
        let parsed = WordsAfterPlan::try_parse_from(words).map_err(|error| {
            let text = error.to_string();
            let sentence = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            anyhow::anyhow!("after the plan: {sentence}; {expected}")
        })?;
        if parsed.game.is_some() {
            anyhow::bail!("--game comes before the command; {expected}");
        }
        let (late, early) = (parsed.options, self.clone());
        let options = TryOptions {
            engine: late.engine.or(early.engine),
            all: late.all || early.all,
            write: late.write || early.write,
            games: late.games.or(early.games),
            against: if late.against.is_empty() { early.against } else { late.against },
            seed: late.seed.or(early.seed),
            html: late.html.or(early.html),
            records: late.records.or(early.records),
            json: late.json || early.json,
        };
        if options.all && (options.engine.is_some() || options.html.is_some() || options.records.is_some()) {
            anyhow::bail!("--all cannot be used with --engine, --html or --records");
        }
        Ok(options)
    }
}

/// A tournament that exists.
#[derive(Args)]
pub struct TournamentAddress {
    /// Where it is saved (by default the only .arena file in this folder)
    #[arg(value_name = "STORE")]
    pub address: Option<String>,
    /// The same, as for run
    #[arg(long, value_name = "ADDRESS", conflicts_with = "address")]
    pub store: Option<String>,
    /// Which one in a database (the newest by default)
    #[arg(long)]
    pub name: Option<String>,
}

/// Arguments of `skirmish arena serve`.
#[derive(Args)]
pub struct ServeArgs {
    #[command(flatten)]
    pub place: TournamentAddress,
    /// How programs are named: names, pseudonyms, or first=N for the names of the first N (names by default)
    #[arg(long, value_name = "HOW", value_parser = ValueReader(Names::parse))]
    pub names: Option<Names>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `skirmish arena report`.
#[derive(Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pub place: TournamentAddress,
    /// Write an HTML page with every game (NAME.html by default)
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a line of JSON for each game; - is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a record of each game into a folder, and the beginnings of its dialogues
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<PathBuf>,
}

/// The options made from the lists of settings: one for each setting of a tournament except `concurrency`, which belongs to the
/// process; and `--engine`, whose occurrences clap's derive would merge.
pub struct SettingArg {
    tournament: Section,
    engines: Vec<Vec<String>>,
}

fn own_options() -> impl Iterator<Item = &'static TournamentSetting> {
    TOURNAMENT_SETTINGS.iter().filter(|setting| setting.name != "concurrency")
}

impl FromArgMatches for SettingArg {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SettingArg, clap::Error> {
        let mut tournament = Section::default();
        for TournamentSetting { name, .. } in own_options() {
            if let Some(value) = matches.get_one::<String>(name) {
                tournament.set(name, value);
            }
        }
        let engines = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(SettingArg { tournament, engines: engines.map(|words| words.cloned().collect()).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SettingArg::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SettingArg {
    fn augment_args(command: clap::Command) -> clap::Command {
        const ENGINE: &str = "An engine: cmd=./program or builtin=level=5, name=NAME, and more settings";
        let option = |TournamentSetting { name, value_name, help, default, .. }: &'static TournamentSetting| {
            let default = default.map_or(String::new(), |default| format!(" (default: {default})"));
            let option = Arg::new(*name).long(*name).value_name(*value_name).help(plain(&format!("{help}{default}")));
            if *name == "format" { option.visible_alias("tournament") } else { option }
        };
        let explained = |setting: &Setting| format!("\n{}: {}", setting.name, setting.help.replace('`', ""));
        let all: String = ENGINE_SETTINGS.iter().map(explained).collect();
        let engine = Arg::new("engine").long("engine").num_args(1..).action(ArgAction::Append);
        let engine = engine.value_name("WORD=VALUE").help(ENGINE).long_help(format!("{ENGINE}\n{all}"));
        command.args(own_options().map(option)).arg(engine)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        SettingArg::augment_args(command)
    }
}

/// A Markdown text for help.
fn plain(text: &str) -> String {
    let text = text.replace('`', "");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl RunArgs {
    /// The plan on the command line.
    pub fn raw_plan(&self) -> anyhow::Result<RawPlan> {
        let section =
            |option: &str, texts: &[String]| Section::parse(texts).map_err(|why| anyhow::anyhow!("--{option}: {why}"));
        Ok(RawPlan {
            settings: self.settings.tournament.clone(),
            openings: section("openings", &self.openings)?,
            sprt: section("sprt", &self.sprt)?,
            each: section("each", &self.each)?,
            engines: self.settings.engines.iter().map(|texts| section("engine", texts)).collect::<Result<_, _>>()?,
        })
    }
}
