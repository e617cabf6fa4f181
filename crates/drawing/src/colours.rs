//! The colours of boards and pieces: those of the page.

/// On which background a board is shown. Boards have middle tones on both, so that pale and dark pieces stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Shade {
    /// For light pages and for paper.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// The colours of a game's board, each as CSS writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    pub(crate) light: String,
    pub(crate) dark: String,
    pub(crate) last_light: String,
    pub(crate) last_dark: String,
    pub(crate) last_ring: String,
    pub(crate) frame: String,
    pub(crate) frame_line: String,
    pub(crate) frame_ink: String,
    pub(crate) pick: String,
}

/// The colours of a game as the page's style sheet has them, for light and dark pages.
pub(crate) struct Skin {
    pub(crate) game: &'static str,
    pub(crate) shades: [Tints; 2],
}

/// One shade of a [`Skin`].
#[derive(Clone, Copy)]
pub(crate) struct Tints {
    pub(crate) light: &'static str,
    pub(crate) dark: &'static str,
    pub(crate) frame: &'static str,
    pub(crate) frame_line: &'static str,
    pub(crate) frame_ink: &'static str,
    pub(crate) mark: &'static str,
    pub(crate) pick: &'static str,
}

/// Shortens the table below.
macro_rules! tints {
    ($light:literal $dark:literal $frame:literal $frame_line:literal $frame_ink:literal $mark:literal $pick:literal) => {
        Tints {
            light: $light,
            dark: $dark,
            frame: $frame,
            frame_line: $frame_line,
            frame_ink: $frame_ink,
            mark: $mark,
            pick: $pick,
        }
    };
}

/// The skins, as in the page's `tokens.css`: a test compares them.
pub(crate) const SKINS: [Skin; 5] = [
    Skin {
        game: "refusal",
        shades: [
            tints!("#ecddd3" "#c69c94" "#6d2f40" "#8f5263" "#f7e6df" "#f0c75e" "#8a2f4a"),
            tints!("#b79f98" "#8b6460" "#3b1c26" "#6e3a4a" "#f7e6df" "#c79a45" "#2b0914"),
        ],
    },
    Skin {
        game: "gastank",
        shades: [
            tints!("#dfe2d8" "#9bb0ab" "#2c4546" "#e0a52b" "#eef2e6" "#eec254" "#7a3600"),
            tints!("#9faaa3" "#66807c" "#182829" "#a87b1d" "#eef2e6" "#b8953a" "#2a1000"),
        ],
    },
    Skin {
        game: "trench",
        shades: [
            tints!("#c3cad3" "#b1bac5" "#39424f" "#55606f" "#e6ecf4" "#86cf95" "#14539a"),
            tints!("#6d7785" "#5f6977" "#1c222b" "#3d4756" "#e6ecf4" "#4c8560" "#e8f3ff"),
        ],
    },
    Skin {
        game: "hiya",
        shades: [
            tints!("#e3dfb9" "#cccb97" "#35422b" "#b58b3c" "#f1eed6" "#f2a85c" "#b3321d"),
            tints!("#a5a27c" "#89895f" "#1d2518" "#846327" "#f1eed6" "#c07f3c" "#3d0a02"),
        ],
    },
    Skin {
        game: "oska",
        shades: [
            tints!("#d9bd84" "#d9bd84" "#efdcb2" "#a9793a" "#6a4512" "#f3d26b" "#7a4a00"),
            tints!("#8d7240" "#8d7240" "#54401d" "#b68b4c" "#f0d9a8" "#8f7322" "#ffdc92"),
        ],
    },
];

/// The rings of the last move in Oska, whose discs cover their wells.
pub(crate) const LAST_RINGS: [&str; 2] = ["#00625a", "#a8f0dd"];

/// For games that have no skin yet.
const PLAIN: [Tints; 2] = [
    tints!("#e6e2d8" "#bfb8a8" "#4a4740" "#6b675d" "#f2efe6" "#f0c75e" "#8a2f4a"),
    tints!("#a39f95" "#7f7a6e" "#2a2824" "#55524a" "#f2efe6" "#c79a45" "#2b0914"),
];

impl Colours {
    /// The colours of a game, by its id without a size.
    pub fn of(game: &str, shade: Shade) -> Colours {
        let index = usize::from(shade == Shade::Dark);
        let skin = SKINS.iter().find(|skin| skin.game == game);
        let tints = skin.map_or(PLAIN, |skin| skin.shades)[index];
        Colours {
            light: tints.light.to_owned(),
            dark: tints.dark.to_owned(),
            last_light: mixed(tints.mark, tints.light),
            last_dark: mixed(tints.mark, tints.dark),
            last_ring: LAST_RINGS[index].to_owned(),
            frame: tints.frame.to_owned(),
            frame_line: tints.frame_line.to_owned(),
            frame_ink: tints.frame_ink.to_owned(),
            pick: tints.pick.to_owned(),
        }
    }

    /// References to custom properties of CSS, which [`Colours::properties`] defines: a style sheet chooses the shade.
    pub fn by_property() -> Colours {
        let [light, dark, last_light, last_dark, last_ring, frame, frame_line, frame_ink, pick] =
            PROPERTIES.map(|name| format!("var({name})"));
        Colours { light, dark, last_light, last_dark, last_ring, frame, frame_line, frame_ink, pick }
    }

    /// The declarations of these colours as custom properties.
    pub fn properties(&self) -> String {
        let values = [
            &self.light,
            &self.dark,
            &self.last_light,
            &self.last_dark,
            &self.last_ring,
            &self.frame,
            &self.frame_line,
            &self.frame_ink,
            &self.pick,
        ];
        PROPERTIES.iter().zip(values).map(|(name, value)| format!("{name}:{value};")).collect()
    }
}

const PROPERTIES: [&str; 9] = [
    "--board-light",
    "--board-dark",
    "--board-last-light",
    "--board-last-dark",
    "--board-last-ring",
    "--board-frame",
    "--board-frame-line",
    "--board-frame-ink",
    "--board-pick",
];

/// 72 % of a colour and 28 % of another, both as `#rrggbb`.
fn mixed(mark: &str, field: &str) -> String {
    let channel = |colour: &str, index: usize| {
        colour.get(2 * index + 1..2 * index + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0)
    };
    let mix = |index| (f64::from(channel(mark, index)) * 0.72 + f64::from(channel(field, index)) * 0.28).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a property in the last block of a style sheet that begins with this selector and has it.
    fn token(css: &str, selector: &str, property: &str) -> Option<String> {
        let start = format!("\n{selector} {{");
        let blocks = css.split(&start).skip(1);
        let values = blocks.filter_map(|block| {
            let block = &block[..block.find('}')?];
            let value = block.split(&format!("{property}:")).nth(1)?;
            Some(value[..value.find(';')?].trim().to_owned())
        });
        values.last()
    }

    #[test]
    fn the_page_has_the_same_colours() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/src/styles/tokens.css");
        let css = std::fs::read_to_string(path).unwrap();
        for skin in &SKINS {
            let selectors = [format!(".skin-{}", skin.game), format!(":root[data-theme=\"dark\"] .skin-{}", skin.game)];
            for (shade, tints) in skin.shades.iter().enumerate() {
                for (property, value) in [
                    ("--light", tints.light),
                    ("--dark", tints.dark),
                    ("--frame", tints.frame),
                    ("--frame-line", tints.frame_line),
                    ("--frame-ink", tints.frame_ink),
                    ("--mark", tints.mark),
                    ("--pick", tints.pick),
                ] {
                    let own = token(&css, &selectors[shade], property);
                    let expected = own.or_else(|| token(&css, &selectors[0], property));
                    assert_eq!(Some(value.to_owned()), expected, "{} {shade} {property}", skin.game);
                }
            }
        }
        for (selector, ring) in [".skin-oska", ":root[data-theme=\"dark\"] .skin-oska"].iter().zip(LAST_RINGS) {
            assert_eq!(token(&css, selector, "--last").as_deref(), Some(ring));
        }
        for (property, value) in [
            ("--piece-pale", crate::piece::PALE),
            ("--piece-pale-line", crate::piece::PALE_LINE),
            ("--piece-dark", crate::piece::DARK),
            ("--piece-dark-line", crate::piece::DARK_LINE),
        ] {
            assert_eq!(token(&css, ":root", property).as_deref(), Some(value));
        }
    }

    #[test]
    fn properties_are_those_referred_to() {
        let defined = Colours::of("hiya", Shade::Light).properties();
        for reference in Colours::by_property().properties().split(';').filter_map(|line| line.split_once(':')) {
            assert_eq!(reference.1, format!("var({})", reference.0));
            assert!(defined.contains(&format!("{}:#", reference.0)));
        }
    }
}
