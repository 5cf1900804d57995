/** A site with several languages, from its provisioning to what visitors and search engines get of the real workers. */
import { beforeAll, expect, test } from "vitest";
import { get, migrate, payloadFor, provisionWith, unique } from "./harness.ts";

beforeAll(migrate);

test("a site in two languages is linked in both directions, in head, sitemap and header", async () => {
  const name = unique("languages");
  const payload = payloadFor(name);
  const german = (id: string, path: string, translationOf: string) => ({
    id,
    path,
    title: `Deutsch ${path}`,
    language: "de",
    translationOf,
    sections: [],
  });
  const { document } = payload;
  const { response } = await provisionWith({
    ...payload,
    document: {
      ...document,
      pages: [...document.pages, german("start", "/de", "home"), german("ueber", "/de/ueber", "about")],
      settings: {
        ...document.settings,
        languages: [
          { tag: "en", name: "English" },
          { tag: "de", name: "Deutsch", prefix: "/de" },
        ],
      },
    },
  });
  expect(response.status).toBe(201);
  const origin = `https://${name}.example`;
  const textOf = async (path: string) => (await get(origin + path)).response.text();
  const alternates = [
    `<link rel="alternate" hreflang="en" href="${origin}/about">`,
    `<link rel="alternate" hreflang="x-default" href="${origin}/about">`,
    `<link rel="alternate" hreflang="de" href="${origin}/de/ueber">`,
  ];
  const [english, translated] = [await textOf("/about"), await textOf("/de/ueber")];
  for (const line of alternates) expect([english.includes(line), translated.includes(line)]).toEqual([true, true]);
  expect(translated).toContain('<html lang="de"');
  expect(translated).toContain('<a href="/about" hreflang="en" lang="en" dir="ltr">English</a>');
  expect(await textOf("/sitemap.xml")).toContain(
    `<loc>${origin}/de/ueber</loc><xhtml:link rel="alternate" hreflang="en" href="${origin}/about"/>`,
  );
  const missing = await get(`${origin}/de/nichts`);
  expect([missing.response.status, await missing.response.text()]).toEqual([
    404,
    expect.stringContaining("Seite nicht gefunden"),
  ]);
});
