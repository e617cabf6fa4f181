//! Prints the greeting and the catalogue, a line of JSON each, for the page without a server: its engine need not carry the rules'
//! texts. `tools/site` runs it.

use skirmish_api::{catalogue, hello};

fn main() -> serde_json::Result<()> {
    println!("{}\n{}", serde_json::to_string(&hello(None))?, serde_json::to_string(&catalogue())?);
    Ok(())
}
