/** The rules of entries that stand on other pages: they hold no other such entry, and do not go while a page shows them. */
import { BACK_LINKS_LISTED } from "../../../manifests/bounds/documents.ts";
import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Navigation, Page } from "../../documents/content/content.ts";
import { type PlacingTypes, entryPlaced, placingIn } from "../../documents/content/placing.ts";
import { sectionPointer } from "../../documents/content/sectionWalk.ts";
import { type DocumentWrite, type Documents, ONLY } from "../../documents/documents.ts";
import { draftTypes } from "./typedReferences.ts";
import type { PageIndex } from "../../documents/pageIndex.ts";
import type { PluginShelf } from "../../plugins/states/shelf.ts";

export interface PlacingParts {
  readonly documents: Pick<Documents, "placeOf" | "change" | "only">;
  readonly pageIndex: Pick<PageIndex, "containing">;
  readonly plugins: PluginShelf;
}

/** The content types whose entries stand on other pages. */
const typesPlaced = (types: PlacingTypes): ReadonlySet<string> => new Set([...types.values()].map(({ of }) => of));

/** An entry that shows another one could, by way of others, come to show itself. */
export function placingIssues(body: Page, types: PlacingTypes): Issue[] {
  if (body.type === undefined || !typesPlaced(types).has(body.type)) return [];
  return placingIn(body, types).map(({ id, type }) => ({
    pointer: sectionPointer(body.sections, id) ?? "/sections",
    found: type,
    allowed: "no section that shows another entry, because this entry stands on other pages itself",
  }));
}

/** Faults of the regions of every page. What they named before may stay while its plugin is inactive. */
export function regionIssues(
  { documents, plugins }: Pick<PlacingParts, "plugins" | "documents">,
  site: string,
  { regions = {} }: Navigation,
  beside: readonly DocumentWrite[],
): Issue[] {
  const placed = typesPlaced(plugins.forSite(site).renderer.placing);
  const typeOf = draftTypes(documents, site, beside);
  const before = documents.only(site, "navigation").body.regions ?? {};
  return (["header", "footer"] as const).flatMap((name) =>
    (regions[name] ?? []).flatMap((link, index): Issue[] => {
      const type = typeOf(link.slice("page:".length));
      const isKnown = (type != null && placed.has(type)) || before[name]?.includes(link);
      if (isKnown) return [];
      return [{ pointer: `/regions/${name}/${index}`, found: link, allowed: "a shared section of this site" }];
    }),
  );
}

const inRegions = ({ regions = {} }: Navigation, id: string): boolean =>
  Object.values(regions).some((links) => links?.includes(`page:${id}`));

/** Refuses writes that take an entry away which pages of the draft still show. A page that goes with it shows it no more. */
export function requireUnplaced(parts: PlacingParts, site: string, writes: readonly DocumentWrite[]): void {
  const { documents, plugins } = parts;
  const types = plugins.forSite(site).renderer.placing;
  const placed = typesPlaced(types);
  if (placed.size === 0) return;
  const written = new Map(writes.flatMap(({ kind, id, body }) => (kind === "page" ? [[id, body as Page | null]] : [])));
  const isPlaced = (type: string | null | undefined): boolean => type != null && placed.has(type);
  for (const [id, body] of written) {
    if (isPlaced(body?.type) || !isPlaced(documents.placeOf(site, id, documents.change(site))?.type)) continue;
    const { items, more } = usesAfter(parts, site, id, { types, written });
    const menus = writes.find(({ kind }) => kind === "navigation")?.body ?? documents.only(site, "navigation").body;
    const uses = inRegions(menus as Navigation, id) ? [...items, REGIONS] : items;
    if (uses.length > 0) throw new Refusal("CONFLICT", { conflict: "page_used", uses, more });
  }
}

interface Change {
  readonly types: PlacingTypes;
  /** The pages that the change writes. */
  readonly written: ReadonlyMap<string, Page | null>;
}

/** The pages of the draft that show an entry after a change. */
function usesAfter({ pageIndex }: PlacingParts, site: string, id: string, { types, written }: Change): Uses {
  const shows = (page: Page): boolean => placingIn(page, types).some((one) => entryPlaced(one, types) === id);
  return showing(pageIndex, site, id, (page, stored) => {
    const now = written.get(page);
    return now === undefined ? shows(stored) : now !== null && shows(now);
  });
}

interface Use {
  readonly kind: "page" | "navigation";
  readonly id: string;
  readonly path: string | null;
  readonly title: string | null;
}

interface Uses {
  readonly items: readonly Use[];
  readonly more: boolean;
}

/** The menus' document, which keeps the regions. */
const REGIONS: Use = { kind: "navigation", id: ONLY, path: null, title: null };

const READ_AT_ONCE = 50;

function showing(
  pageIndex: PlacingParts["pageIndex"],
  site: string,
  id: string,
  shows: (page: string, stored: Page) => boolean,
): Uses {
  const items: Use[] = [];
  for (let after = ""; ;) {
    const found = pageIndex.containing(site, JSON.stringify(id), after, READ_AT_ONCE);
    for (const { id: page, path, title, body } of found)
      if (shows(page, JSON.parse(body) as Page)) items.push({ kind: "page", id: page, path, title });
    if (items.length > BACK_LINKS_LISTED) return { items: items.slice(0, BACK_LINKS_LISTED), more: true };
    if (found.length < READ_AT_ONCE) return { items, more: false };
    after = found.at(-1)?.path ?? "";
  }
}
