import { useMemo } from "preact/hooks";
import type { View } from "../messages";
import { layOut, viewBox } from "./geometry";
import { Ground } from "./Ground";
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

/** A board to look at only. */
export function Picture({ view, game, label, arrows, flipped = false }: Props) {
  const layout = useMemo(() => layOut(view, flipped), [view, flipped]);
  return (
    <svg class={`board picture skin-${game}`} viewBox={viewBox(layout)} role="img" aria-label={label}>
      <Ground layout={layout} game={game} />
      <Squares view={view} layout={layout} sides={["", ""]} looks={new Map()} focus={null} />
      <Pieces view={view} layout={layout} animated={false} last={null} drag={null} dropped={null} />
      <Arrows arrows={arrows ?? []} layout={layout} />
    </svg>
  );
}
