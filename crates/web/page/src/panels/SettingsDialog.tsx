import type { Signal } from "@preact/signals";
import { change } from "../game/session";
import { dialog, game, nameOf, place } from "../game/state";
import type { Seat } from "../game/address";
import type { Side } from "../messages";
import { animation, shortcuts, sounds, theme } from "../settings";
import { Dialog } from "./Dialog";
import { Choice, Strength } from "./NewGameDialog";

export function SettingsDialog() {
  const here = place.value;
  return (
    <Dialog title="Settings" name="settings" game={game.value?.id} onClose={() => (dialog.value = null)}>
      <div class="form">
        {here && (
          <>
            {(["south", "north"] as Side[]).map((side) => (
              <Choice
                key={side}
                legend={`${nameOf(side)} is played by`}
                name={`seat-${side}`}
                value={here[side]}
                options={[
                  ["person", "A person"],
                  ["engine", "The engine"],
                ]}
                onChange={(value) => change({ [side]: value as Seat })}
              />
            ))}
            <Strength
              level={here.level}
              time={here.time}
              onLevel={(level) => change({ level })}
              onTime={(time) => change({ time })}
            />
          </>
        )}
        <Choice
          legend="Colours"
          name="theme"
          value={theme.value}
          options={[
            ["auto", "As the system"],
            ["light", "Light"],
            ["dark", "Dark"],
          ]}
          onChange={(value) => (theme.value = value as "auto" | "light" | "dark")}
        />
        <Switch name="animation" label="Pieces travel to their squares" choice={animation} />
        <Switch name="sounds" label="Sounds" choice={sounds} />
        <Switch name="shortcuts" label="Single keys as shortcuts" choice={shortcuts} />
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
