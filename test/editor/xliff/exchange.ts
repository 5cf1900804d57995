import type { Page } from "../../../runtime/documents/content/content.ts";
import { planTaking, type TakingParts, type TakingPlan } from "../../../sites/editor/xliff/incoming.ts";
import { xliffFileOf, type PagePair } from "../../../sites/editor/xliff/outgoing.ts";
import { readXliff } from "../../../sites/editor/xliff/reading.ts";
import { textSchemas } from "../../../sites/editor/xliff/texts.ts";
import { writeXliff } from "../../../sites/editor/xliff/writing.ts";

const TEXT = { $ref: "drawbridge:text" };

export const TYPES = [
  {
    type: "drawbridge.basics/hero",
    fields: {
      type: "object",
      additionalProperties: false,
      properties: {
        title: { type: "string", title: "Title", minLength: 1, maxLength: 40 },
        text: { $ref: "drawbridge:markdown", title: "Text" },
        anchor: { type: "string", title: "Anchor", pattern: "^[a-z]*$", maxLength: 20 },
        size: { type: "string", title: "Size", oneOf: [{ const: "small", title: "Small" }] },
        kind: { type: "string", title: "Kind", const: "boat" },
        image: { $ref: "drawbridge:image", title: "Picture" },
        cards: {
          type: "array",
          title: "Cards",
          items: { type: "object", additionalProperties: false, properties: { title: { ...TEXT, title: "Name" } } },
        },
      },
    },
  },
];

export const SOURCE: Page = {
  path: "/boats",
  title: "Boats & <planks>",
  noindex: true,
  sections: [
    {
      id: "hero",
      type: "drawbridge.basics/hero",
      fields: {
        title: "Wooden boats",
        text: "See [prices](page:prices) and\n\n**[mail](mailto:a@b.example)**.",
        anchor: "boats",
        image: { src: "/media/a.webp", alt: "A boat", width: 4, height: 3 },
        cards: [{ title: "First" }, { title: "Second" }],
      },
    },
    { id: "odd", type: "gone.plugin/thing", fields: { title: "Not exchanged" } },
  ],
};

/** A translation that was copied and has one text of its own. */
export const COPY: Page = {
  ...structuredClone(SOURCE),
  path: "/de/boats",
  title: "Boote",
  language: "de",
  translationOf: "boats",
  translatedFrom: { page: "boats", version: 3 },
};

export const pair = (translation: Page | null, changed: readonly string[] = []): PagePair => ({
  id: "boats",
  version: 5,
  body: SOURCE,
  translation: translation && { id: "boote", version: 2, body: translation },
  changed: new Set(changed),
});

const schemas = textSchemas(TYPES);

export const written = (one: PagePair): string =>
  writeXliff({ source: "en", target: "de", files: [xliffFileOf(one, schemas)] });

export const planning = (one: PagePair): TakingParts => ({
  language: "de",
  types: new Map(TYPES.map(({ type, fields }) => [type, fields])),
  schemas,
  pairOf: (id) => (id === one.id ? one : undefined),
  pathOf: (path) => `/de${path}`,
});

/** Plans a file with this text for the pair. */
export function planOf(one: PagePair, text: string): TakingPlan {
  const read = readXliff(text);
  if (!read.ok) throw new Error(read.error.fault);
  return planTaking(planning(one), read.value.files);
}

/** The file as a translator gives it back: each source with a mark before it, in the state `final`. */
export const translatedFile = (text: string): string =>
  text
    .replaceAll(/\n<target .*?<\/target>/gs, "")
    .replaceAll(
      /<source xml:space="preserve">(.*?)<\/source>/gs,
      (source, words: string) => `${source}\n<target>DE ${words}</target>`,
    )
    .replaceAll(/state="\w+"/g, 'state="final"');
