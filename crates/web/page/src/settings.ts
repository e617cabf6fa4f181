import { effect, signal, type Signal } from "@preact/signals";

/** A choice of the person that this browser remembers. */
function remembered<T extends string | number | boolean>(
  name: string,
  otherwise: T,
  allowed: (value: unknown) => boolean,
): Signal<T> {
  let first = otherwise;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`skirmish.${name}`) ?? "null");
    if (allowed(stored)) first = stored as T;
  } catch {
    // Storage that is closed or spoilt: the page works without.
  }
  const choice = signal<T>(first);
  effect(() => {
    const value = JSON.stringify(choice.value);
    try {
      localStorage.setItem(`skirmish.${name}`, value);
    } catch {
      // As above.
    }
  });
  return choice;
}

const flag = (value: unknown) => typeof value === "boolean";

export const theme = remembered<"auto" | "light" | "dark">("theme", "auto", (value) =>
  ["auto", "light", "dark"].includes(value as string),
);
export const animation = remembered<boolean>("animation", true, flag);
export const sounds = remembered<boolean>("sounds", false, flag);
export const shortcuts = remembered<boolean>("shortcuts", true, flag);
export const lineCount = remembered<number>("lines", 2, (value) => [1, 2, 3].includes(value as number));
/** What the last new game was played with. */
export const lastLevel = remembered<number>(
  "level",
  4,
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10,
);
export const lastTime = remembered<number>(
  "time",
  2000,
  (value) => Number.isInteger(value) && Number(value) >= 10 && Number(value) <= 60_000,
);

const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const systemDark = signal(darkness.matches);
const systemStill = signal(stillness.matches);
darkness.addEventListener("change", () => (systemDark.value = darkness.matches));
stillness.addEventListener("change", () => (systemStill.value = stillness.matches));

/** Whether pieces travel: if nobody, neither here nor in the system, asked for stillness. */
export const moving = () => animation.value && !systemStill.value;

/** Keeps the document in the chosen look. */
export function applySettings(): void {
  effect(() => {
    const dark = theme.value === "dark" || (theme.value === "auto" && systemDark.value);
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    document.documentElement.dataset["motion"] = moving() ? "on" : "off";
  });
}

/** Whether the page is dark now. */
export const isDark = () => theme.value === "dark" || (theme.value === "auto" && systemDark.value);
