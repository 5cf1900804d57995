import { runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { AUDIT_ACTOR_MAX_CHARS } from "../../../manifests/bounds/commands.ts";
import { db, migrate, unique, workspaceOf } from "../site/harness.ts";
import { type Editor, anEditor, callApi, codeOf, done, memberOf, routeOf } from "./apiClient.ts";

beforeAll(migrate);

interface Row {
  readonly id: string;
  readonly actor: string;
  readonly command: string;
  readonly outcome: string;
  readonly at: number;
  readonly about: object | null;
}
interface List {
  readonly items: Row[];
  readonly next: string | null;
}

const audit = async (editor: Editor, query = ""): Promise<List> =>
  done<List>(await callApi(editor, "GET", `/api/audit${query}`), routeOf("GET", "/api/audit"));
const delivered = ({ site }: Editor): Promise<boolean> => runDurableObjectAlarm(workspaceOf(site.name));
const retitle = (editor: Editor, ifMatch: number, title: string, key = crypto.randomUUID()) =>
  callApi(editor, "PATCH", "/api/pages/home", { key, ifMatch, body: { changes: { title } } });

const INSERT = `
  INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at)
  VALUES (?, ?, ?, ?, ?, 'd', ?, 'r', ?)`;

/** A site whose audit has these rows. The row of its provisioning is newer than all of them. */
async function told(rows: readonly Partial<Row>[], site = "main"): Promise<Editor> {
  const editor = await anEditor();
  const insert = db.prepare(INSERT);
  await db.batch(
    rows.map(({ id = unique("row"), actor = "member:one", command = "page.update", outcome = "done", at = 1 }) =>
      insert.bind(id, editor.site.name, site, actor, command, outcome, at),
    ),
  );
  return editor;
}

describe("audit", () => {
  test("tells of what was done and repeated, not of what was refused, and never what was said", async () => {
    const editor = await anEditor();
    const secret = unique("Secret title");
    const key = crypto.randomUUID();
    for (const version of [1, 1]) expect((await retitle(editor, version, secret, key)).status).toBe(200);
    expect(await codeOf(await retitle(editor, 1, secret))).toBe("STALE_VERSION");
    const invited = {
      issuer: "https://login.example",
      subject: unique("Secret subject"),
      role: "viewer",
      name: "Secret Name",
    };
    await done(await callApi(editor, "POST", "/api/members/invitations", { body: invited }));
    await delivered(editor);
    const { items } = await audit(editor);
    expect(items.map(({ command, outcome }) => `${command} ${outcome}`).toSorted()).toEqual([
      "member.invite done",
      "page.update done",
      "page.update replayed",
      "site.provision done",
    ]);
    const stored = JSON.stringify(
      (await db.prepare("SELECT * FROM audit WHERE tenant_id = ?").bind(editor.site.name).all()).results,
    );
    for (const said of [secret, invited.subject, invited.name, invited.issuer]) expect(stored).not.toContain(said);
  });

  test("tells what a command was about, by ids", async () => {
    const editor = await anEditor();
    const plugin = "drawbridge.basics";
    await done(await retitle(editor, 1, "Other"));
    const created = { body: { path: "/new", title: "New" } };
    const { page } = await done<{ page: string }>(await callApi(editor, "POST", "/api/pages", { body: created }));
    await done(await callApi(editor, "PUT", `/api/plugins/${plugin}/state`, { body: { state: "disabled" } }));
    const { release } = await done<{ release: number }>(await callApi(editor, "POST", "/api/publish", { ifMatch: 3 }));
    await done(await callApi(editor, "POST", "/api/domains", { body: { hostname: "boats.example" } }));
    await delivered(editor);
    const { items } = await audit(editor);
    expect(Object.fromEntries(items.map(({ command, about }) => [command, about]))).toEqual({
      "page.update": { page: "home" },
      "page.create": { page },
      "plugin.state": { plugin, state: "disabled" },
      publish: { release },
      "domain.request": { hostname: "boats.example" },
      "site.provision": null,
    });
  });

  test("is the site's own: not that of another tenant nor of another site of this one", async () => {
    const editor = await told([{ id: unique("row") }], "second");
    await told([{ at: 5 }]);
    expect((await audit(editor, "?to=1000")).items).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["?to=1000", ["e", "d", "c", "b", "a"]],
    ["?to=1000&actor=member:two", ["d", "b"]],
    ["?to=1000&command=publish", ["e", "d"]],
    ["?to=1000&outcome=replayed", ["c"]],
    ["?from=3&to=1000", ["e", "d", "c"]],
    ["?to=3", ["b", "a"]],
    ["?from=3&to=4", ["c"]],
    ["?from=4&to=4", []],
    ["?to=1000&actor=member:two&command=publish&outcome=done&from=4", ["d"]],
    ["?to=1000&actor=member:nobody", []],
  ])("%s finds %j", async (query, found) => {
    const ids = new Map([..."abcde"].map((name) => [name, unique(name)]));
    const editor = await told([
      { id: ids.get("a") ?? "", at: 1 },
      { id: ids.get("b") ?? "", at: 2, actor: "member:two" },
      { id: ids.get("c") ?? "", at: 3, outcome: "replayed" },
      { id: ids.get("d") ?? "", at: 4, actor: "member:two", command: "publish" },
      { id: ids.get("e") ?? "", at: 5, command: "publish" },
    ]);
    expect((await audit(editor, query)).items.map(({ id }) => id)).toEqual(found.map((name) => ids.get(name)));
  });

  test.each([
    [-1, 200],
    [0, 200],
    [1, 400],
  ])("can be asked about an actor whose name is as long as the bound and %i characters: %i", async (more, status) => {
    const editor = await anEditor();
    const actor = "plugin:".padEnd(AUDIT_ACTOR_MAX_CHARS + more, "x");
    expect((await callApi(editor, "GET", `/api/audit?actor=${actor}`)).status).toBe(status);
  });

  test.each([
    [LIST_ROWS - 1, 0],
    [LIST_ROWS, 0],
    [LIST_ROWS + 1, 1],
  ])("of %i rows goes on with %i, each once, also when all came at one moment", async (total, rest) => {
    const editor = await told(Array.from({ length: total }, () => ({ at: 7 })));
    const first = await audit(editor, "?to=1000");
    expect([first.items.length, first.next === null]).toEqual([total - rest, rest === 0]);
    const second = first.next === null ? { items: [] } : await audit(editor, `?to=1000&cursor=${first.next}`);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(total);
  });

  test("is not for those who may only edit", async () => {
    const editor = await anEditor();
    expect(await codeOf(await callApi(await memberOf(editor.site, "editor"), "GET", "/api/audit"))).toBe("FORBIDDEN");
  });
});
