import type { ComponentChildren, JSX } from "preact";
import { CANVAS } from "../../document/words.ts";
import { useModal } from "../../pickers/useModal.ts";
import { IconButton } from "./IconButton.tsx";

interface Props {
  readonly label: string;
  /** Leaves room for two pictures side by side. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog of the browser, which traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ label, isWide = false, onClose, children }: Props): JSX.Element {
  const { dialog, closed } = useModal(onClose);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "dialog is-wide" : "dialog"}
      aria-label={label}
      onClose={closed}
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
