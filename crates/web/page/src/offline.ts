import { signal, type ReadonlySignal } from "@preact/signals";

/**
 * Registers the service worker, which makes the site work offline. Returns an action that activates a newer version once it has been
 * downloaded; all tabs then reload.
 */
export function registerServiceWorker(): ReadonlySignal<(() => void) | null> {
  const update = signal<(() => void) | null>(null);
  const service = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!service) return update;
  // The first controller belongs to this page; a later one is a new version.
  let before = service.controller;
  service.addEventListener("controllerchange", () => {
    if (before) location.reload();
    before = service.controller;
  });
  const check = (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration;
    update.value = waiting && service.controller ? () => waiting.postMessage("take over") : null;
  };
  const follow = (registration: ServiceWorkerRegistration) => {
    check(registration);
    // A tab may be open for days.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration.update().catch(() => {});
    });
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => check(registration));
    });
  };
  // Without it, as in private windows, the page works all the same.
  service.register(new URL("service.js", document.baseURI)).then(follow, () => {});
  return update;
}
