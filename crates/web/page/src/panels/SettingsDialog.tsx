import type { Signal } from "@preact/signals";
import { useSession } from "../context";
import type { Actor } from "../game/address";
import type { Side } from "../messages";
import type { BoardTheme, ColourTheme, PieceTheme } from "../settings";
import { Dialog } from "./Dialog";
import { Choice, Strength } from "./NewGameDialog";

export function SettingsDialog() {
  const session = useSession();
  const { state, play } = session;
  const { animation, board, coordinates, pieces, shortcuts, sounds, theme } = session.settings;
  const here = state.gameRef.value;
  return (
    <Dialog title="Settings" name="settings" game={state.game.value?.id} onClose={() => session.closeDialog()}>
      <div class="form">
        {here && here.friend === undefined && (
          <>
            {(["south", "north"] as Side[]).map((side) => (
              <Choice
                key={side}
                legend={`${state.nameOf(side)} is played by`}
                name={`seat-${side}`}
                value={here[side]}
                options={[
                  ["person", "A person"],
                  ["engine", "The engine"],
                ]}
                onChange={(value) => play.change({ [side]: value as Actor })}
              />
            ))}
            <Strength
              level={here.level}
              time={here.time}
              onLevel={(level) => play.change({ level })}
              onTime={(time) => play.change({ time })}
            />
          </>
        )}
        <Choice
          legend="Colours"
          name="theme"
          value={theme.value}
          options={[
            ["auto", "System"],
            ["light", "Light"],
            ["dark", "Dark"],
          ]}
          onChange={(value) => (theme.value = value as ColourTheme)}
        />
        <Choice
          legend="Boards"
          name="board"
          value={board.value}
          options={[
            ["own", "Of each game"],
            ["wood", "Wood"],
            ["slate", "Slate"],
          ]}
          onChange={(value) => (board.value = value as BoardTheme)}
        />
        <Choice
          legend="Pieces"
          name="pieces"
          value={pieces.value}
          options={[
            ["plain", "Black and white"],
            ["wood", "Wood"],
            ["vivid", "Yellow and blue"],
          ]}
          onChange={(value) => (pieces.value = value as PieceTheme)}
        />
        <Switch name="coordinates" label="Names of squares" choice={coordinates} />
        <Switch name="animation" label="Animate moves" choice={animation} />
        <Switch name="sounds" label="Sounds" choice={sounds} />
        <Switch name="shortcuts" label="Single-key shortcuts" choice={shortcuts} />
      </div>
    </Dialog>
  );
}

function Switch({ name, label, choice }: { name: string; label: string; choice: Signal<boolean> }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={choice.value}
        data-testid={`switch-${name}`}
        onChange={(event) => (choice.value = event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
