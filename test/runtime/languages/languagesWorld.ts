/** A site in English at /, German below /de and Arabic below /ar, and what its templates show of languages. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page, SiteDocument } from "../../../runtime/documents/content/content.ts";
import type { Settings } from "../../../runtime/documents/content/settings.ts";
import { EDITING_PACK } from "../editing/editingWorld.ts";
import { SITE, initialiseInput, page, plugin, siteOf, textSection, type World, worldBegunBy } from "../kernel/world.ts";

/** Metadata that names the translations of a page, and its switcher. */
const headPlugin = plugin(
  "test.head",
  { metadata: [{ name: "head", template: "head.liquid" }] } as unknown as Contributes,
  {
    "head.liquid":
      '{% for one in page.translations %}<link rel="alternate" hreflang="{{ one.language }}" href="{{ one.url }}">\n{% endfor %}' +
      '{% for one in page.languages %}<meta name="choice" content="{{ one.tag }} {{ one.path }} {{ one.translated }} {{ one.dir }}">\n{% endfor %}' +
      '<meta name="home" content="{{ site.home }}">',
  },
);

export const LANGUAGES: NonNullable<Settings["languages"]> = [
  { tag: "en", name: "English" },
  { tag: "de", name: "Deutsch", prefix: "/de", texts: { name: "Testseite" } },
  { tag: "ar", name: "العربية", prefix: "/ar" },
];

export const LANGUAGE_PACK: readonly PackedPlugin[] = [...EDITING_PACK, headPlugin];

export const german = (path: string, translationOf: string, more: Partial<Page> = {}): Page =>
  page(path, { language: "de", translationOf, ...more });

const PAGES: Readonly<Record<string, Page>> = {
  home: page("/"),
  rooms: page("/rooms", { sections: [textSection("[Home](page:home) and [Prices](page:prices)")] }),
  prices: page("/prices"),
  start: german("/de", "home"),
  zimmer: german("/de/zimmer", "rooms", { sections: [textSection("[Start](page:home) und [Preise](page:prices)")] }),
};

export const siteInLanguages = (
  pages: Record<string, Page> = PAGES,
  settings: Partial<Settings> = { languages: LANGUAGES },
): SiteDocument => {
  const site = siteOf(pages);
  return { ...site, settings: { ...site.settings, ...settings } };
};

export const languagesWorld = (document = siteInLanguages(), pack = LANGUAGE_PACK): Promise<World> =>
  worldBegunBy([initialiseInput(document)], pack);

export const alternatesOf = (html: string): string[] =>
  [...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, url]) => `${tag} ${url}`);

export const choicesOf = (html: string): string[] =>
  [...html.matchAll(/name="choice" content="([^"]+)"/g)].map(([, content = ""]) => content);

/** The pages that a release rendered anew. */
export const renderedIn = (world: World, release: number): string[] =>
  world.powers.sql
    .all<{ path: string }>("SELECT path FROM entries WHERE site = ? AND release = ? ORDER BY path", SITE, release)
    .map(({ path }) => path);
