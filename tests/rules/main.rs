//! The fast rules against the plain ones of the oracle.

mod oracle;
mod perft;
