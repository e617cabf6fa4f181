//! A worker that searches, one request after another.

use std::sync::atomic::AtomicBool;

use skirmish_desk::messages::{Message, Request};
use skirmish_desk::{Answer, Role, answer};
use skirmish_games::GameId;
use skirmish_play::{Mind, MindOptions};
use skirmish_search::Settings;

/// Something that a search has found.
#[derive(Clone, Debug)]
pub struct News {
    /// What it says.
    pub message: Message,
    /// Whether it has nothing to say after this.
    pub over: bool,
    /// What its answer would be if it were ended now, where that is not always the same: nobody could ask it then.
    pub last_word: Option<Message>,
}

impl News {
    /// Of a search that goes on.
    fn interim(message: Message) -> News {
        let last_word = match &message {
            Message::Thinking { id, finding } => {
                Some(Message::Chosen { id: *id, action: finding.best.clone(), finding: Some(finding.clone()) })
            }
            Message::Analysis { id, value, lines, advice, .. } => Some(Message::Analysis {
                id: *id,
                value: value.clone(),
                lines: lines.clone(),
                advice: advice.clone(),
                done: true,
            }),
            _ => None,
        };
        News { message, over: false, last_word }
    }

    fn last(message: Message) -> News {
        News { message, over: true, last_word: None }
    }
}

/// Searches with one thread. It keeps its engine from request to request, because an engine remembers.
pub struct Searcher {
    megabytes: usize,
    kept: Option<(GameId, Role, Mind)>,
}

impl Searcher {
    /// The table of an engine of full strength gets this many megabytes, or fewer if they cannot be had.
    pub fn new(megabytes: usize) -> Searcher {
        Searcher { megabytes, kept: None }
    }

    /// Searches until everything is found or the time asked for is over, and tells what it finds, the last word included.
    pub fn search(&mut self, request: Request, tell: &mut dyn FnMut(News)) {
        match answer(request, || 0) {
            Answer::Say(message) => tell(News::last(*message)),
            Answer::Stop => {}
            Answer::Search(mut study) => {
                let mind = self.mind(study.game(), study.role());
                study.search(mind, &AtomicBool::new(false), &mut |message| tell(News::interim(message)));
                tell(News::last(study.last_word()));
            }
        }
    }

    /// The engine for a game and a role: the one that is there, or a new one in its place.
    fn mind(&mut self, game: GameId, role: Role) -> &mut Mind {
        self.kept = self.kept.take().filter(|(kept, as_role, _)| *kept == game && as_role.fits(role));
        let (_, _, mind) = self.kept.get_or_insert_with(|| {
            let hash = affordable(role.megabytes(self.megabytes), can_be_had);
            let settings = Settings { threads: 1, hash, shortcuts: None };
            let mut mind = Mind::new(MindOptions { settings, level: role.level(), ..MindOptions::default() });
            mind.prepare(game);
            (game, role, mind)
        });
        mind
    }
}

/// As many of the megabytes as can be had, halving them until they can. An engine without a table plays, only less well.
fn affordable(megabytes: usize, can_be_had: impl Fn(usize) -> bool) -> usize {
    let halves = std::iter::successors(Some(megabytes), |&half| (half > 0).then_some(half / 2));
    halves.into_iter().find(|&some| some == 0 || can_be_had(some)).unwrap_or(0)
}

/// Whether the system has this many megabytes, and room for what a table needs beside them.
fn can_be_had(megabytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact((megabytes << 20) + (1 << 16)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_takes_what_can_be_had() {
        assert_eq!([64, 48, 0].map(|most| affordable(64, |some| some <= most)), [64, 32, 0]);
        assert_eq!(affordable(0, |_| false), 0);
        assert!(can_be_had(1) && !can_be_had(usize::MAX >> 21));
    }

    #[test]
    fn an_engine_is_kept_while_it_fits() {
        let mut searcher = Searcher::new(1);
        let mut ask = |game: &str, level: u8| {
            let course = format!(r#"{{"game":"{game}","actions":[]}}"#);
            let text = format!(r#"{{"type":"choose","id":1,"course":{course},"level":{level},"timeMs":10}}"#);
            let mut last = None;
            searcher.search(skirmish_desk::read(&text).unwrap(), &mut |news| last = Some(news.message));
            assert!(matches!(last, Some(Message::Chosen { action: Some(_), .. })), "{last:?}");
            searcher.kept.as_ref().map(|(game, role, _)| (game.to_string(), role.level().number()))
        };
        assert_eq!(ask("hiya", 1), Some(("hiya".to_owned(), 1)));
        assert_eq!(ask("hiya", 2), Some(("hiya".to_owned(), 1)), "the same engine plays another level");
        assert_eq!(ask("hiya", 10), Some(("hiya".to_owned(), 10)));
        assert_eq!(ask("trench", 10), Some(("trench".to_owned(), 10)));
    }
}
