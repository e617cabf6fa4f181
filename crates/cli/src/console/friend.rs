//! `skirmish play --friend LINK`: a game with a friend, by links or in a room.

use std::time::Duration;

use anyhow::bail;
use skirmish_board::{Action, ActionKind, Frame, Outcome, Side};
use skirmish_games::GameId;
use skirmish_play::Record;
use skirmish_session::command::{self, SessionCommand, Word};
use skirmish_session::game::SessionGame;
use skirmish_session::players::Players;

use super::friend_link::{FriendLink, plain};
use super::messages;
use super::prompt::Prompt;

/// A game with a friend at the keyboard.
pub(super) struct FriendGame<'a, 'b> {
    pub(super) prompt: &'a mut Prompt<'b>,
    pub(super) link: FriendLink,
    pub(super) side: Side,
    /// Whether something was played here.
    pub(super) has_acted: bool,
    game: SessionGame,
}

/// What a person wants to do in their turn.
pub(super) enum OwnTurn {
    Act(Action),
    Resign,
    Quit,
}

/// Plays the game of a link.
pub fn run(text: &str, prompt: &mut Prompt<'_>) -> anyhow::Result<()> {
    let link = FriendLink::parse(text).map_err(|error| anyhow::anyhow!("--friend: {error}"))?;
    let Some(side) = link.side else { bail!("--friend: this link is for watching: open it in a browser") };
    let mut game = FriendGame::new(link, side, prompt)?;
    if game.link.is_room() { game.play_in_room() } else { game.play_by_links() }
}

impl<'a, 'b> FriendGame<'a, 'b> {
    fn new(link: FriendLink, side: Side, prompt: &'a mut Prompt<'b>) -> anyhow::Result<Self> {
        let id = GameId::parse(&link.game).map_err(|error| anyhow::anyhow!("--friend: {error}"))?;
        let mut start = skirmish_play::new_game(id);
        if let Some(text) = link.field("start") {
            start.set_position(text).map_err(|error| anyhow::anyhow!("--friend: {error}"))?;
        }
        let mut game = FriendGame { prompt, link, side, has_acted: false, game: SessionGame::new(Record::new(start)) };
        let (actions, loser) = (game.link.actions.clone(), game.link.loser());
        game.follow(&actions, loser, None).map_err(|error| anyhow::anyhow!("--friend: {error}"))?;
        Ok(game)
    }

    /// Says who plays what, and shows the board.
    pub(super) fn introduce(&mut self) -> anyhow::Result<()> {
        let id = self.game.id();
        let name = self.game.id().info().sides[self.side.index()];
        self.prompt.say(format!("{} with {}. You are {name}.", id.info().name, self.link.friend_inside()))?;
        if let Some(note) = self.link.field("note") {
            self.prompt.say(format!("{} writes: {}", self.link.friend(), plain(note)))?;
        }
        self.show()
    }

    /// Shows the board, and the result if the game is over.
    pub(super) fn show(&mut self) -> anyhow::Result<()> {
        let game = &self.game;
        let mut view = game.view();
        view.frame = self.frame(view.frame);
        let board = self.prompt.style.board(&view, game.last_move());
        let result = self.result();
        self.prompt.say(format!("\n{board}"))?;
        if let Some(result) = result {
            self.prompt.say(result)?;
        }
        Ok(self.prompt.flush()?)
    }

    /// The frame of the board: no computer plays here.
    fn frame(&self, frame: Frame) -> Frame {
        if !frame.top.trim().eq_ignore_ascii_case("computer") {
            return frame;
        }
        let label = |side| if side == self.side { "   you" } else { "   your friend" };
        Frame { top: label(Side::North), bottom: label(Side::South), ..frame }
    }

    fn result(&self) -> Option<String> {
        let game = &self.game;
        let ending = self.named(&skirmish_session::messages::second_person(&game.ending(), &self.players()));
        Some(match game.outcome()? {
            Outcome::Win(side) if side == self.side => format!("You win! {ending}"),
            Outcome::Win(_) => format!("{} wins. {ending}", self.link.friend()),
            Outcome::Draw => ending,
        })
    }

    /// The person here, who plays against one with another name than the engine's.
    fn players(&self) -> Players {
        Players::duel(self.game.id(), self.side)
    }

    /// A sentence about these players, with the friend's name.
    fn named(&self, sentence: &str) -> String {
        sentence.replacen(self.game.id().info().player, &self.link.friend(), 1)
    }

    /// All actions so far.
    pub(super) fn actions(&self) -> Vec<String> {
        self.game.record().steps().iter().map(|step| step.action.to_string()).collect()
    }

    pub(super) fn resigned(&self) -> Option<Side> {
        self.game.resigned()
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether it is the turn of the person here.
    pub(super) fn is_own_turn(&self) -> bool {
        !self.is_over() && self.game.side_to_move() == self.side
    }

    /// Continues with a line that extends this one, by actions of one side if `only` names it. Returns sentences about what
    /// the friend did. The error is a sentence; then nothing has changed.
    pub(super) fn follow(
        &mut self,
        actions: &[String],
        loser: Option<Side>,
        only: Option<Side>,
    ) -> Result<Vec<String>, String> {
        let known = self.actions();
        if let Some(ply) = known.iter().zip(actions).position(|(mine, theirs)| mine != theirs) {
            let theirs = plain(&actions[ply]);
            return Err(format!(
                "that contradicts this game: action {} is {} here and {theirs} there",
                ply + 1,
                known[ply]
            ));
        }
        if actions.len() < known.len() {
            let missing = known.len() - actions.len();
            return Err(format!("that is older than this game, by {missing} of its actions"));
        }
        if self.is_over() && actions.len() > known.len() {
            return Err("that continues a game that is over".to_owned());
        }
        if only.is_some() && loser == Some(self.side) && self.game.resigned() != loser {
            return Err("you have not resigned".to_owned());
        }
        let mut trial = self.game.current().boxed_clone();
        let mut read = Vec::new();
        for (number, text) in (1..).zip(actions).skip(known.len()) {
            if only.is_some_and(|side| trial.side_to_move() != side) {
                return Err(format!("action {number} is one of yours"));
            }
            let action = trial.read(text).map_err(|error| format!("action {number} is illegal: {error}"))?;
            trial.perform(&action);
            read.push(action);
        }
        let (players, mut said) = (self.players(), Vec::new());
        for action in &read {
            let proposed = self.game.view().pending;
            let step = self.game.perform(action, Duration::ZERO);
            if step.side != self.side {
                said.push(skirmish_session::messages::engine_action(&players, step, proposed.as_ref()));
            }
        }
        if let Some(side) = loser {
            self.game.resign(side);
        }
        Ok(said.iter().map(|sentence| self.named(sentence)).collect())
    }

    /// Asks what to do until the answer is clear. Nothing has changed then.
    pub(super) fn own_turn(&mut self) -> anyhow::Result<OwnTurn> {
        loop {
            let legal = self.game.legal_actions();
            let text = messages::prompt(&self.game, &self.players(), &legal);
            let Some(line) = self.prompt.ask(&text, &command::vocabulary(&legal))? else { return Ok(OwnTurn::Quit) };
            match command::parse(&line, &legal) {
                SessionCommand::Word(Word::Quit, _) => return Ok(OwnTurn::Quit),
                SessionCommand::Word(Word::Resign, _) => return Ok(OwnTurn::Resign),
                SessionCommand::Word(Word::Board, _) => self.show()?,
                SessionCommand::Word(Word::Moves, _) => {
                    let moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
                    self.prompt.say(moves.join(" "))?;
                }
                SessionCommand::Word(..) => {
                    self.prompt.say("With a friend you can type a move, moves, board, resign and quit.")?
                }
                SessionCommand::Nothing => match &legal[..] {
                    [only] if only.kind == ActionKind::Pass => return Ok(OwnTurn::Act(only.clone())),
                    _ => {}
                },
                SessionCommand::Action(action) => return Ok(OwnTurn::Act(action)),
                SessionCommand::Text(_) => match self.game.read(&line) {
                    Ok(action) => return Ok(OwnTurn::Act(action)),
                    Err(error) => self.prompt.say(skirmish_session::messages::complaint(&self.game, &line, error))?,
                },
            }
        }
    }

    /// Does what the person wants.
    pub(super) fn act(&mut self, turn: &OwnTurn) -> anyhow::Result<()> {
        self.has_acted = true;
        match turn {
            OwnTurn::Act(action) => {
                if let Some(remark) = self.game.perform(action, Duration::ZERO).announcement {
                    self.prompt.say(remark)?;
                }
            }
            OwnTurn::Resign => self.game.resign(self.side),
            OwnTurn::Quit => {}
        }
        self.show()
    }

    /// Reports that this build has no connections.
    #[cfg(not(feature = "web"))]
    fn play_in_room(&mut self) -> anyhow::Result<()> {
        bail!("--friend: this program was built without rooms (cargo feature web)")
    }

    /// Plays by links: shows the one to send, and asks for the answer.
    fn play_by_links(&mut self) -> anyhow::Result<()> {
        self.introduce()?;
        let mut sent = self.is_over() || self.is_own_turn();
        loop {
            while self.is_own_turn() {
                let turn = self.own_turn()?;
                if let OwnTurn::Quit = turn {
                    return Ok(self.prompt.say(LATER)?);
                }
                self.act(&turn)?;
                sent = false;
            }
            if !sent {
                let link = self.link.answer(&self.actions(), self.resigned());
                self.prompt.say(format!("Send this link to {}:\n{link}", self.link.friend_inside()))?;
                sent = true;
            }
            if self.is_over() {
                return Ok(());
            }
            let Some(text) = self.prompt.ask("The link of the answer (Enter to quit): ", &[])? else { return Ok(()) };
            if text.is_empty() || text == "quit" {
                return Ok(self.prompt.say(LATER)?);
            }
            match FriendLink::parse(&text) {
                Err(error) => self.prompt.say(format!("Sorry, {error}."))?,
                Ok(link) if link.id != self.link.id => self.prompt.say("This is a link of another game.")?,
                Ok(link) => match self.follow(&link.actions, link.loser(), Some(self.side.opposite())) {
                    Err(error) => self.prompt.say(format!("The link was not taken: {error}."))?,
                    Ok(said) => {
                        for sentence in said {
                            self.prompt.say(sentence)?;
                        }
                        if let Some(note) = link.field("note") {
                            self.prompt.say(format!("{} writes: {}", self.link.friend(), plain(note)))?;
                        }
                        self.show()?;
                    }
                },
            }
        }
    }
}

/// How to continue.
const LATER: &str = "To continue, run this command with the newest link.";
