//! Every lesson there is, and the language they are written in.

mod lessons;
mod writing;
