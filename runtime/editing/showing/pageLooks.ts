import { shownSections } from "../../documents/content/entry.ts";
import type { Page } from "../../documents/content/content.ts";
import type { StoredDocument } from "../../documents/documents.ts";
import type { History } from "../../documents/history.ts";
import { looksSince } from "../operations/looks.ts";
import { findSection, sectionIds } from "../operations/sectionTree.ts";
import type { Pinned } from "../../snapshots/pinned.ts";
import type { PageLooksView } from "./views.ts";
import { type ShownSection, boundedHtml } from "./bounded.ts";
import { type DraftMoment, type MomentParts, draftView } from "./moment.ts";

export interface PageLooksParts extends Pick<MomentParts, "documents"> {
  readonly history: History;
  readonly draftMoment: DraftMoment;
}

export interface LooksAsked {
  readonly page: string;
  /** The version that the caller shows now. */
  readonly seen: number;
  /** The version that the caller wants to show. */
  readonly version: number;
}

/** Tells an editor how to update its view of a page without loading the whole draft. It never calls a plugin. */
export async function pageLooks(
  { documents, history, draftMoment }: PageLooksParts,
  site: string,
  { page: id, seen, version }: LooksAsked,
): Promise<PageLooksView> {
  const pinned = await draftMoment.now(site);
  const page = documents.get(site, "page", id, pinned.change);
  // The edit before this read has succeeded, so a page deleted since is no error.
  if (!page) return { change: pinned.change, order: [], sections: [], beyond: true };
  const before = history.revision(site, id, seen)?.body;
  const { sections, beyond } = looksSince(before, page.body);
  return {
    change: pinned.change,
    order: shownSections(page.body).map((section) => section.id),
    sections: page.version === version ? shown(pinned, page, sections) : sections.map(untold),
    beyond: beyond || page.version !== version || embedsMore(pinned, before, page.body),
  };
}

const untold = (id: string): ShownSection => ({ id, html: null });

/**
 * Tells whether the page embeds further origins. They need another policy, which only loading the draft again brings.
 */
function embedsMore(pinned: Pinned, before: Page | undefined, now: Page): boolean {
  const { renderer } = pinned.plugins;
  const known = before ? renderer.embeds(pinned.placed(before)) : [];
  return renderer.embeds(pinned.placed(now)).some((origin) => !known.includes(origin));
}

/** The sections' HTML. Sections with computed data are null: only loading the draft calls their plugin. */
function shown(pinned: Pinned, page: StoredDocument<"page">, wanted: readonly string[]): ShownSection[] {
  const { renderer } = pinned.plugins;
  const whole = pinned.placed(page.body);
  const computed = new Set(renderer.dataNeeds(whole).flatMap(({ sections }) => sections.map(({ id }) => id)));
  const { id, version, body } = page;
  const { html, sections } = renderer.page({ id, version, page: body, site: draftView(pinned), mode: "edit" });
  const known = wanted.map((section) => {
    const sectionHtml = sections.get(section);
    // A template may change its slots' HTML, and then the page does not contain the section's own HTML.
    const isShown = sectionHtml !== undefined && !holdsAny(whole, section, computed) && html.includes(sectionHtml);
    return { id: section, html: isShown ? sectionHtml : null };
  });
  return boundedHtml(known);
}

function holdsAny(page: Page, id: string, wanted: ReadonlySet<string>): boolean {
  const section = findSection(page.sections, id);
  return section !== undefined && sectionIds([section]).some((inside) => wanted.has(inside));
}
