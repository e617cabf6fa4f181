import { useMemo } from "preact/hooks";
import { plainVoice } from "../game/voice";
import type { View } from "../messages";
import { geometryOf, viewBox } from "./geometry";
import { BoardBackground } from "./BoardBackground";
import { Arrows, type Arrow } from "./Overlay";
import { Pieces } from "./Pieces";
import { Squares, type SquareLook } from "./Squares";
import type { TargetKind } from "./targets";

const NOBODY = plainVoice(["", ""]);

interface Props {
  view: View;
  game: string;
  label: string;
  arrows?: readonly Arrow[];
  flipped?: boolean;
  /** Marked squares. */
  marks?: ReadonlyMap<string, TargetKind>;
}

/** A board without interaction. */
export function Picture({ view, game, label, arrows, flipped = false, marks }: Props) {
  const looks = useMemo(() => {
    const marked = [...(marks ?? [])].map(([square, kind]) => [square, { target: { kind, effects: [] } }] as const);
    return new Map<string, SquareLook>(marked);
  }, [marks]);
  const geometry = useMemo(() => geometryOf(view, flipped), [view, flipped]);
  return (
    <svg class={`board picture skin-${game}`} viewBox={viewBox(geometry)} role="img" aria-label={label}>
      <BoardBackground geometry={geometry} game={game} />
      <Squares view={view} geometry={geometry} voice={NOBODY} looks={looks} focus={null} />
      <Pieces view={view} geometry={geometry} animated={false} last={null} drag={null} dropped={null} />
      <Arrows arrows={arrows ?? []} geometry={geometry} />
    </svg>
  );
}
