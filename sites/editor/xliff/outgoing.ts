/** Makes the units of a page: its texts now, with the translations that there are. */
import type { Page } from "../../../runtime/documents/content/content.ts";
import { coded } from "./codes.ts";
import type { Unit, XliffFile } from "./document.ts";
import { type ReadDirectiveText, type UnitText, type Schemas, readDirectiveText, textsOfPage } from "./texts.ts";

export interface PagePair {
  readonly id: string;
  readonly version: number;
  readonly body: Page;
  /** The translation. Null if there is none. */
  readonly translation: { readonly id: string; readonly version: number; readonly body: Page } | null;
  /** Ids of units whose source has changed since they were translated. An id stands for all ids below it, too. */
  readonly changed: ReadonlySet<string>;
}

export function xliffFileOf({ id, version, body, translation, changed }: PagePair, schemas: Schemas): XliffFile {
  const translated = new Map(
    (translation ? textsOfPage(translation.body, schemas) : []).map((text) => [text.id, text]),
  );
  const isChanged = (unit: string): boolean => [...changed].some((one) => unit === one || unit.startsWith(`${one}.`));
  const isRead = readDirectiveText(schemas);
  const units = textsOfPage(body, schemas).map((text) =>
    unitOf(text, translated.get(text.id), { isChanged: isChanged(text.id), isRead }),
  );
  return { id, original: body.path, version, units };
}

/** A text that was copied and not translated counts as not translated. */
function unitOf(
  { id, name, text, isMarkdown }: UnitText,
  other: UnitText | undefined,
  { isChanged, isRead }: { readonly isChanged: boolean; readonly isRead: ReadDirectiveText },
): Unit {
  const { pieces, codes } = coded(text, isMarkdown, isRead);
  const isDone = other !== undefined && other.text !== text;
  return {
    id,
    name,
    source: pieces,
    codes,
    target: isDone ? targetOf(other, codes, isRead) : null,
    state: isDone && !isChanged ? "translated" : "initial",
  };
}

/** A translation with the codes of the source. A target that the source does not have stays as words. */
function targetOf({ text, isMarkdown }: UnitText, codes: Unit["codes"], isRead: ReadDirectiveText): Unit["target"] {
  const split = coded(text, isMarkdown, isRead);
  const free = Object.entries(codes);
  return split.pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    const target = split.codes[piece.code] ?? "";
    const at = free.findIndex(([, one]) => one === target);
    const [found] = at === -1 ? [] : free.splice(at, 1);
    return found ? { code: found[0] } : target;
  });
}
