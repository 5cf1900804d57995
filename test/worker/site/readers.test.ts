/** Pages for readers with an account, over the site worker and its page cache. */
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { expectKind } from "../../support/answerKinds.ts";
import { type Seen, get, migrate, payloadFor, provisionWith, send, unique, workspaceOf } from "./harness.ts";

const NO_WORK = { database: 0, workspace: 0, media: 0 };
const SECRET = "ab".repeat(32);

interface ReadersSite {
  readonly name: string;
  readonly origin: string;
}

let site: ReadersSite;

beforeAll(async () => {
  await migrate();
  const name = unique("readers");
  const payload = payloadFor(name);
  const members = {
    id: "members",
    path: "/members",
    title: "Only for readers",
    date: "2026-01-02",
    sections: [],
    audience: ["readers"],
  };
  const pages = [...payload.document.pages, members];
  const { response } = await provisionWith({ ...payload, document: { ...payload.document, pages } });
  if (response.status !== 201) throw new Error(`not provisioned: ${response.status}`);
  site = { name, origin: `https://${name}.example` };
  await get(`${site.origin}/`);
});

const sha256 = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");

/** Adds a sign-in link, as a letter has it. */
async function linked(secret: string): Promise<void> {
  const digest = await sha256(secret);
  await runInDurableObject(workspaceOf(site.name), (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO reader_links (site, digest, address, path, ends_at) VALUES ('main', ?, 'ann@tide.example', '/members', ?)",
      digest,
      Date.now() + 60_000,
    );
  });
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Seen> =>
  send(
    new Request(`${site.origin}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: site.origin, ...headers },
      body: new URLSearchParams(fields).toString(),
    }),
  );

async function signedIn(): Promise<string> {
  await linked(SECRET);
  const { response } = await post("/_reader/enter", { secret: SECRET });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/members"]);
  const cookie = response.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^__Host-svc_reader=[0-9a-f]{64}; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=2592000$/);
  return cookie.split(";")[0] ?? "";
}

describe("a page for readers", () => {
  test("shows its door to everybody else, from no cache, in every way of asking", async () => {
    for (const [path, init, status] of [
      ["/members", {}, 403],
      ["/members", {}, 403],
      ["/members?past", {}, 403],
      ["/members", { method: "HEAD" }, 403],
      ["/members", { headers: { range: "bytes=0-9" } }, 403],
      ["/members", { headers: { "if-none-match": "*" } }, 403],
      ["/members", { headers: { "sec-purpose": "prefetch" } }, 403],
      ["/members", { headers: { "svc-reader-login": SECRET } }, 403],
      ["/members", { headers: { cookie: `__Host-svc_reader=${SECRET}` } }, 403],
      ["/members.md", {}, 404],
      ["/members/", {}, 308],
    ] as const) {
      const { response, work } = await send(new Request(`${site.origin}${path}`, { redirect: "manual", ...init }));
      expect([path, response.status]).toEqual([path, status]);
      const body = await response.text();
      expect(body).not.toContain("Only for readers");
      if (status !== 403) continue;
      expect(work.workspace).toBe(1);
      expectKind(response, "readersPage");
    }
  });

  test("opens for a reader, from no cache, and closes when they sign out", async () => {
    const cookie = await signedIn();
    for (let n = 0; n < 2; n += 1) {
      const { response, work } = await get(`${site.origin}/members`, { cookie });
      expect(response.status).toBe(200);
      expect(work.workspace).toBe(1);
      expectKind(response, "readersPage");
      expect(await response.text()).toContain("Only for readers");
    }
    expect((await get(`${site.origin}/members`)).response.status).toBe(403);
    const account = await (await get(`${site.origin}/_reader`, { cookie })).response.text();
    expect(account).toContain("ann@tide.example");
    const { response } = await post("/_reader/leave", {}, { cookie });
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-svc_reader=; .*Max-Age=0$/);
    expect((await get(`${site.origin}/members`, { cookie })).response.status).toBe(403);
  });

  test("is in the feed of a reader, at a secret address, from no cache, until they end it", async () => {
    const cookie = await signedIn();
    expect((await post("/_reader/feed", {}, { cookie, origin: "https://evil.example" })).response.status).toBe(403);
    const { response: given } = await post("/_reader/feed", {}, { cookie });
    expectKind(given, "readersPage");
    const [address = ""] = /https:[^<]*\/_reader\/feed\/[0-9a-f]{64}/.exec(await given.text()) ?? [];
    for (const init of [{}, {}, { method: "HEAD" }, { headers: { cookie, "if-none-match": "*" } }]) {
      const { response, work } = await send(new Request(address, init));
      expect([response.status, work.workspace]).toEqual([200, 1]);
      expectKind(response, "readersFeed");
      expect(await response.text()).toContain("method" in init ? "" : "<title>Only for readers</title>");
    }
    for (const path of ["/_reader/feed", "/_reader/feed/", `/_reader/feed/${SECRET}`, `${new URL(address).pathname}/`])
      expect((await get(`${site.origin}${path}`)).response.status).toBe(404);
    expect((await post(new URL(address).pathname, {}, { cookie })).response.status).toBe(404);
    await post("/_reader/unfeed", {}, { cookie });
    expect((await get(address)).response.status).toBe(404);
  });

  test("costs other pages nothing: with a reader's cookie they come from the cache", async () => {
    const cookie = await signedIn();
    await get(`${site.origin}/about`);
    const { response, work } = await get(`${site.origin}/about`, { cookie });
    expect([response.status, work]).toEqual([200, NO_WORK]);
  });
});

describe("a form of readers' accounts", () => {
  test("takes nothing from another site's page, no other type, and no other path", async () => {
    const fields = { address: "ann@tide.example", path: "/members" };
    expect((await post("/_reader/ask", fields, { origin: "https://evil.example" })).response.status).toBe(403);
    expect((await post("/_reader/ask", fields, { "sec-fetch-site": "cross-site" })).response.status).toBe(403);
    expect((await post("/_reader/ask", fields, { "content-type": "text/plain" })).response.status).toBe(415);
    expect((await post("/_reader/ask", { ...fields, more: "x" })).response.status).toBe(400);
    expect((await post("/_reader/ask", { address: "x".repeat(9_000) })).response.status).toBe(413);
    for (const path of ["/_reader/open", "/_reader/toString", "/_reader", "/_reader/ask/more"])
      expect((await post(path, fields)).response.status).toBe(404);
    for (const path of ["/_reader/ask", "/_reader/enter", "/_reader/leave", "/_reader/open", "/_reader/open?secret=x"])
      expect((await get(`${site.origin}${path}`)).response.status).toBe(404);
    expect((await post("/_reader/ask", fields)).response.status).toBe(200);
  });

  test("gives no power of a member", async () => {
    const cookie = await signedIn();
    for (const path of ["/api/site", "/api/readers", "/api/pages"]) {
      const renamed = cookie.replace("svc_reader", "svc_session");
      for (const one of [cookie, renamed])
        expect((await get(`${site.origin}${path}`, { cookie: one })).response.status).toBe(401);
    }
  });
});
