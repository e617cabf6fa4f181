//! The page of a report in a real browser: boards are drawn, keys and links work. It needs chromium:
//! `cargo test -p skirmish-arena --test report_in_browser -- --ignored`.

mod sample;

use std::process::Command;

use sample::{games, plan, played};
use skirmish_arena::plan::Format;
use skirmish_arena::report::html;
use skirmish_games::GameId;

/// What is in the page after this script ran behind its own.
fn after(game: &str, address: &str, script: &str) -> String {
    let tournament = played(plan(game, &["<i>A</i>", "B", "C"], Format::RoundRobin, 2), 1);
    let (tournament, records) = tournament.with_records();
    let page = html(&tournament, &records);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    std::fs::write(&path, page.replace("</body>", &format!("<script>{script}</script></body>"))).unwrap();
    // A browser that hangs is a failure; `timeout` ends its helper processes as well, which would hold the pipe open.
    let output = Command::new("timeout")
        .args(["--kill-after=5", "120"])
        .arg(std::env::var_os("CHROMIUM").unwrap_or_else(|| "chromium".into()))
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}{address}", path.display()))
        .output()
        .expect("timeout");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(dom.contains("</html>"), "{dom}\n{}", String::from_utf8_lossy(&output.stderr));
    dom
}

fn text_of<'a>(dom: &'a str, id: &str) -> &'a str {
    let start = dom.find(&format!("id=\"{id}\"")).unwrap();
    let start = start + dom[start..].find('>').unwrap() + 1;
    &dom[start..start + dom[start..].find("</").unwrap()]
}

const PRESS: &str =
    "const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));";

#[test]
#[ignore = "needs chromium"]
fn boards_of_all_games_are_drawn() {
    for game in games() {
        let view = skirmish_play::new_game(GameId::parse(&game).unwrap()).view();
        let squares: usize = view.rows.iter().map(|row| row.cells.len()).sum();
        let dom = after(&game, "#game-2-3", "");
        assert_eq!(dom.matches("data-place=\"").count(), squares, "{game}");
        assert!(dom.matches("<title>").count() >= 5, "{game}");
        assert!(dom.matches("paint-order=\"stroke\"").count() >= 5, "{game}");
        assert!(text_of(&dom, "title").starts_with("Game 2, round 1: "), "{game}");
        assert!(text_of(&dom, "place").starts_with("3 / "), "{game}");
        assert!(dom.contains("&lt;i&gt;A&lt;/i&gt;") && !dom.contains("<i>A"), "{game}");
    }
}

#[test]
#[ignore = "needs chromium"]
fn keys_buttons_and_links_lead_through_the_games() {
    let dom = after("hiya", "", &format!("{PRESS} press('ArrowRight'); press('ArrowRight'); press('ArrowLeft');"));
    assert!(text_of(&dom, "place").starts_with("1 / "));
    assert_eq!(dom.matches("visibility=\"visible\"").count(), 2);
    let dom = after("hiya", "", &format!("{PRESS} press('End');"));
    let place: Vec<&str> = text_of(&dom, "place").split(" / ").collect();
    assert_eq!(place[0], place[1]);
    assert!(text_of(&dom, "note").contains("-"));
    let dom = after("hiya", "", &format!("{PRESS} press('n'); document.getElementById('forth').click();"));
    assert!(text_of(&dom, "title").starts_with("Game 2") && text_of(&dom, "place").starts_with("1 / "));
    // A click on a result of the crosstable shows the games of these two.
    let dom = after("hiya", "", "document.querySelector('a[data-pair=\"1 2\"]').click();");
    assert_eq!(text_of(&dom, "count"), "4 of 12 games");
}
