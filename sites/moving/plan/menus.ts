/** The menus of a source as those of the site. */
import { NAVIGATION_MAX_DEPTH, NAVIGATION_MAX_ITEMS, TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { type LanguageSettings, ownTag } from "../../../runtime/documents/content/languages.ts";
import type { Navigation } from "../../../runtime/documents/content/content.ts";
import { link } from "../../../runtime/documents/content/valueShapes.ts";
import type { MovedMenu, MovedMenuItem, MoveLoss } from "../tree/moved.ts";
import { languageCalled } from "./languages.ts";
import type { Links } from "./links.ts";
import type { PlannedMenus } from "./plan.ts";

type MenuItem = Navigation["menus"]["header"][number];

interface Planning {
  readonly links: Links;
  readonly settings: LanguageSettings;
  readonly losses: MoveLoss[];
}

export function plannedMenus(moved: readonly MovedMenu[], planning: Planning): PlannedMenus {
  const { settings, losses } = planning;
  const made = { header: [] as MenuItem[], footer: [] as MenuItem[] };
  const languages: Record<string, Navigation["menus"]> = {};
  for (const menu of moved) {
    const { place, name, at, language } = menu;
    const tag = language === undefined ? ownTag(settings) : languageCalled(settings, language);
    if (at === undefined || tag === undefined) {
      losses.push({
        place,
        what: `the menu ${name}, for which the site has no place`,
        kind: "a menu for which the site has no place",
      });
      continue;
    }
    const items = itemsOf(menu.items, 1, place, planning);
    if (items.length > NAVIGATION_MAX_ITEMS)
      losses.push({ place, what: entriesBeyond(items.length - NAVIGATION_MAX_ITEMS) });
    const kept = items.slice(0, NAVIGATION_MAX_ITEMS);
    if (tag === ownTag(settings)) made[at] = kept;
    else languages[tag] = { ...(languages[tag] ?? { header: [], footer: [] }), [at]: kept };
  }
  return { menus: made, languages };
}

const entriesBeyond = (count: number): string =>
  `${count === 1 ? "1 entry" : `${count} entries`} beyond ${NAVIGATION_MAX_ITEMS}`;

/** Entries deeper than a menu goes follow the entry above them. */
function itemsOf(items: readonly MovedMenuItem[], depth: number, place: string, planning: Planning): MenuItem[] {
  return items.flatMap(({ label, address, children }): MenuItem[] => {
    const below = itemsOf(children, Math.min(depth + 1, NAVIGATION_MAX_DEPTH), place, planning);
    const target = targetOf(address, place, planning) ?? below[0]?.link;
    if (target === undefined) {
      planning.losses.push({
        place,
        what: `the entry ${label} of a menu, which leads nowhere`,
        kind: "an entry of a menu that leads nowhere",
      });
      return below;
    }
    const item = { label: label.slice(0, TITLE_MAX_CHARS), link: target };
    if (depth >= NAVIGATION_MAX_DEPTH) return [item, ...below];
    return [{ ...item, ...(below.length === 0 ? {} : { children: below.slice(0, NAVIGATION_MAX_ITEMS) }) }];
  });
}

/** A page of the import, or the address itself. */
function targetOf(address: string, place: string, { links }: Planning): string | undefined {
  if (address.trim() === "" || address.trim() === "#") return undefined;
  const found = links.of({ address: "/", place }, []).link(address) ?? address.trim();
  return link.safeParse(found).data;
}
