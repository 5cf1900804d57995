/** Sections on the clipboard: JSON that another page of this or another site can take. */
import type { Section } from "../../../../runtime/documents/content.ts";
import { newSection } from "../../../../runtime/documents/content.ts";
import { DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/documents.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import { CANVAS } from "../../words.ts";
import { say } from "../../../shared/editor/words/say.ts";
import type { Studio } from "./studio.ts";
import { sectionNameOf } from "./studio.ts";
import { paste, remove } from "./acts.ts";
import { treeRows } from "../page/tree.ts";

const KIND = "drawbridge:section";

export const clipboardText = (section: Section): string => JSON.stringify({ kind: KIND, section });

/** The section in a clipboard text; undefined for any other text. It is validated as strictly as at the site. */
export function clipboardSection(text: string): Section | undefined {
  if (text.length > DOCUMENT_MAX_BYTES || !text.includes(KIND)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || value["kind"] !== KIND) return undefined;
    const parsed = newSection.safeParse(value["section"]);
    return parsed.success ? { ...parsed.data, id: parsed.data.id ?? "section" } : undefined;
  } catch {
    return undefined;
  }
}

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

/**
 * Pastes the section in a text after another one; false if the text holds none. If the site lacks one of its types, a
 * message names the type and nothing is pasted.
 */
export function pasteText(studio: Studio, text: string, after: string | null): boolean {
  const { editor } = studio;
  const section = clipboardSection(text);
  if (!section) return false;
  const lacking = treeRows([section]).find((row) => !editor.types.has(row.section.type));
  if (lacking) editor.say(say(CANVAS.notices.lacking, { type: lacking.section.type }));
  else paste(studio, section, after);
  return true;
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
  if (!pasteText(studio, text, after)) studio.editor.say(CANVAS.notices.noPaste);
}
