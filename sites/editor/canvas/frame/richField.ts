/** Edits formatted text in place in the draft. Its script loads with the first such text. */
import { fieldServices } from "../../api/fieldServices.ts";
import { uploadedPicture } from "../../pickers/uploadedPicture.ts";
import type { RichState } from "../../rich/rich.ts";
import type { Studio } from "../studio/studio.ts";
import { textValueAt } from "../page/values.ts";
import { writeField } from "../studio/writeField.ts";
import type { MarkedText } from "../draft/marks.ts";
import { nodesOf } from "../draft/marks.ts";
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

/** Opens a formatted text in the page; false if that is impossible, and the caller opens it in the panel. */
export async function openRich(studio: Studio, view: FrameView, mark: MarkedText, label: string): Promise<boolean> {
  const { editor, client, rich: writing } = studio;
  const services = fieldServices(client);
  const openRichText = await services.loadRichText().catch(() => undefined);
  const fields = editor.section(mark.section)?.fields;
  if (!openRichText || !fields || !mark.open.isConnected) return false;
  const host = wrapped(mark);
  let state: RichState | null = null;
  const rich = openRichText({
    element: host,
    markdown: textValueAt(fields, mark.pointer),
    label,
    onInput: (markdown) => writeField(studio, mark.section, mark.pointer, markdown),
    onLeave: () => view.leave(),
    onState: (next) => {
      state = next;
      if (writing.peek()) writing.value = { rich, state, isLinking: writing.peek()?.isLinking ?? false };
    },
    onLink: () => (writing.value = { rich, state, isLinking: true }),
    services: { upload: uploadedPicture(services) },
  });
  writing.value = { rich, state, isLinking: false };
  view.hold(host, () => {
    writing.value = null;
    rich.flush();
    rich.close();
    host.replaceWith(...host.childNodes);
    editor.closeStep();
  });
  dressAs(host);
  rich.focus();
  return true;
}
