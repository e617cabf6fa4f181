//! Values of settings: numbers, switches, commands and times.

use std::str::FromStr;
use std::time::Duration;

use skirmish_board::{TextError, quoted};

use crate::system;

pub(super) fn text(text: &str) -> Result<String, TextError> {
    Ok(text.to_owned())
}

/// Parses a whole number of at least `least`.
pub(in crate::plan) fn number<N: FromStr + PartialOrd + From<u8>>(text: &str, least: u8) -> Result<N, TextError> {
    // Rust also reads `+5`.
    let plain = !text.starts_with('+');
    let number = text.parse().ok().filter(|number| plain && *number >= N::from(least));
    number.ok_or_else(|| TextError::new(format!("{} is not a whole number of at least {least}", quoted(text))))
}

pub(super) fn positive<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, TextError> {
    number(text, 1)
}

pub(super) fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// Splits a command as a shell does.
pub(super) fn split(text: &str) -> Result<Vec<String>, TextError> {
    match system::split_words(text) {
        Some(words) if !words.is_empty() => Ok(words),
        Some(_) => Err(TextError::new("the command is empty")),
        None => Err(TextError::new(format!("unclosed quotation mark in {}", quoted(text)))),
    }
}

pub(super) fn switch(text: &str) -> Result<bool, TextError> {
    match text {
        "on" | "true" | "yes" => Ok(true),
        "off" | "false" | "no" | "auto" => Ok(false),
        _ => Err(TextError::new(format!("{} is not on or off", quoted(text)))),
    }
}

/// Parses the time for a game: `60`, `60+0.6`, `1:30+2`, in seconds or minutes and seconds.
pub(super) fn parse_game_time(text: &str) -> Result<(Duration, Duration), TextError> {
    let wrong = |why: &str| TextError::new(format!("{} is not a time control; {why}", quoted(text)));
    if text.contains('/') {
        return Err(wrong("moves per time are not supported: write 60+0.6, seconds per game and per move"));
    }
    let seconds = |text: &str| {
        let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
        // Rust also reads `1e3` and `+5`.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':'));
        let total = minutes.parse::<u32>().ok()? as f64 * 60.0 + seconds.parse::<f64>().ok().filter(|_| plain)?;
        (0.0..=86_400.0).contains(&total).then(|| Duration::from_secs_f64(total))
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if base > Duration::ZERO => Ok((base, increment)),
        _ => Err(wrong("expected seconds per game and per move, such as 60+0.6")),
    }
}
