import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./Icon";

interface Props {
  title: string;
  name: string;
  wide?: boolean;
  /** As large as the window. */
  whole?: boolean;
  /** The game whose colour it has. */
  game?: string | undefined;
  onClose: () => void;
  children: ComponentChildren;
}

/** A modal dialog. Escape, the cross and a click outside close it; the focus returns to where it was, or to the game. */
export function Dialog({ title, name, wide, whole, game, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // A layout effect, so that the dialog is open before the first frame.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // It has scrolled to the button that got the focus.
      dialog.scrollTop = 0;
    }
    return () => {
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>("main.game-view")?.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog${wide ? " broad" : whole ? " whole" : ""}`}
      data-game={game}
      aria-labelledby={`${name}-title`}
      data-testid={`dialog-${name}`}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={`${name}-title`}>{title}</h2>
          <button type="button" class="button" onClick={onClose} aria-label="Close" data-testid="close">
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
