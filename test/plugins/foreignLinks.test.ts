/** Buttons and cards that lead to a page in another language, because the reader's has none. */
import { expect, test } from "vitest";
import type { Section } from "../../runtime/documents/content/section.ts";
import { page, type World } from "../runtime/kernel/world.ts";
import { LANGUAGE_PACK, german, languagesWorld, siteInLanguages } from "../runtime/languages/languagesWorld.ts";
import { FIRST_PARTY } from "./stage.ts";

const PLUGINS = ["drawbridge.basics", "drawbridge.showcase", "drawbridge.company"];
const PACK = [...LANGUAGE_PACK, ...FIRST_PARTY.filter(({ manifest }) => PLUGINS.includes(manifest.id))];

/** Sections with two links: to a page that has a translation, and to one that has none. */
const SECTIONS: readonly Section[] = [
  {
    id: "a",
    type: "drawbridge.basics/call-to-action",
    fields: {
      title: "Book",
      primary: { label: "Rooms", link: "page:rooms" },
      secondary: { label: "Prices", link: "page:prices#now" },
    },
  },
];

const worldIn = (languages?: object): Promise<World> =>
  languagesWorld(
    siteInLanguages(
      {
        home: page("/", { sections: [...SECTIONS] }),
        rooms: page("/rooms"),
        prices: page("/prices"),
        ...(languages === undefined
          ? { start: german("/de", "home", { sections: [...SECTIONS] }), zimmer: german("/de/zimmer", "rooms") }
          : {}),
      },
      ...(languages === undefined ? [] : [languages]),
    ),
    PACK,
  );

test("a button names the language of its page, if the reader's language has none", async () => {
  const html = await (await worldIn()).html("/de");
  expect(html).toContain('href="/prices#now" hreflang="en">Prices</a>');
  expect(html).toContain('href="/de/zimmer">Rooms</a>');
});

test("a button in the language of the reader, and one of a site with one language, names none", async () => {
  expect(await (await worldIn()).html("/")).toContain('href="/prices#now">Prices</a>');
  expect(await (await worldIn({})).html("/")).toContain('href="/prices#now">Prices</a>');
});

test("every link of a field in the project's templates names its language", () => {
  const linked = FIRST_PARTY.flatMap(({ manifest, files }) =>
    Object.entries(files).flatMap(([file, text]) =>
      [
        ...text.matchAll(
          /<a\b[^>]*href="\{\{ ([\w.]+\.link) \| link \}\}"(\{% assign foreign = \1 \| link_language %\})?/g,
        ),
      ].map(([, link, named]) => ({ at: `${manifest.id}/${file}: ${link}`, isNamed: named !== undefined })),
    ),
  );
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter(({ isNamed }) => !isNamed)).toEqual([]);
});
