//! The help page: keys and commands.

use crate::game_screen::SCREEN_WORDS;
use crate::pager::Pager;
use skirmish_session::command::WORDS;

/// The help page.
pub(crate) fn keys() -> Pager {
    let mut text = KEYS.trim().to_owned();
    text += "\n\nCOMMANDS\n\n";
    let words = WORDS.iter().map(|(_, name, argument, help)| (format!("{name} {argument}"), *help));
    let more = SCREEN_WORDS.iter().map(|(name, help)| ((*name).to_owned(), *help));
    for (name, help) in words.chain(more) {
        text += &format!("  {name:16}{help}\n");
    }
    text += "\nTab completes commands, moves, and file names after save and load.\n";
    Pager::new("Keys", text)
}

const KEYS: &str = "
PLAYING

  Arrows          move the cursor
  Enter, Space    select a piece, then its target
  Esc             deselect; make the engine stop thinking and move
  Tab             the next button, or the next piece
  Mouse           click a piece, then where it goes
  Letters         a move such as C4B6, or a command
  PgUp, PgDn      step through the game; also the wheel
  Ctrl-C          make the engine move; twice: quit

KEYS ANYWHERE

  F1 or ?         this page
  F2              the rules
  F3              a hint
  F4              show or hide the evaluation
  F5, F6          undo, redo
  F7              saved games
  F8              the menu
  F9              what is certain about your last move, or the move shown
  F10             quit; the game is saved
  F12             show or hide what is proven about each move

WHAT THE BOARD SHOWS

  •               a square to go to (* in ASCII)
  ×               a capture (x); ÷ one of your own pieces (%)
  !               a square from which the piece strikes
  + - = ?         with F12: the move wins, loses, draws, is not proven
  (n)             a move that is proposed, not yet played
  ▲ ▼             the open side of a Death Star (^ v)
  ↕               may not go sideways this turn (|)
  ▮▮▯             gas for two moves (==.)

WATCHING

  Space           pause or resume
  Right           play one move while paused; Left looks back
  + and -         faster and slower
";
