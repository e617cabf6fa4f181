//! Numbers that Python passes: those that are out of range are errors that say what is expected.

use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::bad_text;

/// A whole number; one that does not fit is the nearest that does, and so outside of every range.
#[derive(Clone, Copy)]
pub struct Whole(i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole> {
        match number.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
                Ok(Whole(if number.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            read => read.map(Whole),
        }
    }
}

impl Whole {
    /// The number if it is in this range, and otherwise an error with this sentence.
    pub fn within<T: TryFrom<i64>>(self, range: RangeInclusive<i64>, expected: &str) -> PyResult<T> {
        let number = range.contains(&self.0).then_some(self.0);
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| bad_text(expected))
    }

    /// A depth in plies. None is too large: every game ends before.
    pub fn depth(self, least: i64) -> PyResult<u32> {
        Whole(self.0.min(u32::MAX.into())).within(least..=i64::MAX, &format!("depth is at least {least}"))
    }
}

/// Far more than anyone waits, and little enough to be added to any time.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// A time in seconds, more than 0.
pub fn seconds(seconds: f64) -> PyResult<Duration> {
    let time = if seconds > LONGEST.as_secs_f64() { Ok(LONGEST) } else { Duration::try_from_secs_f64(seconds) };
    time.ok().filter(|time| !time.is_zero()).ok_or_else(|| bad_text("time is in seconds, more than 0"))
}
