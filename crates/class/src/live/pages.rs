//! The pages: the overview, one for each program, and one for each pairing. All are in one folder, with relative links, so that a server
//! and a folder of files look the same. All text is escaped.

mod parts;

use maud::{DOCTYPE, Markup, html};
use skirmish_arena::report::{board_colours, bracket, game_viewer, plot, viewer_script, visible};
use skirmish_drawing::PLAYER_SCRIPT;

use super::running::ShownBoard;
use super::summary::Summary;
use parts::{
    crosstable, faults, game_list, header, next_pairs, opponents, part, running_games, standings_table, waiting_pairs,
};

/// Games in the viewer of a pairing, and in the list of a program: the latest.
const MAX_GAMES: usize = 100;

/// What a page shows.
pub(super) struct PageView<'a> {
    pub(super) summary: &'a Summary,
    /// The running games.
    pub(super) running: Vec<&'a ShownBoard>,
    /// How the page is kept up to date.
    pub(super) liveness: Liveness,
}

/// How a page is kept up to date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Liveness {
    /// By the events of a server.
    Events {
        /// The version that it shows.
        version: u64,
        /// Minutes until the last game, as far as can be said.
        minutes: Option<u64>,
    },
    /// Not at all: it shows this moment.
    Still(String),
}

/// A page by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PageName {
    Overview,
    /// An engine by its place in the plan.
    Program(usize),
    /// Two engines, the earlier in the plan first.
    Pairing(usize, usize),
}

impl PageName {
    /// Parses a file name.
    pub(super) fn parse(name: &str) -> Option<PageName> {
        let number = |text: &str| {
            let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number: &usize| plain && number.to_string() == text)
        };
        match name {
            "" | "index.html" => return Some(PageName::Overview),
            _ => {}
        }
        let stem = name.strip_suffix(".html")?;
        if let Some(engine) = stem.strip_prefix("program-") {
            return Some(PageName::Program(number(engine)?));
        }
        let (one, other) = stem.strip_prefix("pair-")?.split_once('-')?;
        let (one, other) = (number(one)?, number(other)?);
        (one < other).then_some(PageName::Pairing(one, other))
    }

    /// Its file name.
    pub(super) fn file(self) -> String {
        match self {
            PageName::Overview => "index.html".to_owned(),
            PageName::Program(engine) => format!("program-{engine}.html"),
            PageName::Pairing(one, other) => format!("pair-{}-{}.html", one.min(other), one.max(other)),
        }
    }
}

/// The files besides the pages: name and content.
pub(super) fn files(summary: &Summary) -> Vec<(&'static str, String)> {
    const STYLE: &str = include_str!("page/live.css");
    const SCRIPT: &str = include_str!("page/live.js");
    let style = format!("{}{}{STYLE}", skirmish_arena::report::PAGE_STYLE, board_colours(summary.plan()));
    vec![("live.css", style), ("live.js", format!("{PLAYER_SCRIPT}{SCRIPT}")), ("viewer.js", viewer_script())]
}

/// All pages that a tournament has.
pub(super) fn all_pages(summary: &Summary) -> Vec<PageName> {
    let engines = summary.plan().engines.len();
    let met = |pair: &skirmish_arena::game::Pair| {
        let [one, other] = pair.engines;
        (one != other && one.max(other) < engines).then_some(PageName::Pairing(one.min(other), one.max(other)))
    };
    let mut pages: Vec<PageName> = summary.tournament.pairs().iter().filter_map(met).collect();
    pages.extend((0..engines).map(PageName::Program));
    pages.push(PageName::Overview);
    pages.sort_unstable();
    pages.dedup();
    pages
}

impl PageView<'_> {
    /// A page; `None` if there is no such page.
    pub(super) fn page(&self, name: PageName) -> Option<String> {
        let engines = self.summary.plan().engines.len();
        let (title, has_viewer, main) = match name {
            PageName::Overview => (visible(&self.summary.plan().name), false, self.overview()),
            PageName::Program(engine) if engine < engines => {
                (visible(self.summary.name(engine)), false, self.program(engine))
            }
            PageName::Pairing(one, other) if other < engines => {
                let [first, second] = [one, other].map(|engine| visible(self.summary.name(engine)));
                (format!("{first} – {second}"), true, self.pairing([one, other]))
            }
            _ => return None,
        };
        let version = match &self.liveness {
            Liveness::Events { version, .. } => Some(*version),
            Liveness::Still(_) => None,
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content=(GENERATOR);
                    title { (title) }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href="live.css";
                    script src="live.js" defer {}
                    @if has_viewer { script src="viewer.js" defer {} }
                }
                body class=(if name == PageName::Overview { "live overview" } else { "live" }) data-version=[version] {
                    (header(self, name, &title))
                    p #status role="status" {}
                    main { (main) }
                    p #news role="log" aria-live="polite" {}
                }
            }
        };
        Some(page.into_string() + "\n")
    }

    fn overview(&self) -> Markup {
        let standings = &self.summary.standings;
        html! {
            div.columns {
                div {
                    (part("running", "Running games", &running_games(self, None)))
                    (part("next", "Next", &next_pairs(self)))
                    (part("faults", "Faults", &faults(self, None)))
                }
                div {
                    (part("standings", "Standings", &html! { (standings_table(self.summary)) (plot(standings)) }))
                    (part("history", "Ratings by round", &self.history(None)))
                }
            }
            (part("crosstable", "Crosstable", &crosstable(self.summary)))
            div data-part="bracket" { (bracket(standings)) }
            (part("latest", "Latest games", &game_list(self.summary, 12, &|_| true)))
        }
    }

    fn history(&self, only: Option<usize>) -> Markup {
        let plot = self.summary.history.plot(&self.summary.standings, only);
        if plot.0.is_empty() {
            html! { p.hint { "After the second round." } }
        } else {
            plot
        }
    }

    fn program(&self, engine: usize) -> Markup {
        let plays = |pair: &skirmish_arena::game::Pair| pair.engines.contains(&engine);
        html! {
            (part("running", "Running games", &running_games(self, Some(&plays))))
            (part("opponents", "Results", &opponents(self.summary, engine)))
            (part("history", "Ratings by round", &self.history(Some(engine))))
            (part("faults", "Faults", &faults(self, Some(engine))))
            (part("latest", "Latest games", &game_list(self.summary, MAX_GAMES, &plays)))
        }
    }

    fn pairing(&self, engines: [usize; 2]) -> Markup {
        let plays = |pair: &skirmish_arena::game::Pair| engines.iter().all(|engine| pair.engines.contains(engine));
        let finished = self.summary.tournament.finished().filter(|finished| plays(finished.pair));
        let mut keys: Vec<(u64, u8)> = finished.map(|finished| (finished.game.pair, finished.game.leg)).collect();
        let all = keys.len();
        keys.drain(..all.saturating_sub(MAX_GAMES));
        let (tournament, records) = self.summary.replayed(&keys);
        html! {
            (part("running", "Running games", &running_games(self, Some(&plays))))
            section #games data-games=(all) {
                h2 { "Games" }
                @if all > MAX_GAMES { p.hint { "The latest " (MAX_GAMES) " of " (all) " games." } }
                p #newer hidden { a href="" { "Show the games that have finished since." } }
                noscript { p { "Boards need JavaScript." } }
                @match game_viewer(&tournament, &records) {
                    Some(viewer) => (viewer),
                    None => p { "None yet." },
                }
            }
        }
    }

    /// The pairs that wait to be played, and their number.
    pub(super) fn waiting(&self) -> (Vec<&skirmish_arena::game::Pair>, usize) {
        waiting_pairs(self)
    }
}

/// Marks our pages.
pub(super) const GENERATOR: &str = "skirmish class";
