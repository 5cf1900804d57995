/** A site with several languages, from its provisioning to what visitors and search engines get of the real workers. */
import { beforeAll, expect, test } from "vitest";
import { db, get, migrate, operator, payloadFor, provisionWith, send, unique } from "./harness.ts";

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

test("a language has a hostname of its own once it is verified, and only for the site that has it", async () => {
  const name = unique("hosted");
  const [hostname, origin] = [`${name}-de.example`, `https://${name}.example`];
  const payload = payloadFor(name);
  const { document } = payload;
  const { response } = await provisionWith({
    ...payload,
    document: {
      ...document,
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

  const values = [hostname, payload.tenant.id, payload.site.id, Date.now()];
  await db
    .prepare("INSERT INTO domain_requests (hostname, tenant_id, site_id, created_at) VALUES (?, ?, ?, ?)")
    .bind(...values)
    .run();
  const body = JSON.stringify({ tenant: payload.tenant.id, site: payload.site.id });
  const verified = await operator(`/api/admin/domains/${hostname}/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(verified.response.status).toBe(200);
  await expect
    .poll(() => textOf(`${origin}/about`), { timeout: 10_000 })
    .toContain(`hreflang="de" href="https://${hostname}/ueber"`);

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
});
