/** Sections on the clipboard: JSON that another page of this or another site can take. */
import type { Section } from "../../../../runtime/documents/content/section.ts";
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { type Studio, sectionNameOf } from "./studio.ts";
import { paste, remove } from "./acts.ts";
import { treeRows } from "../page/tree.ts";
import { SECTION_KIND } from "./sectionKind.ts";

export const clipboardText = (section: Section): string => JSON.stringify({ kind: SECTION_KIND, section });

export async function copy({ editor }: Studio, id: string): Promise<boolean> {
  const section = editor.section(id);
  if (!section) return false;
  try {
    await navigator.clipboard.writeText(clipboardText(section));
  } catch {
    editor.say(CANVAS.notices.noClipboard);
    return false;
  }
  sayCopied({ editor }, id);
  return true;
}

export const sayCopied = ({ editor }: Pick<Studio, "editor">, id: string): void =>
  editor.say(say(CANVAS.notices.copied, { name: sectionNameOf(editor, id) }));

export async function cut(studio: Studio, id: string): Promise<void> {
  if (await copy(studio, id)) remove(studio, id, CANVAS.notices.cut);
}

export const loadClipboardSection = () => import("./clipboardSection.ts").catch(() => undefined);

/**
 * Pastes the section in a text after another one, or says that the text holds none. If the site lacks one of its types,
 * a message names the type and nothing is pasted.
 */
export async function pasteText(studio: Studio, text: string, after: string | null): Promise<void> {
  const { editor } = studio;
  if (!text.includes(SECTION_KIND)) return editor.say(CANVAS.notices.noPaste);
  const reader = await loadClipboardSection();
  if (!reader) return editor.say(SCRIPT.lost);
  const section = reader.clipboardSection(text);
  if (!section) return editor.say(CANVAS.notices.noPaste);
  const lacking = treeRows([section]).find((row) => !editor.types.has(row.section.type));
  if (lacking) editor.say(say(CANVAS.notices.lacking, { type: lacking.section.type }));
  else paste(studio, section, after);
}

/** Undefined where the browser refuses it, or has none for a page without encryption. */
async function clipboardNow(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}

export async function pasteFromClipboard(studio: Studio, after: string | null): Promise<void> {
  const text = await clipboardNow();
  if (text === undefined) return studio.editor.say(CANVAS.notices.noClipboard);
  await pasteText(studio, text, after);
}
