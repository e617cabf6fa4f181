//! Answers questions about the rules, line by line, for tests in other languages.
//!
//! A line is a game, a tab and a position text. The answer is the side that acts, the outcome or `-`, and every legal action with the
//! position after it, all separated by tabs: `south`, `-`, `A3B4`, `---K--- …`.

use std::io::{self, BufRead, Write};

use skirmish_oracle::State;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some((game, position)) = line.split_once('\t') else { continue };
        let state = State::parse(game, position);
        write!(out, "{}\t{}", state.to_move(), state.outcome().unwrap_or("-"))?;
        for action in state.legal() {
            write!(out, "\t{action}\t{}", state.play(&action).text())?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}
