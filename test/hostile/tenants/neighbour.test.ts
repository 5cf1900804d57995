/** Actions in one tenant leave the whole observable state of another unchanged, byte for byte. */
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { type Editor, memberOf } from "../../worker/api/apiClient.ts";
import {
  db,
  dispatchEnv,
  get,
  migrate,
  objectOf,
  operations,
  provision,
  storeOf,
} from "../../worker/dispatch/harness.ts";
import { call, deliver, ownerOf, publish, work } from "../../worker/dispatch/members.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { seeded } from "../../support/seeded.ts";

const OPERATIONS = 1_000;
/** The number of parallel requests of a busy tenant. */
const SIDE_BY_SIDE = 10;

const ADDRESSES = [
  "/",
  "/about",
  "/nothing",
  "/sitemap.xml",
  "/robots.txt",
  "/llms.txt",
  "/feed.xml",
  "/media/x/y.png",
];
const READS = ["/api/site", "/api/pages", "/api/changes", "/api/theme", "/api/releases", "/api/audit", "/api/plugins"];

const NAMES =
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name";

/** All rows of the control plane with the tenant's id, from all tables. */
async function recordsOf(tenant: string): Promise<unknown> {
  const { results } = await db.prepare(NAMES).all<{ name: string }>();
  const rows = results.map(async ({ name }) => {
    const all = (await db.prepare(`SELECT * FROM "${name}"`).all()).results.map((row) => JSON.stringify(row));
    return [name, all.filter((row) => row.includes(tenant)).toSorted()];
  });
  return Promise.all(rows);
}

/** All keys and values of the public store with the tenant's id. */
async function publicOf(tenant: string): Promise<unknown> {
  const { keys, list_complete } = await dispatchEnv.PUBLIC_CONTENT.list();
  if (!list_complete) throw new Error("There is more than one page of keys.");
  const values = await Promise.all(keys.map(async ({ name }) => [name, await dispatchEnv.PUBLIC_CONTENT.get(name)]));
  return values.filter((entry) => JSON.stringify(entry).includes(tenant));
}

async function storedOf(letter: "A" | "B"): Promise<unknown> {
  const { objects } = await storeOf(letter).list({ include: ["customMetadata", "httpMetadata"] });
  return objects.map(({ key, etag, size, customMetadata, httpMetadata }) => [
    [key, etag, size],
    [customMetadata, httpMetadata],
  ]);
}

/** All tables and keys of the Durable Object. */
const insideOf = (letter: "A" | "B"): Promise<unknown> =>
  runInDurableObject(objectOf(letter), async (_instance, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>(NAMES).toArray();
    const rows = tables.map(({ name }) => [
      name,
      [...storage.sql.exec(`SELECT * FROM "${name}"`).raw()].map((row) => JSON.stringify(row)).toSorted(),
    ]);
    return [rows, [...storage.kv.list()]];
  });

/** The next alarm of the Durable Object. One that was due has run, and the object has set another. */
const alarmOf = (letter: "A" | "B"): Promise<number> =>
  runInDurableObject(objectOf(letter), async (_instance, { storage }) => (await storage.getAlarm()) ?? Infinity);

/** Headers with a new value for each request. The rest of a limit follows the order of requests that come together. */
const STEADY = ["date", "x-request-id", "ratelimit"];

async function answered(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !STEADY.includes(name)).toSorted();
  return [response.status, headers, await response.text()];
}

/** The observable state of a tenant: answers, rows, public content, files and its Durable Object. */
async function observed(tenant: string, letter: "A" | "B", owner: Editor): Promise<Readonly<Record<string, string>>> {
  const pages = ADDRESSES.map(async (path) => answered(await get(`https://${tenant}.example${path}?look`)));
  const reads = READS.map(async (path) => answered(await call(owner, path)));
  return {
    pages: JSON.stringify(await Promise.all(pages)),
    reads: JSON.stringify(await Promise.all(reads)),
    records: JSON.stringify(await recordsOf(tenant)),
    public: JSON.stringify(await publicOf(tenant)),
    files: JSON.stringify(await storedOf(letter)),
    inside: JSON.stringify(await insideOf(letter)),
  };
}

/** A new owner. Other test files share the tenants, and would use up the rate limit of a common member. */
const anotherOwnerOf = async (tenant: string): Promise<Editor> => memberOf((await ownerOf(tenant)).site, "owner");

describe("two tenants", () => {
  let a: Editor;
  let b: Editor;

  beforeAll(async () => {
    await migrate();
    await provision("tenant-a");
    await provision("tenant-b");
    [a, b] = [await anotherOwnerOf("tenant-a"), await anotherOwnerOf("tenant-b")];
    await work("tenant-b");
  });

  /** Changes a page, with its current version or with a guessed one. */
  const edited = async (who: Editor, random: () => number, title: string): Promise<unknown> => {
    const { version } = (await (await call(a, "/api/pages/about")).json()) as { readonly version: number };
    const ifMatch = random() < 0.5 ? version : Math.floor(random() * 40);
    return call(who, "/api/pages/about", { method: "PATCH", body: { changes: { title } }, ifMatch });
  };

  /**
   * Actions by one tenant's members, visitors, queue and operator. Many are invalid, and some name the other tenant.
   */
  function operationsBy(random: () => number): Readonly<Record<string, () => Promise<unknown>>> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const number = (): number => Math.floor(random() * 100);
    return {
      visit: () => get(`${a.site.origin}${pick(ADDRESSES)}?${number()}`),
      "visit as the other": () =>
        get(`${a.site.origin}${pick(ADDRESSES)}`, { cookie: b.cookie, "x-tenant": "tenant-b" }),
      read: () => call(a, pick(READS)),
      edit: () => edited(a, random, `T${number()}`),
      "edit as the other": () => edited({ ...a, cookie: b.cookie }, random, `T${number()}`),
      create: () =>
        call(a, "/api/pages", { body: { id: `p-${number()}`, body: { path: `/p-${number()}`, title: "P" } } }),
      remove: () => call(a, `/api/pages/p-${number()}`, { method: "DELETE", ifMatch: 1 }),
      "publish the other": () => call(a, "/api/publish", { body: { tenant: "tenant-b" }, ifMatch: number() }),
      upload: () => call(a, `/api/media?name=${number()}.png`, { method: "POST", file: PNG }),
      // Few archives, because a member's limit is shared with other tests of this tenant.
      archive: () => call(a, "/api/backups", random() < 0.2 ? { body: {} } : {}),
      message: () =>
        deliver("svc-t-tenant-a-queue", [
          pick([{ kind: "wake" }, { kind: "wake", tenant: "tenant-b" }, { site: "main" }]),
        ]),
      list: () => operations.list("tenant-a", "media", null),
      "read a file of the other": () => operations.read("tenant-a", "media", `tenant-b/${number()}`),
      status: () => operations.call("tenant-a", "status"),
    };
  }

  /** Actions that must never succeed. */
  const FORBIDDEN = ["edit as the other", "publish the other", "read a file of the other"];
  const isDone = (seen: unknown): boolean => !(seen instanceof Response) || seen.status < 300;

  test("stay separate in a thousand operations of one", { timeout: 240_000 }, async () => {
    const [own, before] = [await observed("tenant-a", "A", a), await observed("tenant-b", "B", b)];
    const alarm = await alarmOf("B");
    const random = seeded(20_26);
    const kinds = Object.entries(operationsBy(random));
    const done = new Set<string>();
    const one = async (): Promise<void> => {
      const [name, act] = kinds[Math.floor(random() * kinds.length)] ?? ["", async () => undefined];
      const isGood = await act().then(isDone, () => false);
      if (isGood) done.add(name);
    };
    for (let n = 0; n < OPERATIONS; n += SIDE_BY_SIDE) await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one));
    expect(kinds.map(([name]) => name).filter((name) => !done.has(name))).toEqual(FORBIDDEN);
    await publish(await ownerOf("tenant-a"));
    expect(await observed("tenant-b", "B", b)).toEqual(before);
    if (alarm > Date.now()) expect(await alarmOf("B")).toBe(alarm);
    // The same comparison detects the changes in the acting tenant.
    const after = await observed("tenant-a", "A", a);
    const changed = Object.keys(own).filter((part) => own[part] !== after[part]);
    expect(changed).toEqual(["pages", "reads", "records", "public", "files", "inside"]);
  });

  test("are both served while one gets a hundred concurrent reads, writes and messages", async () => {
    a = await anotherOwnerOf("tenant-a");
    const noise = Array.from({ length: 100 }, (_, n) => [
      get(`${a.site.origin}/?noise-${n}`),
      call(a, "/api/pages", { body: { body: { path: `/noise-${n}`, title: "Noise" } } }),
      deliver("svc-t-tenant-a-queue", [{ kind: "none" }, { kind: "wake" }]),
    ]).flat();
    const seen = await get(`${b.site.origin}/?quiet`);
    expect([seen.status, (await seen.text()).includes("tenant-b")]).toEqual([200, true]);
    const quiet = { body: { path: "/quiet", title: "Quiet" } };
    expect((await call(b, "/api/pages", { body: quiet })).status).toBe(201);
    expect(await deliver("svc-t-tenant-b-queue", [{ kind: "wake" }])).toEqual({ acked: 1, retried: 0 });
    // The noise has its effects too: each page is answered, and each message is handled or repeated.
    const answers = await Promise.all(noise);
    const statuses = answers.flatMap((one) => (one instanceof Response ? [one.status] : []));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const messages = answers.flatMap((one) => (one instanceof Response ? [] : [one.acked + one.retried]));
    expect(messages).toEqual(Array.from({ length: 100 }, () => 2));
  });
});
