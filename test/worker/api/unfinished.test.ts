import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, loginAs, memberOf, ownerOfSite, refused, routeOf } from "./apiClient.ts";

beforeAll(migrate);

const PATH = "/api/pages/home/unfinished";
const ROUTE = "/api/pages/{page}/unfinished";
const BEGUN = { base: 1, operations: [{ op: "set", section: "a", fields: { title: "" } }] };

interface Kept {
  readonly version: number;
  readonly operations: readonly unknown[];
}

const put = (editor: Editor, ifMatch: number, body: unknown = BEGUN): Promise<Response> =>
  callApi(editor, "PUT", PATH, { ifMatch, body });
const read = async (editor: Editor): Promise<Kept> =>
  done<Kept>(await callApi(editor, "GET", PATH), routeOf("GET", ROUTE));
const kept = async (editor: Editor, ifMatch = 0): Promise<number> =>
  (await done<{ version: number }>(await put(editor, ifMatch), routeOf("PUT", ROUTE))).version;

describe("unfinished work", () => {
  test("is kept under its version until it is forgotten, and no draft has it", async () => {
    const editor = await anEditor("author");
    expect(await read(editor)).toEqual({ version: 0, base: null, operations: [], savedAt: null });
    const version = await kept(editor);
    expect(await read(editor)).toMatchObject({ version, ...BEGUN });
    const next = await kept(editor, version);
    expect(next).toBeGreaterThan(version);
    expect((await callApi(editor, "GET", "/api/pages/home")).headers.get("etag")).toBe('"1"');
    await done(await callApi(editor, "DELETE", PATH, { ifMatch: next }), routeOf("DELETE", ROUTE));
    expect((await read(editor)).version).toBe(0);
  });

  test("is listed by page for the member whose it is, and for nobody else", async () => {
    const editor = await anEditor();
    const other = await memberOf(editor.site, "owner");
    const version = await kept(editor);
    const list = async (who: Editor): Promise<unknown> =>
      done(await callApi(who, "GET", "/api/unfinished"), routeOf("GET", "/api/unfinished"));
    expect(await list(editor)).toMatchObject({ items: [{ page: "home", path: "/", title: "Home", version }] });
    expect(await list(other)).toEqual({ items: [] });
  });

  test("of one tab is not written over by another one", async () => {
    const editor = await anEditor();
    const version = await kept(editor);
    const late = await put(editor, 0);
    expect(late.headers.get("etag")).toBe(`"${version}"`);
    expect(await refused(late)).toMatchObject({ code: "STALE_VERSION", current: version });
  });

  test("ends with the page", async () => {
    const editor = await anEditor();
    const made = { id: "short", body: { path: "/short", title: "Short" } };
    await done(await callApi(editor, "POST", "/api/pages", { body: made }));
    const path = "/api/pages/short/unfinished";
    await done(await callApi(editor, "PUT", path, { ifMatch: 0, body: BEGUN }));
    await done(await callApi(editor, "DELETE", "/api/pages/short", { ifMatch: 1 }));
    expect(await refused(await callApi(editor, "PUT", path, { ifMatch: 0, body: BEGUN }))).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("ends with the membership: a member who is invited again begins anew", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    await kept(author);
    const { items } = await done<{ items: { id: string; issuer: string; subject: string }[] }>(
      await callApi(owner, "GET", "/api/members"),
    );
    const person = items.find(({ id }) => id === author.identity);
    await done(await callApi(owner, "DELETE", `/api/members/${author.identity}`));
    expect((await callApi(author, "GET", PATH)).status).toBe(401);
    const invitation = { issuer: person?.issuer, subject: person?.subject, role: "author" };
    await done(await callApi(owner, "POST", "/api/members/invitations", { body: invitation }));
    expect((await read(await loginAs(owner.site, author.identity, Date.now() + 1))).version).toBe(0);
  });

  test("is each member's own on one page", async () => {
    const owner = await anEditor();
    const other = await memberOf(owner.site, "editor");
    await kept(owner);
    await done(await put(other, 0, { base: 1, operations: [{ op: "page", changes: { title: "" } }] }));
    expect((await read(owner)).operations).toEqual(BEGUN.operations);
    expect((await read(await ownerOfSite(owner.site))).operations).toEqual(BEGUN.operations);
  });
});
