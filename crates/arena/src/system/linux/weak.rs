//! The weak sandbox: landlock keeps honest programs from writing outside their folder.

use std::path::Path;

/// Forbids this thread and its children to write outside a folder.
pub(super) fn lock_in(folder: Option<&Path>) -> Result<(), String> {
    use landlock::{
        ABI, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
    };
    // Before version 3, files outside could be truncated.
    let writing = AccessFs::from_write(ABI::V3);
    let rule = |path: &Path, access| PathFd::new(path).map(|path| PathBeneath::new(path, access));
    let lock = || -> Result<_, Box<dyn std::error::Error>> {
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(writing)?
            // If the kernel supports it, signals to other processes are forbidden, too.
            .set_compatibility(CompatLevel::BestEffort)
            .scope(Scope::Signal)?
            .set_compatibility(CompatLevel::HardRequirement)
            .create()?
            .add_rule(rule(Path::new("/dev/null"), AccessFs::WriteFile.into())?)?;
        if let Some(folder) = folder {
            ruleset = ruleset.add_rule(rule(folder, writing)?)?;
        }
        Ok(ruleset.restrict_self()?)
    };
    lock().map(drop).map_err(|error| format!("no weak sandbox (it needs landlock of Linux 6.2 or later): {error}"))
}
