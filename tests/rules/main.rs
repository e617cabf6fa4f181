//! The rules of the games compared with the oracle.

mod oracle;
mod perft;
