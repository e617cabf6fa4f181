//! `skirmish arena serve`: a tournament in the browser, live.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use skirmish_class::live::LiveOptions;

use super::arguments::ServeArgs;
use crate::live;

/// Serves the page until Ctrl-C.
pub fn run(arguments: &ServeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let found = arguments.place.find()?;
    let options = LiveOptions {
        names: arguments.names.unwrap_or_default(),
        // Pseudonyms that nobody can compute, new ones each time.
        secret: RandomState::new().hash_one(0),
        ..LiveOptions::new(found.address, found.plan.name)
    };
    live::serve(options, &arguments.live, out)
}
