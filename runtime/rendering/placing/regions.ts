/** The entries that stand on every page, above or below its content. */
import type { Contributions } from "../../contributions/points.ts";
import type { RegionName } from "../../documents/content/content.ts";
import { inRegion, PLACED, type PlacedEntry } from "../../documents/content/placing.ts";
import type { Section } from "../../documents/content/section.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { writtenHtml } from "../../templates/safe.ts";
import { languageAttributes } from "./placingHtml.ts";

interface RegionSite {
  readonly settings: { readonly language: string };
  region?(name: RegionName, language: string): readonly PlacedEntry[];
}

/** The drawing of a page, which draws the sections of its regions, too. */
interface PageDrawing {
  entry(sections: readonly Section[]): string;
}

/** Forms and computed data belong to one page. A section with either shows nothing on all of them. */
const isForAnyPage = (section: Section, types: Contributions["sections"]): boolean =>
  [...eachSection([section])].every(({ section: { type } }) => {
    const item = types.get(type)?.item;
    return item?.form === undefined && item?.data === undefined;
  });

function regionHtml(name: RegionName, site: RegionSite, drawn: PageDrawing, types: Contributions["sections"]): string {
  const shown = inRegion(name, site.region?.(name, site.settings.language) ?? []).map(({ children, language }) => {
    const text = drawn.entry((children?.[PLACED] ?? []).filter((section) => isForAnyPage(section, types)));
    return language === undefined || text === "" ? text : `<div${languageAttributes(language)}>\n${text}\n</div>`;
  });
  const html = shown.filter((text) => text !== "").join("\n");
  return html === "" ? "" : `<div class="region region--${name}">\n${html}\n</div>`;
}

interface Regions {
  /** The regions as a layout prints them: `{{ regions.header }}` and `{{ regions.footer }}`. */
  readonly scope: object;
  /** The page's body with the regions that its layout has not printed, so that a site with any theme has both. */
  around(html: string): string;
}

export function regionsOf(site: RegionSite, drawn: PageDrawing, types: Contributions["sections"]): Regions {
  const html = { header: regionHtml("header", site, drawn, types), footer: regionHtml("footer", site, drawn, types) };
  const printed = new Set<RegionName>();
  const print = (name: RegionName): unknown => {
    printed.add(name);
    return html[name] === "" ? null : writtenHtml(html[name]);
  };
  const left = (name: RegionName): string => (printed.has(name) ? "" : html[name]);
  return {
    scope: {
      get header() {
        return print("header");
      },
      get footer() {
        return print("footer");
      },
    },
    around: (body) => [left("header"), body, left("footer")].filter((part) => part !== "").join("\n"),
  };
}
