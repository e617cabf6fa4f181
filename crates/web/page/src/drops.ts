import type { PageSession } from "./session";

/** Opens a file that is dropped on the page as a trace of a search, from now on. */
export function listenForDrops(session: PageSession): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  // Otherwise the browser would leave the page and show the file.
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) session.openMicroscope(file);
  });
}
