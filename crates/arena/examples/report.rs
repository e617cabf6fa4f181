//! Writes a report of a tournament of random games, to look at: `cargo run -p skirmish-arena --example report -- hiya out.html`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use skirmish_arena::plan::Format;
use skirmish_arena::report::html;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "hiya".to_owned());
    let path = arguments.next().unwrap_or_else(|| "report.html".to_owned());
    let format = match arguments.next().as_deref() {
        Some("swiss") => Format::Swiss,
        Some("knockout") => Format::Knockout,
        Some("gauntlet") => Format::Gauntlet,
        _ => Format::RoundRobin,
    };
    let rounds = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(3);
    let engines = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(6);
    let names: Vec<String> = (1..=engines).map(|number| format!("<b>Engine</b> {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (tournament, records) = sample::played(sample::plan(&game, &names, format, rounds), 1).with_records();
    std::fs::write(path, html(&tournament, &records))
}
