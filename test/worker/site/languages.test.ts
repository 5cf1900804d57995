/** A site with several languages, from its provisioning to what visitors and search engines get of the real workers. */
import { beforeAll, expect, test } from "vitest";
import { alternateFaults } from "../../support/alternates.ts";
import { callApi, done, ownerOfSite } from "../api/apiClient.ts";
import { get, migrate, payloadFor, provisionWith, send, unique, verifyHostname, workspaceOf } from "./harness.ts";

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

test("a search answers in the language of its address: English, German and Japanese", async () => {
  const name = unique("searched");
  const payload = payloadFor(name);
  const { document } = payload;
  const text = (body: string) => [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body } }];
  const inLanguage = (language: string, id: string, title: string, body: string, translationOf?: string) => ({
    id,
    path:
      id === "home" || id === language
        ? language === "en"
          ? "/"
          : `/${language}`
        : `${language === "en" ? "" : `/${language}`}/${id}`,
    title,
    language,
    ...(translationOf !== undefined && { translationOf }),
    sections: text(body),
  });
  const { response } = await provisionWith({
    ...payload,
    document: {
      ...document,
      pages: [
        ...document.pages,
        inLanguage("en", "boats", "Boats", "The harbour master repairs wooden boats."),
        inLanguage("de", "de", "Start", "Willkommen", "home"),
        inLanguage(
          "de",
          "boote",
          "Boote",
          "Der Hafenmeister repariert Boote aus Holz. Übergänge werden gestrichen.",
          "boats",
        ),
        inLanguage("ja", "ja", "ホーム", "ようこそ", "home"),
        inLanguage("ja", "fune", "船", "港で木造の船を修理します。", "boats"),
      ],
      settings: {
        ...document.settings,
        languages: [
          { tag: "en", name: "English" },
          { tag: "de", name: "Deutsch", prefix: "/de" },
          { tag: "ja", name: "日本語", prefix: "/ja" },
        ],
      },
    },
  });
  expect(response.status).toBe(201);
  const workspace = workspaceOf(name);
  const announced = await workspace.announce("main");
  await workspace.refresh("main", announced.ok ? announced.value.sequence : 0);
  const found = async (path: string, words: string): Promise<string[]> => {
    const asked = `https://${name}.example${path}?q=${encodeURIComponent(words)}`;
    const html = await (await get(asked, { "cf-connecting-ip": crypto.randomUUID() })).response.text();
    return [...html.matchAll(/class="search-title" href="([^"]*)"/g)].map(([, href = ""]) => href);
  };
  // The beginning of a word, one wrong letter, a word without its accent, and a part of a text without spaces.
  expect(await found("/search", "harb")).toEqual(["/boats"]);
  expect(await found("/search", "wodden")).toEqual(["/boats"]);
  expect(await found("/de/search", "hafenm")).toEqual(["/de/boote"]);
  expect(await found("/de/search", "ubergange")).toEqual(["/de/boote"]);
  expect(await found("/ja/search", "木造の船")).toEqual(["/ja/fune"]);
  // Words of another language find nothing there.
  expect([
    await found("/search", "Holz"),
    await found("/de/search", "wooden"),
    await found("/ja/search", "boats"),
  ]).toEqual([[], [], []]);
});

test("a language has a hostname of its own once it is verified, and only for the site that has it", async () => {
  const name = unique("hosted");
  const [hostname, origin] = [`${name}-de.example`, `https://${name}.example`];
  const payload = payloadFor(name);
  const { document } = payload;
  const { response } = await provisionWith({
    ...payload,
    document: {
      ...document,
      redirects: {
        entries: [
          { from: "/de/alt", to: "/de/ueber", status: 301 },
          { from: `https://${hostname}/aktion`, to: "/about", status: 302 },
        ],
      },
      pages: [
        ...document.pages,
        { id: "start", path: "/de", title: "Start", language: "de", translationOf: "home", sections: [] },
        { id: "ueber", path: "/de/ueber", title: "Über", language: "de", translationOf: "about", sections: [] },
      ],
      settings: {
        ...document.settings,
        languages: [
          { tag: "en", name: "English" },
          { tag: "de", name: "Deutsch", hostname },
        ],
      },
    },
  });
  expect(response.status).toBe(201);
  const seen = async (url: string, headers: HeadersInit = {}) => (await get(url, headers)).response;
  const textOf = async (url: string) => (await seen(url)).text();
  // Before, the hostname is as unknown as any other, and pages are below the prefix.
  expect((await seen(`https://${hostname}/ueber`)).status).toBe(404);
  expect(await textOf(`${origin}/about`)).toContain(`hreflang="de" href="${origin}/de/ueber"`);

  await verifyHostname(name, hostname);
  await expect
    .poll(() => textOf(`${origin}/about`), { timeout: 10_000 })
    .toContain(`hreflang="de" href="https://${hostname}/ueber"`);

  const read = async (address: string) => {
    const answer = await seen(address);
    return { status: answer.status, body: await answer.text() };
  };
  expect(await alternateFaults(await textOf(`${origin}/sitemap.xml`), read)).toEqual([]);
  expect((await seen(`https://${hostname}/sitemap.xml`)).status).toBe(200);

  const there = await seen(`https://${hostname}/ueber`);
  const html = await there.text();
  expect([there.status, there.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
  expect(there.headers.get("svc-language-host")).toBeNull();
  expect(html).toContain(`<link rel="canonical" href="https://${hostname}/ueber">`);
  expect(html).toContain(`hreflang="en" href="${origin}/about"`);
  expect(await textOf(`${origin}/sitemap.xml`)).toContain(`<loc>https://${hostname}/ueber</loc>`);
  expect((await seen(`https://${hostname}/robots.txt`)).status).toBe(200);
  expect((await seen(`${origin}/de/ueber?a=1`)).headers.get("location")).toBe(`https://${hostname}/ueber?a=1`);
  expect((await seen(`https://${hostname}/Ueber/`)).headers.get("location")).toBe("/ueber");
  expect((await seen(`https://${hostname}/ueber`, { "if-none-match": there.headers.get("etag") ?? "" })).status).toBe(
    304,
  );
  // Redirects, twins, the sitemap and robots.txt are those of the language.
  const led = async (url: string) => (await seen(url)).headers.get("location");
  expect(await led(`https://${hostname}/alt`)).toBe("/ueber");
  expect(await led(`https://${hostname}/aktion`)).toBe(`${origin}/about`);
  expect(await textOf(`https://${hostname}/ueber.md`)).toContain("# Über");
  // One sitemap has the pages of all hostnames, and the robots.txt of each names it.
  expect(await textOf(`https://${hostname}/robots.txt`)).toContain(`Sitemap: ${origin}/sitemap.xml`);
  // A member sees the draft at the main hostname, and nobody gets it at the language's.
  const owner = await ownerOfSite({ name, origin, payload });
  const { cookie } = owner;
  const draft = await seen(`${origin}/de/ueber?svc_mode=edit`, { cookie: `${cookie}; svc_mode=edit` });
  expect([draft.status, await draft.text()]).toEqual([200, expect.stringContaining("svc-draft-change")]);
  const asMember = await seen(`https://${hostname}/ueber?svc_mode=edit`, { cookie: `${cookie}; svc_mode=edit` });
  expect(await asMember.text()).not.toContain("svc-draft-change");
  const missing = await seen(`https://${hostname}/about`);
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("Seite nicht gefunden")]);
  const sheet = /href="(\/_assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  expect((await seen(`https://${hostname}${sheet}`)).status).toBe(200);
  const head = await send(new Request(`https://${hostname}/ueber`, { method: "HEAD" }));
  expect([head.response.status, await head.response.text()]).toEqual([200, ""]);
  // A header of a visitor names no hostname to the workspace, and a cookie of the main one shows no draft.
  const forged = await seen(`${origin}/about`, { "svc-further-host": hostname, "x-forwarded-host": hostname });
  expect(await forged.text()).toContain('<html lang="en"');
  expect(await textOf(`https://${hostname}/ueber`)).toContain("Über");
  expect((await seen(`https://${hostname}/ueber`, { cookie: "svc_mode=edit" })).status).toBe(200);

  // A share link shows the language's draft at the main hostname. At the language's, it shows what visitors see.
  const body = { name: "A client", days: 7, pages: ["ueber"] };
  const made = await done<{ path: string }>(await callApi(owner, "POST", "/api/share-links", { body }));
  const opened = await seen(`${origin}${made.path}`);
  expect([opened.status, opened.headers.get("location")]).toEqual([303, "/de/ueber"]);
  const guest = (opened.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
  const shared = await seen(`${origin}/de/ueber`, { cookie: `${guest}; svc_mode=edit` });
  expect([shared.status, shared.headers.get("cache-control"), await shared.text()]).toEqual([
    200,
    expect.stringContaining("no-store"),
    expect.stringContaining('lang="de"'),
  ]);
  const elsewhere = await seen(`https://${hostname}${made.path}`);
  expect([elsewhere.status, elsewhere.headers.get("set-cookie")]).toEqual([404, null]);
  const visited = await seen(`https://${hostname}/ueber`, { cookie: `${guest}; svc_mode=edit` });
  expect([visited.headers.get("cache-control"), await visited.text()]).toEqual(["private, no-cache", html]);
});
