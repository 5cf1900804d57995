import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { Client, type Answered } from "../support/client.ts";
import { Driver, pause, persistently, visit } from "../support/driver.ts";
import { pngOfBytes } from "../support/mediaFiles.ts";
import { loggedInMembers, type Member } from "../support/members.ts";
import { killed } from "./installation.ts";

/** Many members edit one site over HTTP at the same time, while workerd is killed. */
const EDITORS = 50;

const demo = loadDemo("saltmarrow");
const { hostname } = demo.domain;
const installation = inject("installation");
let editors: readonly Editor[];
let admin: Client;

interface Editor extends Member {
  readonly client: Client;
}

beforeAll(async () => {
  const driver = new Driver(installation.port);
  const membership = {
    tenant: demo.tenant.id,
    site: demo.site.id,
    hostname,
    signedWith: installation.secrets["SESSION_SECRET"] ?? "",
  };
  const client = ({ cookie }: Member): Client => new Client(installation.port, hostname, cookie);
  const members = await loggedInMembers(driver, EDITORS, { ...membership, role: "author" });
  editors = members.map((member) => ({ ...member, client: client(member) }));
  for (const one of await loggedInMembers(driver, 1, { ...membership, role: "admin" })) admin = client(one);
}, 90_000);

interface PageView {
  readonly version: number;
  readonly body: { readonly sections: readonly { readonly fields: { readonly body: string } }[] };
}

interface AuditRow {
  readonly actor: string;
  readonly outcome: string;
  readonly requestId: string;
}

/** A new page with one text section. */
async function aPage(): Promise<string> {
  const path = `/p-${randomUUID()}`;
  const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: "Begun." } }];
  return (
    await admin.done<{ page: string }>("POST", "/api/pages", { body: { body: { path, title: "Shared", sections } } })
  ).page;
}

async function read({ client }: Editor, page: string): Promise<{ version: number; words: string }> {
  const { version, body } = await client.done<PageView>("GET", `/api/pages/${page}`);
  return { version, words: body.sections[0]?.fields.body ?? "" };
}

interface Change {
  readonly version: number;
  readonly words: string;
  readonly key?: string;
}

const asSent = ({ version, words, key = randomUUID() }: Change) => ({
  version,
  key,
  body: { fields: { body: words } },
});
const textOf = (page: string): string => `/api/pages/${page}/sections/text`;
const write = ({ client }: Editor, page: string, change: Change): Promise<Answered> =>
  client.ask("PATCH", textOf(page), asSent(change));

const answerOf = ({ status, text }: Answered): string =>
  status === 200 ? "200" : (JSON.parse(text) as { code: string }).code;

/** Reads the page, adds a word and writes it, until no other editor was faster. Adds each answer to `heard`. */
async function addWord(editor: Editor, page: string, word: string, heard: string[]): Promise<void> {
  for (;;) {
    const { version, words } = await read(editor, page);
    const answer = answerOf(await write(editor, page, { version, words: `${words} ${word}` }));
    heard.push(answer);
    if (answer !== "STALE_VERSION") return;
  }
}

/** All audit rows of one editor, from all pages of the list. */
async function audited({ id }: Editor): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let cursor = ""; ;) {
    const path = `/api/audit?command=section.update&limit=7&actor=${encodeURIComponent(`member:${id}`)}${cursor}`;
    const { items, next } = await admin.done<{ items: AuditRow[]; next: string | null }>("GET", path);
    rows.push(...items);
    if (next === null) return rows;
    cursor = `&cursor=${next}`;
  }
}

const countOf = (rows: readonly AuditRow[], outcome: string): number =>
  rows.filter((row) => row.outcome === outcome).length;

describe(`${EDITORS} editors at once`, () => {
  // In each round, one editor of a page succeeds and all others are too late. So a word costs as many attempts as there
  // are editors.
  test.each([
    [1, 1],
    [10, 4],
  ])("on %i pages lose no word and get only version conflicts (%i words each)", async (pages, each) => {
    const shared = await Promise.all(Array.from({ length: pages }, aPage));
    const heard: string[] = [];
    await Promise.all(
      editors.map(async (editor, n) => {
        for (let word = 0; word < each; word++) await addWord(editor, shared[n % pages] ?? "", `e${n}w${word}`, heard);
      }),
    );
    expect([...new Set(heard)].toSorted()).toEqual(["200", "STALE_VERSION"]);
    for (const [index, page] of shared.entries()) {
      const { version, words } = await read(editors[0] as Editor, page);
      const expected = editors.flatMap((_, n) =>
        n % pages === index ? Array.from({ length: each }, (_word, word) => `e${n}w${word}`) : [],
      );
      expect(words.split(" ").slice(1).toSorted()).toEqual(expected.toSorted());
      expect(version).toBe(1 + expected.length);
    }
  });

  test("are in audit once for each accepted change, and not for conflicts", async () => {
    await persistently(async () => {
      for (const editor of editors) {
        const rows = await audited(editor);
        expect([rows.length, countOf(rows, "done"), new Set(rows.map(({ requestId }) => requestId)).size]).toEqual([
          5, 5, 5,
        ]);
      }
    });
  });
});

describe("a lost answer", () => {
  const somebody = (n: number): Editor => editors[n] as Editor;

  test("is repeated unchanged after workerd was killed behind the change", async () => {
    const [editor, page] = [somebody(0), await aPage()];
    const before = (await audited(editor)).length;
    const change = { version: 1, words: "Kept.", key: randomUUID() };
    editor.client.abandon("PATCH", textOf(page), asSent(change));
    await persistently(async () => expect((await read(editor, page)).version).toBe(2));
    await killed(installation);
    const [again, oncemore] = [
      await persistently(() => write(editor, page, change)),
      await write(editor, page, change),
    ];
    expect([again.status, again.headers["idempotency-replayed"], again.headers["etag"]]).toEqual([200, "true", '"2"']);
    expect([oncemore.status, oncemore.text]).toEqual([200, again.text]);
    expect(await read(editor, page)).toEqual({ version: 2, words: "Kept." });
    expect(answerOf(await write(editor, page, { ...change, words: "Other." }))).toBe("IDEMPOTENCY_KEY_REUSED");
    await persistently(async () => {
      const rows = (await audited(editor)).slice(0, -before || undefined);
      expect([countOf(rows, "done"), countOf(rows, "replayed")]).toEqual([1, 2]);
    });
  });

  test("to a change at a random kill leads to one change, made before or now", async () => {
    const [editor, page] = [somebody(1), await persistently(aPage)];
    for (const [round, ms] of [0, 5, 15, 40].entries()) {
      const change = { version: round + 1, words: `Round ${round}.`, key: randomUUID() };
      const first = write(editor, page, change).catch(() => undefined);
      await pause(ms);
      await killed(installation);
      await first;
      const { status, headers } = await persistently(() => write(editor, page, change));
      expect([status, headers["etag"], await read(editor, page)]).toEqual([
        200,
        `"${round + 2}"`,
        { version: round + 2, words: `Round ${round}.` },
      ]);
    }
  });
});

describe("a kill during uploads", () => {
  test("leaves every listed file whole, and a repeated upload with its key adds no second one", async () => {
    const files = Array.from({ length: 4 }, (_, index) => pngOfBytes(4_000_000 + index));
    const keys = files.map(() => randomUUID());
    const upload = (index: number) => {
      const [file, key, editor] = [files[index], keys[index], editors[index]];
      if (!file || !key || !editor) throw new Error("not prepared");
      return editor.client.ask("POST", `/api/media?name=${index}.png`, { file, key });
    };
    let cut = 0;
    for (const wait of [60, 400]) {
      await persistently(() => admin.done("GET", "/api/site"));
      const sent = files.map((_, index) => upload(index).catch(() => undefined));
      await pause(wait);
      await killed(installation);
      cut += (await Promise.all(sent)).filter((answer) => answer?.status !== 201).length;
    }
    expect(cut).toBeGreaterThan(0);
    const stored = [];
    for (const index of files.keys()) stored.push(await persistently(() => upload(index)));
    const library = await admin.done<{ items: readonly { id: string; path: string; name: string }[] }>(
      "GET",
      "/api/media",
    );
    const items = library.items.filter(({ path }) => demo.media.every((provisioned) => provisioned.path !== path));
    expect(items.map(({ name }) => name).toSorted()).toEqual(files.map((_, index) => `${index}.png`));
    expect(stored.map(({ text }) => (JSON.parse(text) as { id: string }).id).toSorted()).toEqual(
      items.map(({ id }) => id).toSorted(),
    );
    for (const { id, path } of items) {
      const { status, headers } = await visit(installation.port, hostname, path);
      const file = files.find((bytes) => createHash("sha256").update(bytes).digest("hex") === id);
      expect([status, headers["content-length"]]).toEqual([200, String(file?.length)]);
    }
  });
});
