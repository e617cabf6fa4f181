//! The shapes of the pieces, as path data. The page's `drawings.ts` is generated from these.

/// The drawing of one kind of piece in a square of 100 by 100, looking up the board.
#[derive(Clone, Copy, Debug)]
pub struct PieceShape {
    /// The silhouette: overlapping parts melt into one outline.
    pub body: &'static str,
    /// Areas in the colour of the outline, such as the slit of a mask; may be empty.
    pub inset: &'static str,
    /// Areas in the colour of the body on top of the insets, such as eyes; may be empty.
    pub spots: &'static str,
    /// Thin lines in the colour of the outline; may be empty.
    pub detail: &'static str,
    /// How large it is drawn, if not to the edges.
    pub scale: Option<f64>,
    /// Drawn mirrored left to right.
    pub mirrored: bool,
    /// Turned around for the side that plays down the board.
    pub turns: bool,
    /// Where the mark of North goes, if the drawing has room for one there: centre x, y and half its width.
    pub mark: Option<[f64; 3]>,
}

/// The drawing of a kind, by the name that the games give it; `None` if it is not drawn yet.
pub fn shape_of(kind: &str) -> Option<&'static PieceShape> {
    SHAPES.iter().find(|(name, _)| *name == kind).map(|(_, shape)| shape)
}

/// A disc: behind the letter of a piece that is not drawn yet.
pub(crate) const PLAIN_DISC: &str = "M13 50a37 37 0 1 0 74 0a37 37 0 1 0 -74 0Z";

/// All drawings by the name of their kind.
pub const SHAPES: &[(&str, PieceShape)] = &[
    ("pawn", PAWN),
    ("knight", KNIGHT),
    ("left rook", LEFT_ROOK),
    ("right rook", PieceShape { mirrored: true, ..LEFT_ROOK }),
    ("king", KING),
    ("queen", QUEEN),
    ("bishop", BISHOP),
    ("TIE", TIE),
    ("X-wing", X_WING),
    ("wall", WALL),
    ("Death Star", DEATH_STAR),
    ("ninja", NINJA),
    ("samurai", SAMURAI),
    ("mini-ninja", MINI_NINJA),
    ("mini-samurai", MINI_SAMURAI),
    ("piece", DISC),
];

const EMPTY: PieceShape =
    PieceShape { body: "", inset: "", spots: "", detail: "", scale: None, mirrored: false, turns: false, mark: None };

/// The foot of a chess piece.
macro_rules! base {
    () => {
        "M27 77H73Q80 77 80 83.5Q80 90 73 90H27Q20 90 20 83.5Q20 77 27 77Z"
    };
}

const BASE_MARK: Option<[f64; 3]> = Some([50.0, 83.5, 4.6]);

const PAWN: PieceShape = PieceShape {
    body: concat!(
        "M50 19a14.5 14.5 0 0 1 9 25.800C60 56 66 66 71 78H29C34 66 40 56 41 44.800A14.5 14.5 0 0 1 50 19Z",
        base!()
    ),
    detail: "M40 48H60",
    mark: BASE_MARK,
    ..EMPTY
};

const KNIGHT: PieceShape = PieceShape {
    body: concat!(
        "M31 78C31 64 45 60 48 50C42 54 37 56 32 60C27 64 19 61 17 55C15 50 20 46 23 41C27 35 27 29 33 24L32 10L44 18C64 19 78 36 77 60C77 68 75 73 74 78Z",
        base!()
    ),
    inset: "M33.9 33.5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM21.1 53a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0Z",
    detail: "M52 28C62 34 66 46 65 62",
    mark: BASE_MARK,
    ..EMPTY
};

const LEFT_ROOK: PieceShape = PieceShape {
    body: concat!("M33 17H43V25H48V17H58V25H63V17H73V36L67 42V66L72 78H34L39 68V66L12 53L39 40L33 36Z", base!()),
    inset: "M25 53L40 46V51H58V55H40V60Z",
    mark: BASE_MARK,
    ..EMPTY
};

const KING: PieceShape = PieceShape {
    body: concat!(
        "M46 7H54V13H60V20H54V27C59 29 61 33 61 37C67 30 82 31 83 44C84 55 75 60 71 67L70 78H30L29 67C25 60 16 55 17 44C18 31 33 30 39 37C39 33 41 29 46 27V20H40V13H46Z",
        base!()
    ),
    detail: "M31 67C43 63 57 63 69 67M50 40V57M28 45C32 41 38 44 44 55M72 45C68 41 62 44 56 55",
    mark: BASE_MARK,
    ..EMPTY
};

const QUEEN: PieceShape = PieceShape {
    body: concat!(
        "M30 78L28 66L15 33L33 50L34 24L46 46L50 20L54 46L66 24L67 50L85 33L72 66L70 78ZM10 31a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM29 21a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM44.5 16a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0ZM61 21a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM80 31a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
        base!()
    ),
    detail: "M30 68C43 64 57 64 70 68",
    mark: BASE_MARK,
    ..EMPTY
};

const BISHOP: PieceShape = PieceShape {
    body: concat!(
        "M50 17C65 28 73 43 69 55C67 61 61 64 61 67L68 78H32L39 67C39 64 33 61 31 55C27 43 35 28 50 17ZM44.5 14a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z",
        base!()
    ),
    detail: "M59 30L49 46M36 65C45 62 55 62 64 65",
    mark: BASE_MARK,
    ..EMPTY
};

const TIE: PieceShape = PieceShape {
    body: "M21 12L33 32V68L21 88L9 68V32ZM79 12L91 32V68L79 88L67 68V32ZM30 45H70V55H30ZM33 50a17 17 0 1 0 34 0a17 17 0 1 0 -34 0Z",
    inset: "M40.5 46a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0Z",
    spots: "M46.5 46a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z",
    detail: "M21 22V78M12 50H30M79 22V78M70 50H88",
    turns: true,
    ..EMPTY
};

const X_WING: PieceShape = PieceShape {
    body: "M50 3L57 36L60 88Q50 94 40 88L43 36ZM46 46V66L15 38V26ZM54 46L85 26V38L54 66ZM46 60V78L15 86V74ZM54 60L85 74V86L54 78ZM9 8H17V42H9ZM83 8H91V42H83ZM9 58H17V90H9ZM83 58H91V90H83Z",
    inset: "M50 46L54.5 58V70H45.5V58Z",
    turns: true,
    ..EMPTY
};

const WALL: PieceShape = PieceShape {
    body: "M6 18H94V82H6Z",
    detail: "M6 39H94M6 61H94M36 18V39M66 18V39M21 39V61M50 39V61M79 39V61M36 61V82M66 61V82",
    turns: true,
    ..EMPTY
};

const DEATH_STAR: PieceShape = PieceShape {
    body: "M9 50a41 41 0 1 0 82 0a41 41 0 1 0 -82 0Z",
    inset: "M25 33a11 11 0 1 0 22 0a11 11 0 1 0 -22 0ZM28.5 33a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1 -15 0ZM9.5 47H90.5V53H9.5Z",
    detail: "M58 18H66V26H76M62 64H78M24 66H44M52 76H64M30 76H40M66 36H80",
    ..EMPTY
};

const NINJA: PieceShape = PieceShape {
    body: "M50 13C72 13 83 31 81 53C79 74 67 88 50 88C33 88 21 74 19 53C17 31 28 13 50 13ZM76 33L97 19L91 34L99 45L79 43Z",
    inset: "M23 40C40 35 60 35 77 40L74 58C58 63 42 63 26 58Z",
    spots: "M31 45L45 50C43 56 34 56 31 45ZM69 45L55 50C57 56 66 56 69 45Z",
    detail: "M20 33C40 26 60 26 79 33",
    scale: Some(0.9),
    mark: Some([50.0, 76.0, 5.0]),
    ..EMPTY
};

const SAMURAI: PieceShape = PieceShape {
    body: "M20 55C19 33 31 19 50 19C69 19 81 33 80 55L92 70L77 67L72 89H28L23 67L8 70ZM50 33C33 34 19 24 16 3C26 15 38 19 50 19C62 19 74 15 84 3C81 24 67 34 50 33Z",
    inset: "M30 52H70L67 78H33Z",
    spots: "M36 58L46 62C44 67 38 66 36 58ZM64 58L54 62C56 67 62 66 64 58ZM40 72H60V75H40Z",
    detail: "M50 34V50M24 51C40 46 60 46 76 51",
    scale: Some(0.91),
    mark: Some([50.0, 84.0, 4.0]),
    ..EMPTY
};

const MINI_NINJA: PieceShape = PieceShape {
    body: "M50 38C65 38 73 50 71 65C70 79 62 89 50 89C38 89 30 79 29 65C27 50 35 38 50 38Z",
    inset: "M32 57C44 53 56 53 68 57L66 69C56 73 44 73 34 69Z",
    spots: "M38 60L47 63.5C46 68 40 67 38 60ZM62 60L53 63.5C54 68 60 67 62 60Z",
    mark: Some([50.0, 80.5, 3.6]),
    ..EMPTY
};

const MINI_SAMURAI: PieceShape = PieceShape {
    body: "M30 68C29 52 37 42 50 42C63 42 71 52 70 68L79 78L69 77L65 90H35L31 77L21 78ZM47 34H53V44H47Z",
    inset: "M37 65H63L61 82H39Z",
    spots: "M41 69L48 72C47 75 43 75 41 69ZM59 69L52 72C53 75 57 75 59 69Z",
    detail: "M50 47V63",
    mark: Some([50.0, 86.3, 2.8]),
    ..EMPTY
};

const DISC: PieceShape = PieceShape {
    body: "M13 50a37 37 0 1 0 74 0a37 37 0 1 0 -74 0Z",
    detail: "M24 50a26 26 0 1 0 52 0a26 26 0 1 0 -52 0Z",
    mark: Some([50.0, 50.0, 13.0]),
    ..EMPTY
};

#[cfg(test)]
mod tests;
