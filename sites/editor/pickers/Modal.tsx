import type { ComponentChildren, JSX } from "preact";
import { useModal } from "./useModal.ts";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog of the browser, which traps the focus, closes on Escape and gives the focus back. */
export function Modal({ title, onClose, children }: Props): JSX.Element {
  const { dialog, closed } = useModal(onClose);
  return (
    <dialog
      ref={dialog}
      class="dialog picker"
      aria-label={title}
      onClose={closed}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-box">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
