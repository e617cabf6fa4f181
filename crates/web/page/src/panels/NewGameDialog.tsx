import { useState } from "preact/hooks";
import { newGame } from "../game/session";
import { dialog, dialogGame, hello, place } from "../game/state";
import { baseOf } from "../game/state";
import type { Game, Side } from "../messages";
import { lastLevel, lastTime } from "../settings";
import { Dialog } from "./Dialog";

type Mode = "engine" | "people" | "watch";

export const TIMES: readonly [number, string][] = [
  [200, "0.2 s"],
  [500, "0.5 s"],
  [1000, "1 s"],
  [2000, "2 s"],
  [5000, "5 s"],
  [10_000, "10 s"],
  [30_000, "30 s"],
];

/** What a level is like, in a word or two. */
export function levelWords(level: number): string {
  return (
    [
      "first steps",
      "beginner",
      "careful",
      "casual",
      "attentive",
      "club",
      "strong",
      "very strong",
      "expert",
      "everything it has",
    ][level - 1] ?? ""
  );
}

/** The questions before a game. */
export function NewGameDialog() {
  const games = hello.value?.games ?? [];
  const here = place.value;
  const [id, setId] = useState(dialogGame.value ?? (here ? baseOf(here.game) : (games[0]?.id ?? "")));
  const game = games.find((entry) => entry.id === id) ?? games[0];
  const [size, setSize] = useState(Number(here?.game.split(":")[1] ?? 4));
  const [mode, setMode] = useState<Mode>("engine");
  const [side, setSide] = useState<Side>("south");
  const [first, setFirst] = useState<"me" | "other">("me");
  const close = () => (dialog.value = null);
  if (!game) return null;

  const start = () => {
    const opener: Side = mode === "engine" ? (first === "me" ? side : other(side)) : first === "me" ? "south" : "north";
    const person = (which: Side) => mode === "people" || (mode === "engine" && which === side);
    dialog.value = null;
    newGame({
      game: game.sizes && size !== game.sizes.least ? `${game.id}:${size}` : game.id,
      start: startFor(game, opener),
      south: person("south") ? "person" : "engine",
      north: person("north") ? "person" : "engine",
      level: lastLevel.value,
      time: lastTime.value,
      flipped: false,
    });
  };

  return (
    <Dialog title="New game" name="new" game={game.id} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Choice
          legend="Game"
          name="game"
          value={game.id}
          onChange={setId}
          options={games.map((entry) => [entry.id, entry.title])}
        />
        <p class="soft summary">{game.summary}</p>
        {game.sizes && (
          <Choice
            legend="Pieces a side"
            name="size"
            value={String(size)}
            onChange={(value) => setSize(Number(value))}
            options={range(game.sizes.least, Math.min(game.sizes.most, 8)).map((number) => [
              String(number),
              String(number),
            ])}
          />
        )}
        <Choice
          legend="Who plays"
          name="mode"
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          options={[
            ["engine", "Me against the engine"],
            ["people", "Two people here"],
            ["watch", "The engine, I watch"],
          ]}
        />
        {mode === "engine" && (
          <Choice
            legend="My side"
            name="side"
            value={side}
            onChange={(value) => setSide(value as Side)}
            options={[
              ["south", `${game.sides[0]} (bottom)`],
              ["north", `${game.sides[1]} (top)`],
            ]}
          />
        )}
        {game.opener === null ? (
          <Choice
            legend="First move"
            name="first"
            value={first}
            onChange={(value) => setFirst(value as "me" | "other")}
            options={
              mode === "engine"
                ? [
                    ["me", "Me"],
                    ["other", "The engine"],
                  ]
                : [
                    ["me", game.sides[0]],
                    ["other", game.sides[1]],
                  ]
            }
          />
        ) : (
          <p class="soft">{game.sides[game.opener === "south" ? 0 : 1]} moves first.</p>
        )}
        {mode !== "people" && (
          <Strength
            level={lastLevel.value}
            time={lastTime.value}
            onLevel={(value) => (lastLevel.value = value)}
            onTime={(value) => (lastTime.value = value)}
          />
        )}
        <button type="submit" class="button wide primary" data-testid="start">
          Start the game
        </button>
      </form>
    </Dialog>
  );
}

/** The position that lets a side begin; `null` is the usual start. */
function startFor(game: Game, opener: Side): string | null {
  const start = game.starts.findIndex(({ side }) => side === opener);
  return start > 0 ? (game.starts[start]?.position ?? null) : null;
}

const other = (side: Side): Side => (side === "south" ? "north" : "south");
const range = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, index) => least + index);

interface StrengthProps {
  level: number;
  time: number;
  onLevel: (level: number) => void;
  onTime: (time: number) => void;
}

/** How well and how long the engine thinks. */
export function Strength({ level, time, onLevel, onTime }: StrengthProps) {
  const times = TIMES.some(([value]) => value === time)
    ? TIMES
    : [...TIMES, [time, `${time / 1000} s`] as [number, string]];
  return (
    <div class="strength">
      <label>
        <span>
          Level <output>{level}</output> <span class="soft">{levelWords(level)}</span>
        </span>
        <input
          type="range"
          min="1"
          max="10"
          value={level}
          data-testid="level"
          onInput={(event) => onLevel(Number(event.currentTarget.value))}
        />
      </label>
      <label>
        <span>Time a move, at most</span>
        <select value={String(time)} data-testid="time" onChange={(event) => onTime(Number(event.currentTarget.value))}>
          {times.map(([value, text]) => (
            <option value={String(value)} selected={value === time}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ChoiceProps {
  legend: string;
  name: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** One of a few, side by side. */
export function Choice({ legend, name, value, options, onChange }: ChoiceProps) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="segments">
        {options.map(([option, text]) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              data-testid={`${name}-${option}`}
              onChange={() => onChange(option)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
