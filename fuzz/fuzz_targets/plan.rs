//! Tournament plans, as files and as stored: a plan that is accepted is written as the same plan.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use skirmish_arena::plan::{Plan, RawPlan};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(plan) = serde_json::from_str::<Plan>(text) {
        let written = serde_json::to_string(&plan).expect("a plan can be written");
        assert_eq!(serde_json::from_str::<Plan>(&written).expect("and read"), plan);
    }
    let Ok(raw_plan) = RawPlan::parse(text) else { return };
    // Other files are not fuzzed here.
    if raw_plan.openings.get("file").is_some() {
        return;
    }
    let Ok(plan) = raw_plan.plan(Path::new(".")) else { return };
    let written = raw_plan.format();
    let again = RawPlan::parse(&written).and_then(|raw_plan| raw_plan.plan(Path::new(".")));
    assert_eq!(again, Ok(plan), "{written}");
});
