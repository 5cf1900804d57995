/** Edits a plain text in place in the draft. */
import { isComposingKey } from "../../document/composing.ts";
import { registerTyped } from "../../document/typed.ts";
import { textPlaceAt } from "./caret.ts";
import { type MarkedText, nodesOf } from "./marks.ts";

export interface TextEvents {
  readonly input: (text: string) => void;
  readonly leave: () => void;
  /** Moves on to the next or previous text; false if there is none. */
  readonly next: (by: 1 | -1) => boolean;
}

export interface TextField {
  readonly mark: MarkedText;
  readonly host: HTMLElement;
  /** Shows another text, such as after an undo. Does nothing during a composition. */
  show(text: string): void;
  close(): void;
}

/** Replaces the special spaces that browsers insert so that a space stays visible. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ").replaceAll("\u200b", "");

function wrapped(mark: MarkedText, text: string): HTMLElement {
  const host = mark.open.ownerDocument.createElement("editor-text");
  for (const node of nodesOf(mark)) node.remove();
  host.textContent = text;
  mark.open.after(host);
  host.setAttribute("contenteditable", "plaintext-only");
  if (!host.isContentEditable) host.setAttribute("contenteditable", "true");
  host.setAttribute("role", "textbox");
  host.setAttribute("translate", "no");
  host.spellcheck = true;
  return host;
}

/** The text of a field, and its accessible name. */
interface NamedText {
  readonly text: string;
  readonly label: string;
}

/**
 * Opens a text with the field's value. What the page shows may differ: browsers and extensions translate pages, and
 * their words must not become the text.
 */
export function openText(mark: MarkedText, named: NamedText, { input, leave, next }: TextEvents): TextField {
  const host = wrapped(mark, named.text);
  host.setAttribute("aria-label", named.label);
  /** The latest text that the member wrote. */
  let written = named.text;
  let isComposing = false;
  let isClosed = false;

  const text = (): string => plain(host.textContent ?? "");
  /** Reports an unfinished composition, because a closing tab does not wait for its end. */
  const forget = registerTyped(() => isComposing && input(text()));
  const write = (next: string): void => {
    written = next;
    host.textContent = next;
    caretToEnd(host);
  };
  // Takes back what no event announced.
  const unwatch = watchText(host, () => isComposing || isClosed || text() === written || write(written));
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    unwatch();
    forget();
    host.replaceWith(host.ownerDocument.createTextNode(isComposing ? text() : written));
  };
  const tell = (isPart: boolean): void => {
    written = text();
    if (!isPart) input(written);
  };

  host.addEventListener("compositionstart", () => (isComposing = true));
  host.addEventListener("compositionend", () => {
    isComposing = false;
    tell(false);
  });
  // WebKit removes a selected text before it says that a composition starts, and enters its result after the end.
  host.addEventListener("input", (event) => tell(isComposing || (event as InputEvent).isComposing));
  host.addEventListener("beforeinput", (event) => {
    if (event.inputType === "insertParagraph" || event.inputType === "insertLineBreak") event.preventDefault();
  });
  host.addEventListener("paste", (event) => pasted(event, host));
  host.addEventListener("drop", (event) => event.preventDefault());
  host.addEventListener("keydown", (event) => {
    if (isComposingKey(event) || isComposing) return;
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
    // After the last text, Tab keeps its usual meaning.
    if (event.key === "Tab" && next(event.shiftKey ? -1 : 1)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  host.addEventListener("blur", () => {
    // If the whole window lost the focus, or a dialog of the editor took it, the text stays open.
    if (!isClosed && host.ownerDocument.activeElement !== host && !document.querySelector("dialog[open]")) leave();
  });
  return {
    mark,
    host,
    show: (next) => {
      if (!isComposing && text() !== next) write(next);
    },
    close,
  };
}

/**
 * Calls a function after each change inside an element that no event announced. A watch sees an announced one before its
 * input event if an extension listens, too. Returns a function that ends it.
 */
function watchText(host: HTMLElement, changed: () => unknown): () => void {
  let isAnnounced = false;
  host.addEventListener("beforeinput", () => {
    isAnnounced = true;
    setTimeout(() => (isAnnounced = false));
  });
  const observer = new MutationObserver(() => isAnnounced || changed());
  observer.observe(host, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** Pastes as one line without markup. */
function pasted(event: ClipboardEvent, host: HTMLElement): void {
  event.preventDefault();
  const text = (event.clipboardData?.getData("text/plain") ?? "").replaceAll(/\s*[\r\n]+\s*/g, " ");
  const selection = host.ownerDocument.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  if (!range || !host.contains(range.commonAncestorContainer)) return;
  range.deleteContents();
  range.insertNode(host.ownerDocument.createTextNode(text));
  range.collapse(false);
  host.normalize();
  host.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}

export function caretToEnd(host: HTMLElement): void {
  const selection = host.ownerDocument.getSelection();
  selection?.selectAllChildren(host);
  selection?.collapseToEnd();
}

/** Puts the caret at a point; at the end of the text if the point is outside. */
export function caretAt(host: HTMLElement, x: number, y: number): void {
  host.focus({ preventScroll: true });
  const at = textPlaceAt(host.ownerDocument, x, y);
  if (at && host.contains(at.node)) host.ownerDocument.getSelection()?.collapse(at.node, at.offset);
  else caretToEnd(host);
}
