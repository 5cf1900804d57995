import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { CANVAS } from "../../words.ts";
import { IconButton } from "./IconButton.tsx";

interface Props {
  readonly label: string;
  /** For pictures side by side. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The browser's own dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function Dialog({ label, isWide = false, onClose, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key: what is typed at once after the one that opened it belongs here.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "dialog is-wide" : "dialog"}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-box">
        {children}
        <div class="dialog-close">
          <IconButton icon="close" label={CANVAS.insert.cancel} onClick={onClose} />
        </div>
      </div>
    </dialog>
  );
}
