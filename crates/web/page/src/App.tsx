import { connected, dialog, hello, place } from "./game/state";
import { Header } from "./panels/Header";
import { HelpDialog } from "./panels/HelpDialog";
import { Home } from "./panels/Home";
import { MenuDialog } from "./panels/MenuDialog";
import { NewGameDialog } from "./panels/NewGameDialog";
import { ResignDialog } from "./panels/ResignDialog";
import { RulesDialog } from "./panels/RulesDialog";
import { SettingsDialog } from "./panels/SettingsDialog";
import { Table } from "./panels/Table";

export function App() {
  return (
    <>
      <Header />
      {hello.value === null ? <Waiting /> : place.value ? <Table /> : <Home />}
      <OpenDialog />
    </>
  );
}

function Waiting() {
  return (
    <main class="waiting-page">
      <h1 class="visually-hidden">Skirmish</h1>
      <p>{connected.value ? "One moment." : "Waiting for the program: is `skirmish web` running?"}</p>
    </main>
  );
}

function OpenDialog() {
  switch (dialog.value) {
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
