//! `skirmish position`: a position on a board in characters, or as a picture.

use std::io::Write;

use anyhow::{Context, bail};
use skirmish_board::quoted;
use skirmish_drawing::{Arrow, ArrowLook, Picture, Shade};
use skirmish_play::AnyGame;

use crate::arguments::ShowArgs;
use crate::play_out::{play_list, show};

/// Shows the position.
pub fn run(arguments: &ShowArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = arguments.setup.open()?;
    let played = play_list(&mut *game, arguments.moves.as_deref().unwrap_or_default()).context("--moves")?;
    if arguments.svg {
        writeln!(out, "{}", picture(arguments, &*game)?)?;
    } else {
        show(&*game, &played, out)?;
    }
    Ok(())
}

fn picture(arguments: &ShowArgs, game: &dyn AnyGame) -> anyhow::Result<String> {
    let view = game.view();
    let marked: Vec<String> =
        arguments.marks.iter().flat_map(|list| list.split_whitespace()).map(str::to_uppercase).collect();
    for square in &marked {
        if !view.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.square == *square) {
            bail!("--marks: the board has no square {}", quoted(square));
        }
    }
    let last = game.last_move();
    let picture = Picture {
        title: &game.position(),
        last: last.as_ref(),
        refused: game.accept_refuse().is_none(),
        arrows: &arrows(arguments.arrows.as_deref().unwrap_or_default(), game)?,
        marked: &marked.iter().map(String::as_str).collect::<Vec<_>>(),
        flipped: arguments.flipped,
        shade: if arguments.dark { Shade::Dark } else { Shade::Light },
        size: arguments.size,
        ..Picture::new(game.id().info().id, &view)
    };
    Ok(picture.svg())
}

/// Arrows for moves, legal or not, in the order of a list: the best looks first.
fn arrows(list: &str, game: &dyn AnyGame) -> anyhow::Result<Vec<Arrow>> {
    let looks = [ArrowLook::First, ArrowLook::Second].into_iter().chain(std::iter::repeat(ArrowLook::Third));
    let mut arrows = Vec::new();
    for (text, look) in list.split_whitespace().zip(looks) {
        let Some(squares) = game.named_squares(text) else {
            bail!("--arrows: {} does not name two squares, expected a move such as A1B2", quoted(text));
        };
        arrows.push(Arrow { from: squares.from, to: squares.to, look });
    }
    Ok(arrows)
}
