import { beforeAll, describe, expect, test } from "vitest";
import { SEARCHES_PER_VISITOR } from "../../../manifests/bounds/search.ts";
import { aSite, db, get, migrate, payloadFor, provisionWith, send, unique, workspaceOf, type Swap } from "./harness.ts";

beforeAll(migrate);

const NO_WORK = { database: 0, workspace: 0, media: 0 };
const lettered = (path: string) => ({ id: `p${path.length}`, path, title: path, sections: [] });
const broken = (): never => {
  throw new Error("a secret detail of the inside");
};

describe("a published page", () => {
  test("is fetched once and then comes from the cache without database or workspace", async () => {
    const { origin, name } = await aSite("hit");
    const first = await get(`${origin}/about`);
    expect(first.response.status).toBe(200);
    expect(await first.response.text()).toContain(name);
    expect(first.work).toEqual({ database: 1, workspace: 1, media: 0 });
    const second = await get(`${origin}/about`);
    expect(second.work).toEqual(NO_WORK);
    expect(await second.response.text()).toContain(name);
  });

  test("answers a condition with 304, from the workspace's first answer as from the cache", async () => {
    const { origin } = await aSite("tag");
    const etag = (await get(`${origin}/about?bypass`)).response.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const work of [{ database: 0, workspace: 1, media: 0 }, NO_WORK]) {
      const seen = await get(`${origin}/about`, { "if-none-match": etag });
      expect(seen.response.status).toBe(304);
      expect(seen.response.headers.get("etag")).toBe(etag);
      expect(await seen.response.text()).toBe("");
      expect(seen.work).toEqual(work);
    }
    expect((await get(`${origin}/about`, { "if-none-match": '"another"' })).response.status).toBe(200);
  });

  test("answers HEAD like GET without the body, and fills the cache with the whole page", async () => {
    const { origin } = await aSite("head");
    const head = await send(new Request(`${origin}/`, { method: "HEAD" }));
    expect(head.response.status).toBe(200);
    expect(await head.response.text()).toBe("");
    const whole = await get(`${origin}/`);
    expect(whole.work).toEqual(NO_WORK);
    expect(head.response.headers.get("content-length")).toBe(String((await whole.response.arrayBuffer()).byteLength));
  });

  test("is served past the cache when the address has a query string", async () => {
    const { origin } = await aSite("query");
    await get(`${origin}/`);
    for (const query of ["?a=1", "?a=1", "?utm_source=x&b=%20"]) {
      const seen = await get(`${origin}/${query}`);
      expect(seen.response.status).toBe(200);
      expect(seen.work.workspace).toBe(1);
    }
  });

  test.each(["svc_mode=edit", "a=b; svc_mode=edit; c=d", "svc_mode=edit; __Host-svc_session=forged"])(
    "is byte for byte the published one for a visitor with the cookie %s and no login (check 40, goal 7)",
    async (cookie) => {
      const { origin } = await aSite("marker");
      const plain = await get(`${origin}/about`);
      const marked = await get(`${origin}/about`, { cookie });
      expect(marked.work.workspace).toBe(1);
      expect(marked.response.status).toBe(plain.response.status);
      expect(await marked.response.text()).toBe(await plain.response.text());
      expect([...marked.response.headers].filter(([name]) => name !== "cf-cache-status")).toEqual([
        ...plain.response.headers,
      ]);
    },
  );

  test("of an unknown address is the site's own 404, also from the cache", async () => {
    const { origin } = await aSite("missing");
    for (const work of [{ database: 1, workspace: 1, media: 0 }, NO_WORK]) {
      const seen = await get(`${origin}/no-such-page`);
      expect(seen.response.status).toBe(404);
      expect(seen.work).toEqual(work);
    }
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("refuses %s and names what it takes", async (method) => {
    const { origin } = await aSite("method");
    const { response, work } = await send(new Request(`${origin}/about`, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(work.workspace).toBe(0);
  });
});

test("a page at an address of other letters is cached under its only spelling, to which all others lead", async () => {
  const name = unique("letters");
  const payload = payloadFor(name);
  const document = {
    ...payload.document,
    pages: [...payload.document.pages, lettered("/Über-uns"), lettered("/a.html")],
  };
  expect((await provisionWith({ ...payload, document })).response.status).toBe(201);
  const [origin, path] = [`https://${name}.example`, "/%C3%BCber-uns"];
  expect((await get(origin + path)).response.status).toBe(200);
  expect((await get(origin + path)).work).toEqual(NO_WORK);
  expect((await get(`${origin}/a.html`)).response.status).toBe(200);
  for (const other of ["/%C3%9Cber-uns", "/u%CC%88ber-uns", "/%FCber-uns", "/%c3%bcber-uns/"]) {
    const { status, headers } = (await get(`${origin}${other}?a=1`)).response;
    expect([other, status, headers.get("location")]).toEqual([other, 308, `${path}?a=1`]);
  }
  const sitemap = await (await get(`${origin}/sitemap.xml`)).response.text();
  expect(sitemap).toContain(`<loc>${origin}${path}</loc>`);
});

describe("what belongs to a page", () => {
  test.each([
    [301, 0],
    [308, 0],
    [302, 1],
    [307, 1],
  ])("a redirect with %i is asked for %i times again", async (status, times) => {
    const { origin } = await aSite("moved");
    expect((await get(`${origin}/moved-${status}`)).response.status).toBe(status);
    const { response, work } = await get(`${origin}/moved-${status}`);
    expect([response.status, response.headers.get("location"), work.workspace]).toEqual([status, "/about", times]);
  });

  test("an address that is gone says so, also from the cache", async () => {
    const { origin } = await aSite("gone");
    expect((await get(`${origin}/gone`)).response.status).toBe(410);
    const { response, work } = await get(`${origin}/gone`);
    expect([response.status, work]).toEqual([410, NO_WORK]);
  });

  test("is served from the cache like it: stylesheet, Markdown, sitemap", async () => {
    const { origin } = await aSite("files");
    const html = await (await get(`${origin}/`)).response.text();
    const stylesheet = /\/_assets\/[0-9a-f]{64}\.css/.exec(html)?.[0] ?? "no stylesheet";
    const types: string[] = [];
    for (const path of [stylesheet, "/index.md", "/sitemap.xml", "/robots.txt"]) {
      expect((await get(`${origin}${path}`)).response.status).toBe(200);
      const { response, work } = await get(`${origin}${path}`);
      expect(work).toEqual(NO_WORK);
      types.push(response.headers.get("content-type") ?? "");
    }
    expect(types).toEqual([
      "text/css; charset=utf-8",
      "text/markdown; charset=utf-8",
      "application/xml; charset=utf-8",
      "text/plain; charset=utf-8",
    ]);
  });

  test("is taken from the cache when a publication has been carried", async () => {
    const { origin, name } = await aSite("purge");
    await get(`${origin}/`);
    expect((await get(`${origin}/`)).work).toEqual(NO_WORK);
    const workspace = workspaceOf(name);
    const announced = await workspace.announce("main");
    const sequence = announced.ok ? announced.value.sequence : 0;
    expect(await workspace.refresh("main", sequence)).toMatchObject({ ok: true, value: { done: true } });
    expect((await get(`${origin}/`)).work.workspace).toBe(1);
  });
});

test("a search is answered for each visitor, from the workspace, within the visitor's own limit", async () => {
  const { origin, name } = await aSite("search");
  const workspace = workspaceOf(name);
  const announced = await workspace.announce("main");
  await workspace.refresh("main", announced.ok ? announced.value.sequence : 0);
  const ask = async (client: string) =>
    (await get(`${origin}/search?q=about`, { "cf-connecting-ip": client })).response;
  const first = await ask("192.0.2.1");
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await first.text()).toContain('class="search-title" href="/about"');
  // Some of the quota is free again while these are answered.
  const many = Array.from({ length: SEARCHES_PER_VISITOR + 60 }, async () => (await ask("192.0.2.1")).status);
  const statuses = await Promise.all(many);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(SEARCHES_PER_VISITOR - 1);
  expect(statuses).toContain(429);
  expect((await ask("192.0.2.2")).status).toBe(200);
});

describe("an oddly spelt address", () => {
  test.each([
    ["/About", "/about"],
    ["/about/", "/about"],
    ["//about", "/about"],
    ["/%61bout", "/about"],
    ["/ABOUT/?q=1", "/about?q=1"],
    ["//evil.example//x", "/evil.example/x"],
  ])("%s leads to %s", async (asked, location) => {
    const { origin } = await aSite("spelt");
    const { response } = await get(`${origin}${asked}`);
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(location);
  });

  test("that a redirect is published under is that redirect, and is not stored where no publication would look", async () => {
    const { origin } = await aSite("redirect");
    for (const visitor of [1, 2]) {
      const { response, work } = await get(`${origin}/Old-Page`);
      expect([visitor, response.status, response.headers.get("location"), work.workspace]).toEqual([
        visitor,
        301,
        "/about",
        1,
      ]);
    }
  });

  test.each([
    ["/Old-Page?utm_source=brief&x=1", "/about?utm_source=brief&x=1"],
    ["/old-page/?q=[1]", "/about?q=%5B1%5D"],
    ["/moved-308?x=1", "/about?x=1"],
  ])("%s keeps its query on the way", async (asked, location) => {
    const { origin } = await aSite("query");
    const { response } = await get(`${origin}${asked}`);
    expect(response.headers.get("location")).toBe(location);
  });

  test("is led by a redirect in every spelling, from the cache in the plain one until a publication", async () => {
    const { origin, name } = await aSite("forms");
    for (const path of ["/old-page/", "/%6fld-page", "/OLD-PAGE", "/old-page"])
      expect([path, (await get(`${origin}${path}`)).response.headers.get("location")]).toEqual([path, "/about"]);
    expect((await get(`${origin}/old-page`)).work).toEqual(NO_WORK);
    const workspace = workspaceOf(name);
    const announced = await workspace.announce("main");
    await workspace.refresh("main", announced.ok ? announced.value.sequence : 0);
    expect((await get(`${origin}/old-page`)).work.workspace).toBe(1);
  });

  test("leads on whatever the method of reading, and past the cache too", async () => {
    const { origin } = await aSite("spelt");
    const head = await send(new Request(`${origin}/Old-Page`, { method: "HEAD" }));
    expect(head.response.status).toBe(301);
    expect((await get(`${origin}/Old-Page?x=1`)).response.status).toBe(301);
    expect((await get(`${origin}/About`, { cookie: "svc_mode=edit" })).response.status).toBe(308);
  });

  test.each(["/%zz", "/a%00b", "/a%2fb", "/a%5cb", "/%a0", "/a%0d%0aSet-Cookie:x=1", `/${"a".repeat(512)}`])(
    "%s is nothing, told without asking the workspace or repeating it",
    async (path) => {
      const { origin } = await aSite("bad");
      const { response, work } = await get(`${origin}${path}`);
      expect(response.status).toBe(404);
      expect(work.workspace).toBe(0);
      expect(await response.text()).toBe("There is nothing here.\n");
      expect([...response.headers.values()].join("\n")).not.toContain("Set-Cookie");
    },
  );
});

describe("a hostname", () => {
  const described = async (url: string, init: RequestInit = {}) => {
    const { response } = await send(new Request(url, init));
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  };

  test("that nobody serves answers the same whatever is asked of it, and so does an unverified one", async () => {
    const { name } = await aSite("pending");
    const pending = `${unique("pending")}.example`;
    await db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'pending', 0)",
      )
      .bind(pending, name)
      .run();
    const answers = await Promise.all([
      described(`https://${unique("nobody")}.example/`),
      described(`https://${pending}/about`),
      described(`https://${pending}/ABOUT/?x=1`),
      described(`https://${pending}/media/${"0".repeat(64)}/a.png`),
      described(`https://${pending}/about`, { method: "DELETE" }),
      described("https://127.0.0.1/"),
      described("https://[::1]/"),
      described("https://a..b/"),
      described(`https://${"a".repeat(64)}.example/`),
    ]);
    expect(answers[0]).toMatchObject({ status: 404, body: "There is nothing here.\n" });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(new Map(answers[0]?.headers).get("cache-control")).toBe("no-store");
  });

  test("is asked for once in a while, also when nobody serves it", async () => {
    const host = unique("nobody");
    expect((await get(`https://${host}.example/`)).work.database).toBe(1);
    expect((await get(`https://${host}.example/other`)).work.database).toBe(0);
  });

  test("is asked for once when many visitors come at the same moment", async () => {
    const { origin } = await aSite("burst");
    const seen = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`${origin}/?n=${index}`)));
    expect(seen.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    expect(seen.reduce((sum, { work }) => sum + work.database, 0)).toBe(1);
  });

  test.each([
    ["port", ":8443"],
    ["trailing dot", "."],
  ])("with a %s is the same site", async (_, suffix) => {
    const { name } = await aSite("host");
    const { response } = await get(`https://${name}.EXAMPLE${suffix}/about`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(name);
  });

  test("that is verified but not the canonical one leads to it, with port, path and query", async () => {
    const { name } = await aSite("canonical");
    const other = `${unique("www")}.example`;
    await db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'verified', 0)",
      )
      .bind(other, name)
      .run();
    const { response } = await get(`https://${other}:8787/About/?q=1`);
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(`https://${name}.example:8787/about?q=1`);
  });
});

describe("a tenant", () => {
  const setStatus = (name: string, status: string) =>
    db.prepare("UPDATE tenants SET status = ? WHERE id = ?").bind(status, name).run();

  test("that is suspended is not served, says so, and is not stored", async () => {
    const { origin, name } = await aSite("suspended");
    await setStatus(name, "suspended");
    for (const path of ["/about", "/about?x=1", "/media/x"]) {
      const { response, work } = await get(`${origin}${path}`);
      expect(response.status).toBe(503);
      expect(await response.text()).toMatch(/^TENANT_SUSPENDED/);
      expect(response.headers.get("retry-after")).toBe("3600");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(work.workspace).toBe(0);
    }
  });

  test("that is suspended does not stop another", async () => {
    const [down, up] = await Promise.all([aSite("down"), aSite("up")]);
    await setStatus(down.name, "suspended");
    expect((await get(`${down.origin}/`)).response.status).toBe(503);
    expect((await get(`${up.origin}/`)).response.status).toBe(200);
  });

  test("that is read-only is read as ever", async () => {
    const { origin, name } = await aSite("readonly");
    await setStatus(name, "read_only");
    expect((await get(`${origin}/about`)).response.status).toBe(200);
  });
});

describe("a failure", () => {
  const failing: Record<string, Swap> = {
    "of the database": { DB: { prepare: broken } as unknown as D1Database },
    "of the workspace": {
      TENANT_WORKSPACE: { idFromName: () => "", get: () => ({ fetch: broken }) } as unknown as DurableObjectNamespace,
    },
  };

  test.each(Object.keys(failing))("%s is a short page that can be tried again, and is not remembered", async (what) => {
    const { origin } = await aSite("failing");
    const { response } = await get(`${origin}/about`, {}, failing[what]);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("This site is not available at the moment.\n");
    expect((await get(`${origin}/about`)).response.status).toBe(200);
  });
});
