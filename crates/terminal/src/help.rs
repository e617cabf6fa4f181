//! What can be pressed and typed, for those who ask.

use crate::game_screen::SCREEN_WORDS;
use crate::pager::Pager;
use skirmish_session::command::WORDS;

/// The keys, and the words that can be typed.
pub(crate) fn keys() -> Pager {
    let mut text = KEYS.trim().to_owned();
    text += "\n\nWORDS\n\n";
    let words = WORDS.iter().map(|(_, name, argument, help)| (format!("{name} {argument}"), *help));
    let more = SCREEN_WORDS.iter().map(|(name, help)| ((*name).to_owned(), *help));
    for (name, help) in words.chain(more) {
        text += &format!("  {name:16}{help}\n");
    }
    text += "\nTab completes what is typed: words, moves, and files behind save and load.\n";
    Pager::new("Keys", text)
}

const KEYS: &str = "
PLAYING

  Arrows          lead the cursor over the board
  Enter, Space    pick up a piece, put it down
  Esc             lets go; makes a thinking engine move
  Tab             the next button, or the next piece
  Mouse           click a piece, then where it goes
  Letters         a move such as C4B6, or a word
  PgUp, PgDn      step through the game; also the wheel
  Ctrl-C          makes the engine move; twice: leaves

KEYS ANYWHERE

  F1 or ?         this page
  F2              the rules
  F3              a hint
  F4              who stands better; once more hides it
  F5, F6          take back, play again
  F7              the games that are kept
  F8              the menu
  F10             leave; the game is kept

WHAT THE BOARD SHOWS

  •               a square to go to (* in plain signs)
  ×               a capture (x); ÷ one of your own pieces (%)
  !               a square from which the piece strikes
  (n)             a move that is proposed, not yet played
  ▲ ▼             the open side of a Death Star (^ v)
  ↕               may not go sideways this turn (|)
  ▮▮▯             gas for two moves (==.)

WATCHING

  Space           pauses, and goes on
  Right           plays one move while paused; Left looks back
  + and -         faster and slower
";
