import { signal, type ReadonlySignal } from "@preact/signals";

/**
 * Keeps the site for visits without a network, as far as the browser lets it. Returns how to put a newer version, once one has been
 * loaded, in place of the one at work: in all tabs at once, which then load themselves anew.
 */
export function registerServiceWorker(): ReadonlySignal<(() => void) | null> {
  const update = signal<(() => void) | null>(null);
  const service = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!service) return update;
  // The first version that takes over has brought this very page; every later one brings another.
  let before = service.controller;
  service.addEventListener("controllerchange", () => {
    if (before) location.reload();
    before = service.controller;
  });
  const look = (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration;
    update.value = waiting && service.controller ? () => waiting.postMessage("take over") : null;
  };
  const follow = (registration: ServiceWorkerRegistration) => {
    look(registration);
    // A tab may be open for days.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration.update().catch(() => {});
    });
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => look(registration));
    });
  };
  // A browser that does not let it, as in private windows, shows the page all the same.
  service.register(new URL("service.js", document.baseURI)).then(follow, () => {});
  return update;
}
