import { leaveTable } from "../game/session";
import { connected, dialog, dialogGame, game, place } from "../game/state";
import { isDark, theme } from "../settings";
import { IconButton } from "./Icon";

export function Header() {
  return (
    <header class="top">
      <button type="button" class="brand" onClick={leaveTable} aria-label="Skirmish: all games">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="brand-a" d="M4 4H18V18H4Z" />
          <path class="brand-b" d="M14 14H28V28H14Z" />
          <path class="brand-c" d="M14 14H18V18H14Z" />
        </svg>
        <span>Skirmish</span>
      </button>
      {place.value && <h1 class="title">{title()}</h1>}
      <span class="connection" role="status" data-testid="connection" data-connected={connected.value}>
        {connected.value ? "" : "reconnecting…"}
      </span>
      <nav class="top-buttons" aria-label="Main">
        <IconButton
          icon="plus"
          label="New game"
          testid="new-game"
          onClick={() => {
            dialogGame.value = null;
            dialog.value = "new";
          }}
        />
        <IconButton icon="book" label="Rules" testid="rules" onClick={() => (dialog.value = "rules")} />
        <IconButton
          icon={isDark() ? "sun" : "moon"}
          label={isDark() ? "Light colours" : "Dark colours"}
          testid="theme"
          onClick={() => (theme.value = isDark() ? "light" : "dark")}
        />
        <IconButton icon="menu" label="Menu" testid="menu" onClick={() => (dialog.value = "menu")} />
      </nav>
    </header>
  );
}

function title(): string {
  const size = place.value?.game.split(":")[1];
  return (game.value?.title ?? "") + (size ? ` ${size}` : "");
}
