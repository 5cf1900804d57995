import type { ComponentChildren, JSX } from "preact";
import { IconButton } from "./IconButton.tsx";
import { useModal } from "./useModal.ts";

interface Props {
  readonly title: string;
  /** The label of a button in the corner that closes the dialog. A dialog without one has a button of its own. */
  readonly close?: string;
  /** `wide` leaves room for two pictures side by side. */
  readonly look?: "wide" | "picker";
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const LOOKS = { plain: "dialog", wide: "dialog is-wide", picker: "dialog picker" } as const;

/**
 * A modal dialog of the browser, which traps the focus, closes on Escape and gives the focus back. A dialog may stand
 * in a control that handles keys, such as a list, so its keys go no further.
 */
export function Dialog({ title, close, look, onClose, children }: Props): JSX.Element {
  const { dialog, closed } = useModal(onClose);
  return (
    <dialog
      ref={dialog}
      class={LOOKS[look ?? "plain"]}
      aria-label={title}
      onClose={closed}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-box">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {children}
        {close !== undefined && (
          <div class="dialog-close">
            <IconButton icon="close" label={close} onClick={onClose} />
          </div>
        )}
      </div>
    </dialog>
  );
}
