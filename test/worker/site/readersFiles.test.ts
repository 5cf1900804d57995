/** Files for readers, over the API, the bucket, the site worker and its page cache. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { PNG } from "../../support/mediaFiles.ts";
import { expectKind } from "../../support/answerKinds.ts";
import { type Editor, anEditor, callApi, done } from "../api/apiClient.ts";
import { get, mediaBucket, migrate, send, workspaceOf } from "./harness.ts";

interface Sent {
  readonly id: string;
  readonly path: string;
}

const LOGIN = "cd".repeat(32);
const READER = { cookie: `__Host-svc_reader=${LOGIN}` };

let owner: Editor;
let file: Sent;
let url: string;

const sha256 = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");

/** A reader of the group `paid` who is signed in. */
async function withReader(): Promise<void> {
  const digest = await sha256(LOGIN);
  await runInDurableObject(workspaceOf(owner.site.name), (_, { storage }) => {
    storage.sql.exec(
      `INSERT INTO readers VALUES ('main', 'r1', 'ann@tide.example', 'ann@tide.example', '["paid"]', 0, '', 0)`,
    );
    storage.sql.exec("INSERT INTO reader_logins VALUES ('main', ?, 'r1', 0, ?)", digest, Date.now() + 600_000);
  });
}

const forReaders = async (audience: string[] | null, ifMatch: number): Promise<unknown> =>
  done(await callApi(owner, "PUT", `/api/media/${file.id}/audience`, { ifMatch, body: { audience } }));

const keys = async (): Promise<string[]> =>
  (await mediaBucket.list({ prefix: `${owner.site.name}/${file.id}/` })).objects.map(({ key }) =>
    key.slice(`${owner.site.name}/${file.id}/`.length),
  );

beforeAll(async () => {
  await migrate();
  owner = await anEditor();
  file = await done<Sent>(await callApi(owner, "POST", "/api/media?name=plan.png", { file: PNG }));
  url = `${owner.site.origin}${file.path}`;
  await withReader();
  // The copy without metadata stands beside the file.
  const { response } = await get(`${url}?past`);
  if (response.status !== 200) throw new Error(`the file is not there: ${response.status}`);
  await forReaders(["paid"], 1);
  await runDurableObjectAlarm(workspaceOf(owner.site.name));
});

describe("a file for readers", () => {
  test("stands where no address leads, with nothing of it left at its address", async () => {
    expect(await keys()).toEqual(["readers/kept/plan.png"]);
    for (const path of [
      `/media/${file.id}/readers/kept/plan.png`,
      `/media/${file.id}/readers%2Fkept%2Fplan.png`,
      `/media/${file.id}/readers/plan.png`,
      `/media/${file.id}/plan.png/clean`,
      `/media/${file.id}/readers~kept~plan.png`,
    ])
      expect([path, (await get(`${owner.site.origin}${path}`)).response.status]).toEqual([path, 404]);
  });

  test.each([
    ["GET", {}],
    ["HEAD", {}],
    ["GET", { range: "bytes=0-9" }],
    ["GET", { range: "bytes=0-9", "if-range": "*" }],
    ["GET", { "if-none-match": "*" }],
    ["GET", { accept: "image/avif,image/webp" }],
    ["GET", { "svc-reader-login": LOGIN }],
    ["GET", { cookie: `__Host-svc_reader=${"0".repeat(64)}` }],
    ["GET", { cookie: `__Host-svc_session=${LOGIN}` }],
  ])("shows its door to everybody else by %s %j, in each form, from no cache", async (method, headers) => {
    for (const part of ["", "/w320", "/w640", "/share.jpg", "?past"]) {
      const request = new Request(`${url}${part}`, { method, headers, redirect: "manual" });
      const { response } = await send(request);
      const body = await response.arrayBuffer();
      // An address has no file if the site makes no such width.
      expect([403, 404]).toContain(response.status);
      if (part === "") expect(response.status).toBe(403);
      if (response.status === 403) expectKind(response, "readersPage");
      expect(Buffer.from(body).includes(Buffer.from(PNG.subarray(0, 8)))).toBe(false);
    }
  });

  test("opens for a reader of its groups, whole, in parts and as 304, and no cache keeps it", async () => {
    for (let n = 0; n < 2; n += 1) {
      const { response, work } = await get(url, READER);
      expect([response.status, work.workspace, response.headers.get("content-type")]).toEqual([200, 1, "image/png"]);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
      expectKind(response, "readersMedia");
    }
    const tag = (await get(url, READER)).response.headers.get("etag") ?? "";
    const part = await get(url, { ...READER, range: "bytes=0-3" });
    expect([part.response.status, (await part.response.arrayBuffer()).byteLength]).toEqual([206, 4]);
    const same = await get(url, { ...READER, "if-none-match": tag });
    expect([same.response.status, same.response.headers.get("cache-control")]).toEqual([304, "private, no-store"]);
    const head = await send(new Request(url, { method: "HEAD", headers: READER }));
    expect([head.response.status, head.response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await get(url)).response.status).toBe(403);
  });

  test("is the editor's, too: its members see it", async () => {
    expect((await get(url, { cookie: owner.cookie })).response.status).toBe(200);
    const stranger = await anEditor();
    expect((await get(url, { cookie: stranger.cookie })).response.status).toBe(403);
  });

  test("is nobody's at another site of which the file is not", async () => {
    const other = await anEditor();
    expect((await get(`${other.site.origin}${file.path}`, READER)).response.status).toBe(404);
  });

  test("is for others after its groups change, and for everybody without them, from where it is", async () => {
    await forReaders(["press"], 2);
    expect((await get(url, READER)).response.status).toBe(403);
    await forReaders(null, 3);
    expect(await keys()).not.toContain("plan.png");
    const { response } = await get(url);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expectKind(response, "media");
    const again = await get(url);
    expect([again.response.status, again.work]).toEqual([200, { database: 0, workspace: 0, media: 0 }]);
  });
});
