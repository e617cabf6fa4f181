import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../context";
import { range } from "../game/text";
import type { Invitation } from "../friends/friends";
import { FriendSetup } from "../friends/FriendSetup";
import { LearnButton } from "../lesson/LearnButton";
import type { GameInfo, Side } from "../messages";
import { baseOf } from "../server";
import type { Opponents } from "../session";
import { Dialog } from "./Dialog";

/** The times to offer. */
const MOVE_TIMES_MS: readonly number[] = [200, 500, 1000, 2000, 5000, 10_000, 30_000];

/** The dialog for a new game. */
export function NewGameDialog() {
  const session = useSession();
  const { settings } = session;
  const games = session.server.games.value;
  const here = session.state.gameRef.value;
  const [id, setId] = useState(session.dialogGame.value ?? (here ? baseOf(here.game) : (games[0]?.id ?? "")));
  const game = games.find((entry) => entry.id === id) ?? games[0];
  const [size, setSize] = useState(Number(here?.game.split(":")[1] ?? 0));
  const [mode, setMode] = useState(session.dialogOpponents.value);
  const [side, setSide] = useState<Side>("south");
  const [first, setFirst] = useState<"me" | "other">("me");
  const [live, setLive] = useState<Invitation["live"]>(
    session.server.hello.value?.rooms ? { clock: null, listed: true } : null,
  );
  const [level, setLevel] = useState(settings.level.value);
  const [northLevel, setNorthLevel] = useState(settings.level.value);
  const [time, setTime] = useState(settings.time.value);
  if (!game) return null;
  const sizes = game.sizes ? range(game.sizes.least, game.sizes.most) : [];
  const chosenSize = sizes.includes(size) ? size : game.sizes?.least;

  const hasSide = mode === "engine" || mode === "friend";
  const start = () => {
    const opener: Side = hasSide ? (first === "me" ? side : other(side)) : first === "me" ? "south" : "north";
    const person = (which: Side) => mode === "people" || (mode === "engine" && which === side);
    session.closeDialog();
    const chosen = chosenSize === game.sizes?.least ? game.id : `${game.id}:${chosenSize}`;
    if (mode === "friend") return session.friends.invite({ game: chosen, start: startFor(game, opener), side, live });
    if (mode !== "people") {
      settings.chosenLevel.value = level;
      settings.chosenTime.value = time;
    }
    session.play.newGame({
      game: chosen,
      start: startFor(game, opener),
      south: person("south") ? "person" : "engine",
      north: person("north") ? "person" : "engine",
      level,
      ...(mode === "watch" && northLevel !== level ? { northLevel } : {}),
      time,
      flipped: false,
    });
  };

  return (
    <Dialog title="New game" name="new" game={game.id} onClose={() => session.closeDialog()}>
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
        {game.lesson.length > 0 && session.lessons.progress.count(game) === 0 && (
          <p class="row">
            <LearnButton game={game} small />
          </p>
        )}
        {sizes.length > 0 && (
          <Choice
            legend="Pieces per side"
            name="size"
            value={String(chosenSize)}
            onChange={(value) => setSize(Number(value))}
            options={sizes.map((number) => [String(number), String(number)])}
          />
        )}
        <Choice
          legend="Who plays"
          name="mode"
          value={mode}
          onChange={(value) => setMode(value as Opponents)}
          options={[
            ["engine", "Me against the engine"],
            ["friend", "Play a friend"],
            ["people", "Two players here"],
            ["watch", "Engine against engine"],
          ]}
        />
        {mode === "friend" && <FriendSetup live={live} onLive={setLive} />}
        {hasSide && (
          <Choice
            legend="My side"
            name="side"
            value={side}
            onChange={(value) => setSide(value as Side)}
            options={[
              ["south", game.sides[0]],
              ["north", game.sides[1]],
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
              hasSide
                ? [
                    ["me", "Me"],
                    ["other", mode === "friend" ? "My friend" : "The engine"],
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
        {(mode === "engine" || mode === "watch") && (
          <Strength
            level={level}
            time={time}
            label={mode === "watch" ? `Level of ${game.sides[0]}` : "Level"}
            onLevel={setLevel}
            onTime={setTime}
          >
            {mode === "watch" && (
              <LevelSlider
                level={northLevel}
                label={`Level of ${game.sides[1]}`}
                testid="north-level"
                onLevel={setNorthLevel}
              />
            )}
          </Strength>
        )}
        <footer class="dialog-foot">
          <button type="submit" class="button wide primary" data-testid="start" autofocus>
            Start the game
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The start position in which a side moves first; `null` is the default. */
function startFor(game: GameInfo, opener: Side): string | null {
  const start = game.starts.findIndex(({ side }) => side === opener);
  return start > 0 ? (game.starts[start]?.position ?? null) : null;
}

const other = (side: Side): Side => (side === "south" ? "north" : "south");

interface StrengthProps {
  level: number;
  time: number;
  label?: string;
  onLevel: (level: number) => void;
  onTime: (time: number) => void;
  children?: ComponentChildren;
}

/** A level to choose. */
function LevelSlider({
  level,
  label,
  testid,
  onLevel,
}: {
  level: number;
  label: string;
  testid: string;
  onLevel: (level: number) => void;
}) {
  const limits = useSession().server.limits.value;
  return (
    <label>
      <span>
        {label} <output>{level}</output> of {limits?.level}
      </span>
      <input
        type="range"
        min="1"
        max={limits?.level}
        value={level}
        data-testid={testid}
        aria-label={label}
        aria-describedby="level-sees"
        onInput={(event) => onLevel(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** Level and time per move. */
export function Strength({ level, time, label = "Level", onLevel, onTime, children }: StrengthProps) {
  const { limits: known, catalogue } = useSession().server;
  const limits = known.value;
  if (!limits) return null;
  const offered = MOVE_TIMES_MS.filter((value) => value >= limits.minTimeMs && value <= limits.maxTimeMs);
  const times = offered.includes(time) ? offered : [...offered, time];
  return (
    <div class="strength">
      <LevelSlider level={level} label={label} testid="level" onLevel={onLevel} />
      {children}
      <label>
        <span>Maximum time per move</span>
        <select value={String(time)} data-testid="time" onChange={(event) => onTime(Number(event.currentTarget.value))}>
          {times.map((value) => (
            <option value={String(value)} selected={value === time}>
              {value / 1000} s
            </option>
          ))}
        </select>
      </label>
      <p class="soft sees" id="level-sees" aria-live="polite" data-testid="level-sees">
        {catalogue.value?.levels[level - 1]}
      </p>
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

/** A group of radio buttons. */
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
