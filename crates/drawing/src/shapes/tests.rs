use std::fmt::Write;
use std::path::Path;

use skirmish_games::GameId;

use super::*;

/// The shapes as the page reads them, formatted as prettier does.
fn typescript() -> String {
    let mut text = String::from(
        "// Generated from crates/drawing/src/shapes.rs by `SKIRMISH_WRITE=1 cargo test -p skirmish-drawing typescript`. Do not edit.\n\
        import type { PieceShape } from \"./shapes\";\n\n\
        /** The drawings by the name that the games give their pieces. */\n\
        export const DRAWINGS: Readonly<Record<string, PieceShape>> = {\n",
    );
    for (kind, shape) in SHAPES {
        let plain = kind.chars().all(|c| c.is_ascii_alphanumeric());
        let _ = if plain { writeln!(text, "  {kind}: {{") } else { writeln!(text, "  {kind:?}: {{") };
        let paths = [("body", shape.body), ("inset", shape.inset), ("spots", shape.spots), ("detail", shape.detail)];
        for (name, data) in paths.into_iter().filter(|(_, data)| !data.is_empty()) {
            let _ = writeln!(text, "    {name}: {data:?},");
        }
        if let Some(scale) = shape.scale {
            let _ = writeln!(text, "    scale: {scale},");
        }
        for (name, _) in [("mirrored", shape.mirrored), ("turns", shape.turns)].into_iter().filter(|(_, on)| *on) {
            let _ = writeln!(text, "    {name}: true,");
        }
        if let Some([x, y, half]) = shape.mark {
            let _ = writeln!(text, "    mark: [{x}, {y}, {half}],");
        }
        text += "  },\n";
    }
    text + "};\n"
}

/// The page draws the same shapes.
#[test]
fn the_typescript_has_these_shapes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/src/pieces/drawings.ts");
    if std::env::var_os("SKIRMISH_WRITE").is_some() {
        std::fs::write(&path, typescript()).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, typescript(), "run SKIRMISH_WRITE=1 cargo test -p skirmish-drawing typescript");
}

#[test]
fn every_piece_of_every_game_has_a_drawing_and_every_drawing_a_piece() {
    let kinds: Vec<&str> =
        GameId::all().flat_map(|game| (game.info().setup.palette)()).map(|piece| piece.kind).collect();
    for kind in &kinds {
        assert!(shape_of(kind).is_some(), "{kind}");
    }
    for (kind, _) in SHAPES {
        assert!(kinds.contains(kind), "{kind}");
    }
}
