import { useLayoutEffect } from "preact/hooks";
import { useSession } from "./context";
import { LessonView } from "./lesson/LessonView";
import { GameView } from "./panels/GameView";
import { Header } from "./panels/Header";
import { HelpDialog } from "./panels/HelpDialog";
import { Home } from "./panels/Home";
import { Later } from "./panels/Later";
import { MenuDialog } from "./panels/MenuDialog";
import { MicroscopeDialog } from "./panels/MicroscopeDialog";
import { NewGameDialog } from "./panels/NewGameDialog";
import { ResignDialog } from "./panels/ResignDialog";
import { RulesDialog } from "./panels/RulesDialog";
import { SettingsDialog } from "./panels/SettingsDialog";

const loadPuzzleView = () => import("./puzzles/PuzzleView");

export function App() {
  const { server, state, lessons, puzzles, friends } = useSession();
  const View =
    !server.known.value || friends.opening.value
      ? Waiting
      : lessons.lessonRef.value
        ? LessonView
        : puzzles.here.value
          ? Puzzles
          : state.gameRef.value
            ? GameView
            : Home;
  // A page that was scrolled down, as on a phone, would hide the board of the next view.
  useLayoutEffect(() => scrollTo(0, 0), [View]);
  return (
    <>
      <Header />
      <EngineFault />
      <View />
      <OpenDialog />
    </>
  );
}

const Puzzles = () => <Later load={loadPuzzleView} props={{}} />;

/** The error message if the engine could not be loaded into the browser. */
function EngineFault() {
  const { server, engine } = useSession();
  if (engine === "server" || !server.fault.value) return null;
  return (
    <div class="fault" role="alert" data-testid="engine-fault">
      <p>The engine could not be loaded: {server.fault.value}.</p>
      <button type="button" class="button wide" data-testid="load-again" onClick={() => server.reconnectNow()}>
        Try again
      </button>
    </div>
  );
}

function Waiting() {
  const { server, engine } = useSession();
  const fault = server.catalogueFault.value;
  return (
    <main class="waiting-page">
      <h1 class="visually-hidden">Skirmish</h1>
      {engine === "server" && !server.connected.value ? (
        <p>Waiting for the server. Is `skirmish web` running?</p>
      ) : fault ? (
        <div role="alert" data-testid="catalogue-fault">
          <p>The list of games could not be loaded: {fault}.</p>
          <button type="button" class="button wide" data-testid="retry" onClick={() => void server.loadCatalogue()}>
            Try again
          </button>
        </div>
      ) : (
        <p>Loading…</p>
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
    case "microscope":
      return <MicroscopeDialog />;
    case "resign":
      return <ResignDialog />;
    default:
      return null;
  }
}
