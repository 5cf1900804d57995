import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { focusPlace, returnFocus } from "../document/focus.ts";

export interface ModalDialog {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly closed: () => void;
}

/**
 * Opens a modal dialog of the browser, and gives the focus back to where it was. A layout effect opens the dialog before
 * the next key event, so that fast typing goes into the dialog.
 */
export function useModal(onClose: () => void): ModalDialog {
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const before = focusPlace();
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      isGone.current = true;
      // While a modal dialog is open, nothing outside it can take the focus.
      opened?.close();
      if (before) returnFocus(before);
    };
  }, []);
  return { dialog, closed: () => void (isGone.current || onClose()) };
}

/** Gives the focus to an open text once its dialog has closed. Before that, the text cannot take it. */
export function useFocusAfter(isOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
}
