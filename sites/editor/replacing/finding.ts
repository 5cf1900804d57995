/** Finds words in the texts of pages, and plans what a replacement changes. */
import type { Page } from "../../../runtime/documents/content/content.ts";
import { coded } from "../xliff/codes.ts";
import { type Schemas, textsOfPage } from "../xliff/texts.ts";

export interface Wanted {
  readonly text: string;
  readonly replacement: string;
  /** True if upper and lower case differ. */
  readonly isExact: boolean;
  /** True if no letter or digit may stand beside the words. */
  readonly isWhole: boolean;
}

/** One text before and after. */
export interface TextChange {
  /** The titles of the fields on the way. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

/** A page, or the menus, with the changes of a replacement. */
export interface ReplacedPage {
  readonly page: string;
  readonly title: string;
  readonly path: string;
  readonly changes: readonly TextChange[];
  /** One item of a batch of the API. */
  readonly edit: object;
}

export interface StoredPage {
  readonly id: string;
  readonly version: number;
  readonly body: Page;
}

/** The words as a pattern. Signs of patterns among them are words, too. */
export function patternOf({ text, isExact, isWhole }: Wanted): RegExp {
  const words = text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const around = isWhole ? [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`] : ["", ""];
  return new RegExp(`${around[0]}${words}${around[1]}`, isExact ? "gu" : "giu");
}

/** Replaces words in a text. Targets of links in Markdown stay as they are. */
export function replacedIn(text: string, isMarkdown: boolean, wanted: Wanted): { after: string; count: number } {
  const pattern = patternOf(wanted);
  const { pieces, codes } = coded(text, isMarkdown);
  let count = 0;
  const inWords = (words: string): string =>
    words.replace(pattern, () => {
      count += 1;
      return wanted.replacement;
    });
  const after = pieces.map((piece) => (typeof piece === "string" ? inWords(piece) : codes[piece.code])).join("");
  return { after, count };
}

/** The changes of a page. Undefined if no text of it has the words. */
export function planPage(
  { id, version, body }: StoredPage,
  schemas: Schemas,
  wanted: Wanted,
): ReplacedPage | undefined {
  const found = textsOfPage(body, schemas).flatMap((place) => {
    const { after, count } = replacedIn(place.text, place.isMarkdown, wanted);
    return count === 0 || after === place.text ? [] : [{ place, after, count }];
  });
  if (found.length === 0) return undefined;
  const members = Object.fromEntries(
    found.flatMap(({ place, after }) => (place.section === null ? [[place.pointer.slice(1), after]] : [])),
  );
  const sections = Map.groupBy(
    found.filter(({ place }) => place.section !== null),
    ({ place }) => place.section,
  );
  const operations = [
    ...(Object.keys(members).length > 0 ? [{ op: "page", changes: members }] : []),
    ...[...sections].map(([section, texts]) => ({
      op: "set",
      section,
      fields: Object.fromEntries(texts.map(({ place, after }) => [place.pointer, after])),
    })),
  ];
  return {
    page: id,
    title: body.title,
    path: body.path,
    changes: found.map(({ place, after, count }) => ({ name: place.name, before: place.text, after, count })),
    edit: { do: "edit", page: id, expected: version, operations },
  };
}

/** Replaces words in the labels of a menu document, wherever they stand. Answers the changed labels. */
export function planMenus<Body>(
  body: Body,
  wanted: Wanted,
): { readonly body: Body; readonly changes: readonly TextChange[] } {
  const changes: TextChange[] = [];
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === "string" && name === "label") {
      const { after, count } = replacedIn(value, false, wanted);
      if (after !== value) changes.push({ name: "", before: value, after, count });
      return after;
    }
    if (Array.isArray(value)) return value.map((one) => walk(one, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
  };
  return { body: walk(body, "") as Body, changes };
}
