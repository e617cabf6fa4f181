//! Durations as users type them, such as `5s`.

use std::time::Duration;

use skirmish_board::{TextError, quoted};

/// Reads a duration: `5s`, `100ms`, `2m`, or a plain number of seconds such as `0.5`.
pub fn parse_duration(text: &str) -> Result<Duration, TextError> {
    let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
        (number, 0.001)
    } else if let Some(number) = text.strip_suffix('m') {
        (number, 60.0)
    } else {
        (text.strip_suffix('s').unwrap_or(text), 1.0)
    };
    // Floating-point numbers could also be `1e3`, `+5` or `inf`.
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain).map(|number| number * unit);
    // At most a day, so that clocks do not overflow.
    match seconds.filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0) {
        Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        None => Err(TextError::new(format!("{} is not a time, expected one such as 5s or 100ms", quoted(text)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let ms = |text: &str| parse_duration(text).map(|time| time.as_millis()).ok();
        assert_eq!(ms("5s"), Some(5000));
        assert_eq!(ms("100ms"), Some(100));
        assert_eq!(ms("0.5"), Some(500));
        assert_eq!(ms(".5"), Some(500));
        assert_eq!(ms("2m"), Some(120_000));
        for bad in
            ["", "s", "-1s", "0", "NaN", "inf", "1e300", "1e3", "1e3ms", "+5", "+5s", ".", "1.2.3", "5 s", "five", "1h"]
        {
            assert_eq!(ms(bad), None, "{bad}");
        }
    }
}
