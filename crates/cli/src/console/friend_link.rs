//! Links to games with friends, as the page makes them (`web/page/src/friends/link.ts`).

use std::fmt::Write;

use skirmish_board::Side;

/// What a link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FriendLink {
    /// The address of the page, up to the `#`; empty if the link has none.
    pub base: String,
    /// All fields but the checksum, in their order.
    fields: Vec<(String, String)>,
    /// The id of the game.
    pub id: String,
    /// The game and its size.
    pub game: String,
    /// The side of the one who opens it; none to watch.
    pub side: Option<Side>,
    /// The actions so far.
    pub actions: Vec<String>,
}

/// A link of a newer version of the program.
const NEWER: &str = "this link is from a newer version of Skirmish: update yours to open it";
/// A link of which something is missing.
const DAMAGED: &str = "this link is damaged, a part of it is missing or changed: ask for it again";
/// A link of another kind.
const NO_LINK: &str = "this is no link to a game with a friend, which has friend=1 after its #";

impl FriendLink {
    /// Reads a link, with or without what is before its `#`. The error is one line.
    pub fn parse(text: &str) -> Result<FriendLink, &'static str> {
        let (base, hash) = text.trim().split_once('#').unwrap_or(("", text.trim()));
        let mut fields = Vec::new();
        for pair in hash.split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            fields.push((unescape(name).ok_or(DAMAGED)?, unescape(value).ok_or(DAMAGED)?));
        }
        let find = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
        match find("friend").ok_or(NO_LINK)?.parse::<u32>() {
            Ok(1) => {}
            Ok(version) if version > 1 => return Err(NEWER),
            _ => return Err(DAMAGED),
        }
        let check = find("check").ok_or(DAMAGED)?;
        let (id, game) = (find("id").ok_or(DAMAGED)?, find("game").ok_or(DAMAGED)?);
        let moves = find("moves").unwrap_or_default();
        let side = find("side").map(|side| side_called(&side).ok_or(DAMAGED)).transpose()?;
        fields.retain(|(name, _)| name != "check");
        if check != checksum(&fields) || !is_id(&id) {
            return Err(DAMAGED);
        }
        let actions = moves.split('_').filter(|action| !action.is_empty()).map(str::to_owned).collect();
        Ok(FriendLink { base: base.to_owned(), fields, id, game, side, actions })
    }

    /// The link for the other side, after these actions and with this resignation.
    pub fn answer(&self, actions: &[String], resigned: Option<Side>) -> String {
        let other = self.side.map(Side::opposite);
        let mut fields = Vec::new();
        for (name, value) in &self.fields {
            match (name.as_str(), other) {
                ("moves" | "resigned" | "note", _) => {}
                ("side", Some(other)) => {
                    if !actions.is_empty() {
                        fields.push(("moves".to_owned(), actions.join("_")));
                    }
                    if let Some(side) = resigned {
                        fields.push(("resigned".to_owned(), side.id().to_owned()));
                    }
                    fields.push((name.clone(), other.id().to_owned()));
                }
                _ => fields.push((name.clone(), value.clone())),
            }
        }
        let check = checksum(&fields);
        fields.push(("check".to_owned(), check));
        let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escape(value))).collect();
        format!("{}#{}", self.base, pairs.join("&"))
    }

    /// A field; none if it is missing or empty.
    pub fn field(&self, wanted: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Whether it leads to a room.
    pub fn is_room(&self) -> bool {
        self.field("room") == Some("1")
    }

    /// The side that resigned, or whose time was over.
    pub fn loser(&self) -> Option<Side> {
        self.field("resigned").or(self.field("late")).and_then(side_called)
    }

    /// The name of the friend, without control characters.
    pub fn friend(&self) -> String {
        self.friend_name().unwrap_or_else(|| "Your friend".to_owned())
    }

    /// The same inside a sentence.
    pub fn friend_inside(&self) -> String {
        self.friend_name().unwrap_or_else(|| "your friend".to_owned())
    }

    fn friend_name(&self) -> Option<String> {
        self.name_of(self.side?.opposite())
    }

    /// The name of the one who opens it; may be empty.
    #[cfg(feature = "web")]
    pub fn own_name(&self) -> String {
        self.side.and_then(|side| self.name_of(side)).unwrap_or_default()
    }

    fn name_of(&self, side: Side) -> Option<String> {
        let name = plain(self.field(&format!("{}-name", side.id()))?);
        Some(name.trim().chars().take(24).collect()).filter(|name: &String| !name.is_empty())
    }
}

/// A text of someone else in one line, fit for the terminal: without control characters, visible or not.
pub fn plain(text: &str) -> String {
    let hidden = |c: &char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    text.chars().filter(|c| !hidden(c)).map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}

/// Whether it is an id of a game, as the page makes them.
fn is_id(text: &str) -> bool {
    (22..=26).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

fn side_called(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.id() == text)
}

/// FNV-1a of all names and values.
fn checksum(fields: &[(String, String)]) -> String {
    let bytes = fields.iter().flat_map(|(name, value)| format!("{name}={value}\n").into_bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Reverses the escapes of a URL; `None` if they are damaged.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(rest.next())?, digit(rest.next())?);
                (high * 16 + low) as u8
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Escapes what a URL needs escaped.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' | b'/' | b':' | b'@' => out.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => out.push(byte.into()),
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link of the page; its tests read the same file.
    const LINK: &str = include_str!("../../../../tests/fixtures/friend_link.txt");

    #[test]
    fn a_link_of_the_page_is_read_and_answered() {
        let link = FriendLink::parse(LINK).unwrap();
        assert_eq!((link.game.as_str(), link.side, link.is_room()), ("hiya", Some(Side::North), false));
        assert_eq!(link.actions, ["A3B4"]);
        assert_eq!((link.friend().as_str(), link.field("note")), ("Ann & Zoë", Some("Your turn = fun +1")));
        let text = link.answer(&["A3B4".to_owned(), "E6D5".to_owned()], None);
        let answer = FriendLink::parse(&text).unwrap();
        assert_eq!((&answer.base, &answer.id), (&link.base, &link.id));
        assert_eq!((answer.side, answer.actions.len(), answer.field("note")), (Some(Side::South), 2, None));
        let resigned = FriendLink::parse(&link.answer(&[], Some(Side::North))).unwrap();
        assert_eq!((resigned.loser(), resigned.actions.len()), (Some(Side::North), 0));
    }

    #[test]
    fn what_is_wrong_with_a_link_is_said_in_one_line() {
        for end in 10..LINK.trim().len() {
            if let Some(cut) = LINK.get(..end) {
                assert!(FriendLink::parse(cut).is_err(), "{cut}");
            }
        }
        for (text, expected) in [
            (LINK.replace("A3B4", "A3B5"), DAMAGED),
            (LINK.replace("north", "%zz"), DAMAGED),
            (LINK.replace("friend=1", "friend=2"), NEWER),
            ("https://example.org/#game=hiya".to_owned(), NO_LINK),
            (String::new(), NO_LINK),
        ] {
            assert_eq!(FriendLink::parse(&text), Err(expected), "{text}");
        }
    }
}
