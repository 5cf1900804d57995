import { DRAFT_SEARCH_PAGES_READ, EXCERPT_CHARS, SEARCH_HITS_DEFAULT } from "../../manifests/bounds/agents.ts";
import { encodePointer } from "../../manifests/refusals/pointer.ts";
import type { Page } from "../documents/content/content.ts";
import type { Section } from "../documents/content/section.ts";
import { fold } from "../search/words.ts";
import type { DraftPage } from "../documents/history.ts";
import type { DraftHitsView } from "./views.ts";

type Hit = DraftHitsView["items"][number];

/** The pages that contain the text, with its positions. `rows` are pages ordered by path. */
export function searchPages(rows: readonly DraftPage[], text: string): DraftHitsView {
  const wanted = fold(text);
  const items: Hit[] = [];
  let last: string | null = null;
  for (const row of rows) {
    const places = placesIn(row.body, wanted);
    if (places.length > 0)
      items.push({
        page: row.id,
        path: row.path,
        title: row.body.title,
        version: row.version,
        places: places.slice(0, SEARCH_HITS_DEFAULT),
      });
    last = row.path;
    if (items.length >= SEARCH_HITS_DEFAULT) break;
  }
  const isEnd = items.length < SEARCH_HITS_DEFAULT && rows.length < DRAFT_SEARCH_PAGES_READ;
  return { items, next: isEnd ? null : last };
}

type FoundText = Hit["places"][number];

function placesIn({ sections, ...page }: Page, wanted: string): FoundText[] {
  return [
    ...placesOf(page, "", wanted).map((place) => ({ section: null, ...place })),
    ...sections.flatMap((section) => inSection(section, wanted)),
  ];
}

function inSection({ id, fields, children = {} }: Section, wanted: string): FoundText[] {
  const inFields = placesOf(fields, "/fields", wanted).map((place) => ({ section: id, ...place }));
  return [
    ...inFields,
    ...Object.values(children)
      .flat()
      .flatMap((child) => inSection(child, wanted)),
  ];
}

/** Every string in a value that contains the wanted text, by its JSON pointer. */
function placesOf(value: unknown, pointer: string, wanted: string): Omit<FoundText, "section">[] {
  if (typeof value === "string") return excerptsOf(value, pointer, wanted);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => placesOf(item, pointer + encodePointer([name]), wanted));
}

function excerptsOf(text: string, pointer: string, wanted: string): Omit<FoundText, "section">[] {
  const at = fold(text).indexOf(wanted);
  if (at === -1) return [];
  const start = Math.max(0, at - EXCERPT_CHARS / 4);
  return [{ pointer, excerpt: text.slice(start, start + EXCERPT_CHARS) }];
}
