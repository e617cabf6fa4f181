import { useMemo } from "preact/hooks";
import type { View } from "../messages";
import { geometryOf, viewBox } from "./geometry";
import { BoardBackground } from "./BoardBackground";
import { Arrows, type Arrow } from "./Overlay";
import { Pieces } from "./Pieces";
import { Squares } from "./Squares";

interface Props {
  view: View;
  game: string;
  label: string;
  arrows?: readonly Arrow[];
  flipped?: boolean;
}

/** A board without interaction. */
export function Picture({ view, game, label, arrows, flipped = false }: Props) {
  const geometry = useMemo(() => geometryOf(view, flipped), [view, flipped]);
  return (
    <svg class={`board picture skin-${game}`} viewBox={viewBox(geometry)} role="img" aria-label={label}>
      <BoardBackground geometry={geometry} game={game} />
      <Squares view={view} geometry={geometry} sides={["", ""]} looks={new Map()} focus={null} />
      <Pieces view={view} geometry={geometry} animated={false} last={null} drag={null} dropped={null} />
      <Arrows arrows={arrows ?? []} geometry={geometry} />
    </svg>
  );
}
