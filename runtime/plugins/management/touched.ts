/** Finds the draft's pages with sections that a plugin version shows differently from how they were written. */
import {
  TOUCHED_PAGES_LISTED,
  TOUCHED_SECTIONS_LISTED,
  TOUCHED_READ_PAGES,
} from "../../../manifests/bounds/plugins.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { type DrawnType, drawnTypes } from "../../../manifests/manifest/contentType.ts";
import type { Page } from "../../documents/content/content.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import type { Documents, StoredDocument } from "../../documents/documents.ts";
import { fitOf } from "../../templates/fitting.ts";
import type { TouchedView } from "./views.ts";

type Touch = "moved" | "kept" | "held" | "gone";
type TouchedPage = TouchedView["listed"][number];

/** The kinds of touches, the most urgent for an editor first. */
const WEIGHT: readonly Touch[] = ["gone", "held", "kept", "moved"];

function* pagesOf(documents: Documents, site: string): Generator<StoredDocument<"page">> {
  const at = documents.change(site);
  for (let after = ""; ;) {
    const some = documents.pages(site, at, after, TOUCHED_READ_PAGES);
    yield* some;
    const last = some.at(-1);
    if (!last || some.length < TOUCHED_READ_PAGES) return;
    after = last.id;
  }
}

function touchOf(
  types: ReadonlyMap<string, DrawnType>,
  type: string,
  fields: Page["sections"][number]["fields"],
): Touch | undefined {
  const item = types.get(type);
  if (!item) return "gone";
  const { issues, kept, moved } = fitOf(item, fields);
  if (issues.length > 0) return "held";
  return kept.length > 0 ? "kept" : moved ? "moved" : undefined;
}

export function touchedBy(documents: Documents, site: string, { id, contributes }: Manifest): TouchedView {
  const types = new Map(drawnTypes(contributes).map(({ item }) => [`${id}/${item.name}`, item]));
  const listed: TouchedPage[] = [];
  let total = 0;
  for (const { id: page, body } of pagesOf(documents, site)) {
    const touches = [...eachSection(shownSections(body))].flatMap(({ section: { id: section, type, fields } }) => {
      const touch = type.startsWith(`${id}/`) ? touchOf(types, type, fields) : undefined;
      return touch ? [{ section, touch }] : [];
    });
    if (touches.length === 0) continue;
    total += 1;
    const [worst] = touches.toSorted((one, other) => WEIGHT.indexOf(one.touch) - WEIGHT.indexOf(other.touch));
    if (worst && listed.length < TOUCHED_PAGES_LISTED)
      listed.push({
        page,
        path: body.path,
        sections: touches.length,
        ...worst,
        each: touches.slice(0, TOUCHED_SECTIONS_LISTED),
      });
  }
  return { total, listed };
}
