import { runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY_MAX_CHARS, IDEMPOTENCY_KEY_MIN_CHARS } from "../../../manifests/bounds/commands.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import { aSite, db, migrate, readerOf, workspaceOf } from "../site/harness.ts";
import { EXAMPLES, addressOf, sentOf } from "./examples.ts";
import {
  type Editor,
  type Sent,
  WRITES,
  anEditor,
  callApi,
  codeOf,
  memberOf,
  nameOf,
  ownerOfSite,
  refused,
} from "./apiClient.ts";

beforeAll(migrate);

const CASES = WRITES.map((route): [string, Route] => [nameOf(route), route]);

/** The sites that routes share, of which each has about three. More would send more than a member may in a minute. */
const SITES = Math.ceil(WRITES.length / 3);

/** The owner of each site, by its number. A site costs more than most requests. */
const editors = new Map<number, Promise<Editor>>();

async function prepared(route: Route) {
  // Neighbours in the table spend one quota, so they are on sites apart.
  const site = WRITES.indexOf(route) % SITES;
  const made = editors.get(site) ?? anEditor();
  editors.set(site, made);
  const editor = await made;
  const example = (await EXAMPLES[nameOf(route)]?.(editor, editor)) ?? {};
  return { editor, path: addressOf(route.path, example.params), sent: sentOf(example) };
}

interface AuditRow {
  readonly actor: string;
  readonly command: string;
  readonly outcome: string;
  readonly request_id: string;
  readonly input_digest: string;
}

/** The audit rows of a command, after the outbox is delivered. */
async function audited({ site }: Editor, command: string | null): Promise<AuditRow[]> {
  await runDurableObjectAlarm(workspaceOf(site.name));
  const { results } = await db
    .prepare("SELECT * FROM audit WHERE tenant_id = ? AND command = ? ORDER BY at, outcome")
    .bind(site.name, command)
    .all<AuditRow>();
  return results;
}

const text = async (response: Response) => ({
  status: response.status,
  replayed: response.headers.get("idempotency-replayed"),
  etag: response.headers.get("etag"),
  body: await response.text(),
});

/** The member with a new secret, which is only in the first answer. A repetition has null. */
const SAID_ONCE: Readonly<Record<string, string>> = { "POST /api/members/invitation-links": "address" };

/** The expected answer of a repetition, byte for byte. */
function repeated(name: string, body: string): string {
  const member = SAID_ONCE[name];
  if (member === undefined) return body;
  const answer = JSON.parse(body) as Record<string, unknown>;
  return `${JSON.stringify({ ...answer, [member]: null })}\n`;
}

describe("sent again with its key", () => {
  test.each(CASES)(
    "%s answers the same to the byte and does nothing; both are in audit, once each",
    async (name, route) => {
      const { editor, path, sent } = await prepared(route);
      const key = crypto.randomUUID();
      const before = await audited(editor, route.command);
      const first = await text(await callApi(editor, route.method, path, { ...sent, key }));
      const again = await text(await callApi(editor, route.method, path, { ...sent, key }));
      expect(first).toMatchObject({ status: route.status, replayed: null });
      expect(again).toEqual({ ...first, body: repeated(name, first.body), replayed: "true" });
      const after = (await audited(editor, route.command)).slice(before.length);
      expect(after.map(({ actor, outcome }) => [actor, outcome])).toEqual([
        [`member:${editor.identity}`, "done"],
        [`member:${editor.identity}`, "replayed"],
      ]);
      expect(new Set(after.map(({ request_id }) => request_id)).size).toBe(2);
      expect(new Set(after.map(({ input_digest }) => input_digest)).size).toBe(1);
    },
  );

  test.each(CASES)("%s twenty times at once has one effect", async (name, route) => {
    const { editor, path, sent } = await prepared(route);
    const key = crypto.randomUUID();
    const isDone = ({ outcome }: AuditRow): boolean => outcome === "done";
    const before = (await audited(editor, route.command)).filter(isDone).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => text(await callApi(editor, route.method, path, { ...sent, key }))),
    );
    const done = answers.filter(({ status }) => status === route.status);
    expect(done.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => repeated(name, body))).size).toBe(1);
    for (const other of answers.filter(({ status }) => status !== route.status))
      expect(JSON.parse(other.body)).toMatchObject({ code: "IDEMPOTENCY_IN_PROGRESS" });
    expect((await text(await callApi(editor, route.method, path, { ...sent, key }))).body).toBe(
      repeated(name, done[0]?.body ?? ""),
    );
    expect((await audited(editor, route.command)).filter(isDone).length).toBeGreaterThan(before);
  });
});

describe("the same key", () => {
  test("with other input is refused and changes nothing, in the workspace and in the control plane", async () => {
    const editor = await anEditor();
    const key = crypto.randomUUID();
    const attempts: [string, "PATCH" | "POST", Sent, Sent][] = [
      [
        "/api/pages/home",
        "PATCH",
        { ifMatch: 1, body: { changes: { title: "One" } } },
        { ifMatch: 1, body: { changes: { title: "Two" } } },
      ],
      [
        "/api/domains",
        "POST",
        { body: { hostname: `${crypto.randomUUID()}.example` } },
        { body: { hostname: `${crypto.randomUUID()}.example` } },
      ],
    ];
    for (const [path, method, one, other] of attempts) {
      expect((await callApi(editor, method, path, { ...one, key })).ok).toBe(true);
      expect(await refused(await callApi(editor, method, path, { ...other, key }))).toMatchObject({
        status: 422,
        code: "IDEMPOTENCY_KEY_REUSED",
      });
    }
    expect(expectValue(await readerOf(editor.site.name).read("context", "main")).unpublished).toBe(1);
  });

  test("of another member, and of the same one for another address, is another claim", async () => {
    const site = await aSite("keys");
    const [one, other] = [await ownerOfSite(site), await memberOf(site, "editor")];
    const key = crypto.randomUUID();
    const title = (editor: Editor, version: number, to: string) =>
      callApi(editor, "PATCH", "/api/pages/home", { key, ifMatch: version, body: { changes: { title: to } } });
    expect((await title(one, 1, "One")).headers.get("etag")).toBe('"2"');
    expect((await title(other, 2, "Two")).headers.get("etag")).toBe('"3"');
    expect(
      (await callApi(one, "POST", "/api/pages", { key, body: { body: { path: "/three", title: "Three" } } })).status,
    ).toBe(201);
  });

  test("of two members for one control-plane command is two claims", async () => {
    const site = await aSite("keys");
    const key = crypto.randomUUID();
    const names = [];
    for (const editor of [await ownerOfSite(site), await memberOf(site, "admin")]) {
      const response = await callApi(editor, "POST", "/api/domains", {
        key,
        body: { hostname: `${crypto.randomUUID()}.example` },
      });
      names.push((await response.json<{ domain: { hostname: string } }>()).domain.hostname);
    }
    expect(new Set(names).size).toBe(2);
  });
});

describe("a key", () => {
  const keyed = async (key: string | null) =>
    codeOf(
      await callApi(await anEditor(), "PATCH", "/api/pages/home", {
        key,
        ifMatch: 1,
        body: { changes: { title: "Keyed" } },
      }),
    );

  test.each([
    [IDEMPOTENCY_KEY_MIN_CHARS - 1, "IDEMPOTENCY_KEY_MISSING"],
    [IDEMPOTENCY_KEY_MIN_CHARS, "200"],
    [IDEMPOTENCY_KEY_MIN_CHARS + 1, "200"],
    [IDEMPOTENCY_KEY_MAX_CHARS - 1, "200"],
    [IDEMPOTENCY_KEY_MAX_CHARS, "200"],
    [IDEMPOTENCY_KEY_MAX_CHARS + 1, "IDEMPOTENCY_KEY_MISSING"],
  ])("of %i characters: %s", async (length, answer) => {
    expect(await keyed("k".repeat(length))).toBe(answer);
  });

  test.each([[null], [""], ["with a space in it"], ["with\ttab-in-it"], ["übermütig-und-lang"]])(
    "that is %j is none",
    async (key) => {
      expect(await keyed(key)).toBe("IDEMPOTENCY_KEY_MISSING");
    },
  );
});
