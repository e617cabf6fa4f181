import { useSession } from "../context";
import { IconButton } from "./Icon";

export function Header() {
  const session = useSession();
  const { server, state, lessons, puzzles, settings, dialog, update, connectionStatus } = session;
  const dark = settings.dark.value;
  const size = state.gameRef.value?.game.split(":")[1];
  return (
    <header class="top">
      <button type="button" class="brand" onClick={() => session.goHome()} aria-label="Skirmish: all games">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="brand-a" d="M4 4H18V18H4Z" />
          <path class="brand-b" d="M14 14H28V28H14Z" />
          <path class="brand-c" d="M14 14H18V18H14Z" />
        </svg>
        <span>Skirmish</span>
      </button>
      {state.gameRef.value && <h1 class="title">{(state.game.value?.title ?? "") + (size ? ` ${size}` : "")}</h1>}
      {lessons.lessonRef.value && <h1 class="title">Learn {lessons.game.value?.title}</h1>}
      {puzzles.here.value && <h1 class="title">Puzzles {puzzles.game.value?.title}</h1>}
      <span class="connection" role="status" data-testid="connection" data-connected={server.connected.value}>
        <span>{connectionStatus.value.toLowerCase()}</span>
      </span>
      {update.value && (
        <button
          type="button"
          class="button newer"
          aria-label="Load the new version"
          data-testid="newer"
          onClick={update.value}
        >
          <span class="long">Load the new version</span>
          <span class="short">Update</span>
        </button>
      )}
      <nav class="top-buttons" aria-label="Main">
        <IconButton icon="plus" label="New game" testid="new-game" onClick={() => session.askForNewGame()} />
        <IconButton icon="book" label="Rules" testid="rules" onClick={() => (dialog.value = "rules")} />
        <IconButton
          icon={dark ? "sun" : "moon"}
          label={dark ? "Light colours" : "Dark colours"}
          testid="theme"
          onClick={() => (settings.theme.value = dark ? "light" : "dark")}
        />
        <IconButton
          icon={settings.sounds.value ? "sound" : "mute"}
          label={settings.sounds.value ? "Mute" : "Sounds on"}
          testid="sounds"
          onClick={() => (settings.sounds.value = !settings.sounds.value)}
        />
        <IconButton icon="menu" label="Menu" testid="menu" onClick={() => (dialog.value = "menu")} />
      </nav>
    </header>
  );
}
