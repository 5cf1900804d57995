/** Edits formatted text in place in the draft. Its script loads with the first such text. */
import { effect } from "@preact/signals";
import { fieldServices } from "../../api/fieldServices.ts";
import { uploadedPicture } from "../../pickers/uploadedPicture.ts";
import type { RichState, TextCaret } from "../../rich/model/rich.ts";
import type { Studio } from "../studio/studio.ts";
import { textValueAt } from "../page/values.ts";
import { writeField } from "../studio/writeField.ts";
import { type MarkedText, nodesOf } from "../draft/marks.ts";
import type { FrameView } from "../draft/view.ts";

function wrapped(mark: MarkedText): HTMLElement {
  const host = mark.open.ownerDocument.createElement("div");
  host.setAttribute("data-editor-rich", "");
  host.append(...nodesOf(mark));
  mark.open.after(host);
  return host;
}

/**
 * Copies the classes around the text to the text box, so that the page's rules, such as for paragraphs, apply in it.
 */
function dressAs(host: HTMLElement): void {
  const names = host.parentElement?.classList ?? [];
  host.querySelector(".ProseMirror")?.classList.add(...names);
}

/** A formatted text that the member clicked, and where. */
interface ClickedText {
  readonly mark: MarkedText;
  readonly label: string;
  readonly caret: TextCaret | undefined;
}

/** Opens a formatted text in the page; false if that is impossible, and the caller opens it in the panel. */
export async function openRich(studio: Studio, view: FrameView, { mark, label, caret }: ClickedText): Promise<boolean> {
  const { editor, client, rich: writing } = studio;
  const services = fieldServices(client);
  const openRichText = await services.loadRichText().catch(() => undefined);
  // Meanwhile the member may have clicked elsewhere, or a second time.
  if (!view.isOpening(mark)) return true;
  const fields = editor.section(mark.section)?.fields;
  if (!openRichText || !fields || !mark.open.isConnected) return false;
  const host = wrapped(mark);
  let state: RichState | null = null;
  /** The value of the field that the text box builds on. */
  let seen = textValueAt(fields, mark.pointer);
  const rich = openRichText({
    element: host,
    markdown: seen,
    label,
    caret: caret ?? "end",
    onInput: (markdown) => {
      const before = seen;
      seen = markdown;
      writeField(studio, mark.section, mark.pointer, markdown, before);
    },
    onLeave: () => view.leave(),
    onState: (next) => {
      state = next;
      if (writing.peek()) writing.value = { rich, state, asked: writing.peek()?.asked ?? null };
    },
    onAsk: (asked) => (writing.value = { rich, state, asked }),
    services: { upload: uploadedPicture(services) },
  });
  writing.value = { rich, state, asked: null };
  // Another member, another tab or an undo may change the text while it is open.
  const unfollow = effect(() => {
    const value = textValueAt(editor.section(mark.section)?.fields ?? {}, mark.pointer);
    if (value !== seen && rich.show(value)) seen = value;
  });
  view.hold(host, {
    focus: () => rich.focus(),
    end: () => {
      writing.value = null;
      rich.flush();
      unfollow();
      rich.close();
      host.replaceWith(...host.childNodes);
      editor.closeStep();
    },
  });
  dressAs(host);
  rich.focus();
  return true;
}
