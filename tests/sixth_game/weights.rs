//! A guess, until `skirmish tune breakthrough` writes better ones.

pub(super) const WEIGHTS: [i16; super::eval::TERMS] = [100, 100, 110, 150, 0, 20, 10];
