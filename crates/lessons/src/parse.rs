//! Parses lessons.

use skirmish_board::{Action, LineError, TextError, quoted};
use skirmish_games::GameId;
use skirmish_play::AnyGame;

use crate::board_style::BoardStyle;
use crate::condition::Condition;
use crate::lesson::{Exercise, Lesson, LessonQuestion, Reaction};

/// The keywords, for error messages.
const WORDS: &str = "step, board, say, ask, legal, right, wrong, hint or then";

/// An entry: a keyword and its text, with the indented lines below.
struct LessonEntry<'a> {
    line: usize,
    word: &'a str,
    text: String,
}

impl LessonEntry<'_> {
    fn error(&self, sentence: impl ToString) -> LineError {
        LineError { line: self.line, sentence: sentence.to_string() }
    }
}

impl Lesson {
    /// Parses a lesson with boards in letters and checks its positions and moves; [`Lesson::check`] checks that every answer has a
    /// sentence and every sentence an answer.
    pub fn parse(game: GameId, text: &str) -> Result<Lesson, LineError> {
        Lesson::parse_for(BoardStyle::Letters, game, text)
    }

    /// The same for a board style.
    pub fn parse_for(screen: BoardStyle, game: GameId, text: &str) -> Result<Lesson, LineError> {
        let mut entries = entries(text)?;
        for entry in &mut entries {
            if entry.text.is_empty() {
                return Err(entry.error(missing(entry.word)));
            }
            entry.text = screen.choose(&entry.text).map_err(|why| entry.error(why))?;
        }
        // Some paragraphs are for the other style.
        entries.retain(|entry| entry.word != "say" || !entry.text.is_empty());
        let mut steps: Vec<Exercise> = Vec::new();
        let mut rest = &entries[..];
        while let [first, more @ ..] = rest {
            if first.word != "step" {
                return Err(first.error(format!("{} before the first step", first.word)));
            }
            let end = more.iter().position(|entry| entry.word == "step").unwrap_or(more.len());
            steps.push(step(game, first, &more[..end], steps.last())?);
            rest = &more[end..];
        }
        match steps.is_empty() {
            true => Err(LineError {
                line: 1,
                sentence: "there is no step, expected one that begins with: step TITLE".to_owned(),
            }),
            false => Ok(Lesson { game, steps }),
        }
    }
}

/// The error for an entry without text.
fn missing(word: &str) -> String {
    match word {
        "step" => "a step needs a title".to_owned(),
        _ => format!("{word} needs some text"),
    }
}

/// Splits a text into entries. Skips empty lines and comments (`#`).
fn entries(text: &str) -> Result<Vec<LessonEntry<'_>>, LineError> {
    let mut entries: Vec<LessonEntry<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.trim();
        let error = |sentence: String| Err(LineError { line: number, sentence });
        if words.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            match entries.last_mut() {
                Some(entry) if entry.text.is_empty() => entry.text = words.to_owned(),
                Some(entry) => entry.text += &format!(" {words}"),
                None => return error("an indented line needs a line above it".to_owned()),
            }
            continue;
        }
        // The colon of `right:` and `wrong:` belongs to what follows.
        let end = line.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(line.len());
        let (word, text) = line.split_at(end);
        if !WORDS.split([',', ' ']).any(|known| known == word && known != "or") || word.is_empty() {
            return error(format!("unknown word {}, expected {WORDS}", quoted(word)));
        }
        entries.push(LessonEntry { line: number, word, text: text.trim().to_owned() });
    }
    Ok(entries)
}

/// Parses a step; `before` is the previous one.
fn step(
    game: GameId,
    head: &LessonEntry<'_>,
    entries: &[LessonEntry<'_>],
    before: Option<&Exercise>,
) -> Result<Exercise, LineError> {
    let all = |word: &'static str| entries.iter().filter(move |entry| entry.word == word);
    let one = |word: &'static str| match (all(word).next(), all(word).nth(1)) {
        (_, Some(second)) => Err(second.error(format!("this step has a second {word}"))),
        (first, None) => Ok(first),
    };
    if let Some(empty) = std::iter::once(head).chain(entries).find(|entry| entry.text.is_empty()) {
        return Err(empty.error(format!("{} has no text for letters or for pictures", empty.word)));
    }
    let entry = one("board")?;
    let board = match entry {
        Some(entry) => set_up(game, entry)?,
        None => reached(before, head)?,
    };
    if board.legal_actions().is_empty() {
        return Err(entry.unwrap_or(head).error("the game is over in this position, so nothing can be asked"));
    }
    let ask = one("ask")?.ok_or_else(|| head.error("this step has no question, expected a line: ask TEXT"))?;
    let question = match one("legal")? {
        Some(entry) => legality_question(&*board, entry)?,
        None => LessonQuestion::Action,
    };
    let mut reactions = Vec::new();
    for entry in entries.iter().filter(|entry| ["right", "wrong"].contains(&entry.word)) {
        reactions.push(reaction(&*board, &question, entry)?);
    }
    // The reaction to everything else comes last.
    reactions.sort_by_key(|reaction| reaction.condition == Condition::Anything);
    if reactions.iter().all(|reaction| !reaction.right) {
        return Err(head.error("this step has no right answer, expected a line that begins with: right"));
    }
    let mut step = Exercise {
        title: head.text.clone(),
        text: all("say").map(|entry| entry.text.clone()).collect(),
        ask: ask.text.clone(),
        hint: one("hint")?.map(|entry| entry.text.clone()),
        question,
        board,
        reactions,
        then: Vec::new(),
        epilogue: None,
        line: head.line,
        continues: entry.is_none(),
    };
    if let Some(entry) = one("then")? {
        follow(&mut step, entry)?;
    }
    Ok(step)
}

fn set_up(game: GameId, entry: &LessonEntry<'_>) -> Result<Box<dyn AnyGame>, LineError> {
    let mut board = skirmish_play::new_game(game);
    if entry.text != "start" {
        board.set_position(&entry.text).map_err(|why| entry.error(why))?;
    }
    Ok(board)
}

/// The position at the end of the previous step, which must have only one right answer.
fn reached(before: Option<&Exercise>, head: &LessonEntry<'_>) -> Result<Box<dyn AnyGame>, LineError> {
    let Some(before) = before else {
        return Err(head.error("the first step has no board, expected a line: board POSITION"));
    };
    match &rights(before)[..] {
        [only] => Ok(before.after(only)),
        [] => Ok(before.board.clone()),
        several => Err(head.error(format!(
            "this step continues from the previous one, which has {} right answers: give it a board",
            several.len()
        ))),
    }
}

/// The legal actions that are right answers.
fn rights(step: &Exercise) -> Vec<Action> {
    let is_right = |action: &Action| step.reaction(action).is_some_and(|reaction| reaction.right);
    match step.question {
        LessonQuestion::Action => step.board.legal_actions().into_iter().filter(is_right).collect(),
        LessonQuestion::IsLegal(_) => Vec::new(),
    }
}

fn legality_question(board: &dyn AnyGame, entry: &LessonEntry<'_>) -> Result<LessonQuestion, LineError> {
    match board.read(&entry.text) {
        Err(error) if error.is_unreadable() => Err(entry.error(error)),
        _ => Ok(LessonQuestion::IsLegal(entry.text.clone())),
    }
}

/// Parses `right CONDITION: SENTENCE`.
fn reaction(board: &dyn AnyGame, question: &LessonQuestion, entry: &LessonEntry<'_>) -> Result<Reaction, LineError> {
    let (condition, sentence) = divided(entry)?;
    if condition.is_some() && *question != LessonQuestion::Action {
        return Err(entry.error(format!("a yes-or-no question has no goals, expected {}:", entry.word)));
    }
    let condition = Condition::parse(condition.unwrap_or(""), board).map_err(|why| entry.error(why))?;
    Ok(Reaction { right: entry.word == "right", condition, sentence: sentence.to_owned(), line: entry.line })
}

/// The parts of an entry before and after its colon.
fn divided<'a>(entry: &'a LessonEntry<'_>) -> Result<(Option<&'a str>, &'a str), LineError> {
    match entry.text.split_once(':').map(|(before, after)| (before.trim(), after.trim())) {
        Some((_, "")) => Err(entry.error("a sentence is missing after the colon")),
        Some((before, sentence)) => Ok(((!before.is_empty()).then_some(before), sentence)),
        None => Err(entry.error(format!("a colon is missing, expected {} GOAL: SENTENCE", entry.word))),
    }
}

/// Parses `then ACTIONS: SENTENCE` or `then ACTIONS`; they must be legal after every right answer.
fn follow(step: &mut Exercise, entry: &LessonEntry<'_>) -> Result<(), LineError> {
    let (actions, epilogue) = match entry.text.contains(':') {
        true => divided(entry).map(|(actions, sentence)| (actions.unwrap_or(""), Some(sentence.to_owned())))?,
        false => (entry.text.as_str(), None),
    };
    let mut then = None;
    for right in rights(step) {
        let mut board = step.board.clone();
        board.perform(&right);
        let played: Result<Vec<String>, TextError> =
            actions.split_whitespace().map(|word| Ok(board.play(word)?.action.text)).collect();
        then = Some(played.map_err(|why| entry.error(format!("after {right}: {why}")))?);
    }
    let Some(then) = then.filter(|then| !then.is_empty()) else {
        return Err(entry.error("no moves, expected moves after a step that asks for a move"));
    };
    (step.then, step.epilogue) = (then, epilogue);
    Ok(())
}
