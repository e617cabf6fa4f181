//! `skirmish play --friend`: games by links.

use crate::support::dialogue::Dialogue;
use crate::support::{program, run};

/// A link of the page in a game of Hi-YA! after South's first move.
const LINK: &str = include_str!("../fixtures/friend_link.txt");

/// A link with these fields after its id, as the page makes it.
pub fn link(base: &str, fields: &[(&str, &str)]) -> String {
    let known = [("friend", "1"), ("id", "AAAAAAAAAAAAAAAAAAAAAB"), ("game", "hiya")];
    let fields: Vec<_> = known.iter().chain(fields).map(|(name, value)| format!("{name}={value}")).collect();
    let text: String = fields.iter().map(|field| format!("{field}\n")).collect();
    let check = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{base}#{}&check={check:08x}", fields.join("&"))
}

/// The program with a friend's link.
pub fn join(link: &str) -> Dialogue {
    Dialogue::start(&mut program(["play", "--friend", link.trim()]))
}

/// The link that the program shows.
fn shown(output: &str) -> &str {
    output.lines().find(|line| line.contains("#friend=1")).unwrap_or_else(|| panic!("no link: {output}"))
}

#[test]
fn two_terminals_play_by_the_links_that_they_show() {
    let mut north = join(LINK);
    let output = north.read_output();
    let north_is_here = "Hi-YA! with Ann & Zoë. You are North.";
    for words in [north_is_here, "Ann & Zoë writes: Your turn = fun +1", "   you\n", "   your friend\n", "Your move: "]
    {
        assert!(output.contains(words), "{words}: {output}");
    }
    assert!(north.ask("A3B4").contains("A3"), "a move of the other side is refused");
    let first = shown(&north.ask("B6B5")).to_owned();
    assert!(first.starts_with("https://games.example/#") && first.contains("moves=A3B4_B6B5&side=south"), "{first}");

    let mut south = join(&first);
    assert!(south.read_output().contains("You are South."));
    let second = shown(&south.ask("A2A3")).to_owned();
    let output = north.ask(&second);
    assert!(output.contains("Ann & Zoë plays A2A3") && output.ends_with("Your move: "), "{output}");

    // South's program knows more than the old link; another game and another line are named as such.
    for (text, words) in [
        (first.clone(), "that is older than this game, by 1 of its actions"),
        (link("", &[("side", "south")]), "This is a link of another game."),
        (LINK.trim().replace("A3B4", "A3B5"), "this link is damaged"),
        (LINK.trim().replace("friend=1", "friend=2"), "this link is from a newer version of Skirmish"),
        ("hello".to_owned(), "this is no link to a game with a friend"),
    ] {
        let output = south.ask(&text);
        assert!(output.contains(words) && output.ends_with("(Enter to quit): "), "{text}: {output}");
    }
    let third = shown(&north.ask("resign")).to_owned();
    let (rest, status) = north.end();
    assert_eq!(status, Some(0), "{rest}");
    let output = south.ask(&third);
    assert!(output.contains("You win! ") && south.end().1 == Some(0), "{output}");
}

#[test]
fn a_line_that_contradicts_the_game_is_not_taken() {
    let id = [("moves", "A3B4"), ("side", "north")];
    let mut north = join(&link("", &id));
    north.read_output();
    north.ask("B6B5");
    let output = north.ask(&link("", &[("moves", "C3B4_B6B5_A2A3"), ("side", "north")]));
    assert!(output.contains("contradicts this game: action 1 is A3B4 here and C3B4 there"), "{output}");
    for (moves, resigned, words) in [
        ("A3B4_B6B5_A1A9", "", "action 3 is illegal"),
        // Only the person here can say what North does.
        ("A3B4_B6B5_A2A3_C6C5", "", "action 4 is one of yours"),
        ("A3B4_B6B5", "north", "you have not resigned"),
    ] {
        let fields = [("moves", moves), ("resigned", resigned), ("side", "north")];
        let fields: Vec<_> = fields.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        let output = north.ask(&link("", &fields));
        assert!(output.contains(&format!("The link was not taken: {words}")), "{output}");
    }
    let (rest, status) = north.end();
    assert_eq!(status, Some(0), "{rest}");
}

#[test]
fn a_bad_link_is_explained_in_one_line() {
    for (text, words) in [
        (LINK.trim()[..LINK.trim().len() - 1].to_owned(), "this link is damaged"),
        (LINK.replace("A3B4", "A3B5"), "this link is damaged, a part of it is missing or changed: ask for it again"),
        (LINK.trim().replace("friend=1", "friend=2"), "this link is from a newer version of Skirmish"),
        ("https://games.example/#game=hiya".to_owned(), "this is no link to a game with a friend"),
        (link("", &[("moves", "A3B9"), ("side", "north")]), "action 1 is illegal"),
        (link("", &[("moves", "A3B4")]), "this link is for watching"),
    ] {
        let complaint = run(["play", "--friend", text.trim()]).complaint();
        assert!(complaint.contains("--friend: ") && complaint.contains(words), "{text}: {complaint}");
    }
    let both = run(["play", "hiya", "--friend", LINK.trim()]).complaint();
    assert!(both.contains("--friend"), "{both}");
}
