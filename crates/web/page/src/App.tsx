import { useSession } from "./context";
import { GameView } from "./panels/GameView";
import { Header } from "./panels/Header";
import { HelpDialog } from "./panels/HelpDialog";
import { Home } from "./panels/Home";
import { MenuDialog } from "./panels/MenuDialog";
import { NewGameDialog } from "./panels/NewGameDialog";
import { ResignDialog } from "./panels/ResignDialog";
import { RulesDialog } from "./panels/RulesDialog";
import { SettingsDialog } from "./panels/SettingsDialog";

export function App() {
  const { server, table } = useSession();
  return (
    <>
      <Header />
      {!server.known.value ? <Waiting /> : table.place.value ? <GameView /> : <Home />}
      <OpenDialog />
    </>
  );
}

function Waiting() {
  const { server } = useSession();
  const fault = server.catalogueFault.value;
  return (
    <main class="waiting-page">
      <h1 class="visually-hidden">Skirmish</h1>
      {!server.connected.value ? (
        <p>Waiting for the program: is `skirmish web` running?</p>
      ) : fault ? (
        <div role="alert" data-testid="catalogue-fault">
          <p>The list of games could not be loaded: {fault}.</p>
          <button type="button" class="button wide" data-testid="retry" onClick={() => void server.loadCatalogue()}>
            Try again
          </button>
        </div>
      ) : (
        <p>One moment.</p>
      )}
    </main>
  );
}

function OpenDialog() {
  switch (useSession().dialog.value) {
    case "new":
      return <NewGameDialog />;
    case "rules":
      return <RulesDialog />;
    case "help":
      return <HelpDialog />;
    case "settings":
      return <SettingsDialog />;
    case "menu":
      return <MenuDialog />;
    case "resign":
      return <ResignDialog />;
    default:
      return null;
  }
}
