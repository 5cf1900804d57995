import { beforeAll, describe, expect, test } from "vitest";
import type { BackupsView } from "../../../runtime/backups/views.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { db, migrate } from "../site/harness.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "./apiClient.ts";
import { formOf, open, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const [LOG, BACKUPS, DOMAINS] = [`${START}/log`, `${START}/backups`, `${START}/domains`] as const;
const to = (response: Response): string => response.headers.get("location") ?? "";

async function press(who: Editor, path: string, name: string, fields: Record<string, string> = {}): Promise<Response> {
  return submit(who, path, { ...formOf(await pageOf(who, path), name), ...fields });
}

const listed = (html: string): string => /<section aria-labelledby="list-title">.*?<\/section>/s.exec(html)?.[0] ?? "";

describe("who did what, without a script", () => {
  test("is said in words, and chosen by deed, person and day", async () => {
    const owner = await anEditor();
    await press(owner, DOMAINS, "ask", { hostname: "www.chosen.example" });
    expect(listed(await pageOf(owner, LOG))).toContain("asked for an address");
    const chosen = async (query: string): Promise<boolean> =>
      listed(await pageOf(owner, `${LOG}?${query}`)).includes("asked for an address");
    const today = new Date().toISOString().slice(0, 10);
    expect(await chosen(`command=domain.request&actor=member%3A${owner.identity}&from=${today}&to=${today}`)).toBe(
      true,
    );
    for (const query of ["command=publish", "actor=plugin%3Aacme.tool", "outcome=refused", "to=2000-01-01"])
      expect(await chosen(query)).toBe(false);
    expect(await chosen("actor=%3Cscript%3E&command=%27&from=never&cursor=")).toBe(true);
  });

  test("names the page, the plugin with its new state, the person and the address", async () => {
    const owner = await anEditor();
    const insert = db.prepare(
      "INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, about) VALUES (?, ?, 'main', 'member:x', ?, 'd', 'done', 'r', ?, ?)",
    );
    const rows = [
      ["page.update", { page: "home" }],
      ["page.delete", { page: "never" }],
      ["plugin.state", { plugin: "drawbridge.basics", state: "disabled" }],
      ["plugin.remove", { plugin: "acme.gone" }],
      ["member.role", { member: owner.identity }],
      ["domain.request", { hostname: "boats.example" }],
      ["release.restore", { release: 3 }],
      ["media.update", { media: "0".repeat(64) }],
    ] as const;
    await db.batch(
      rows.map(([command, about], at) =>
        insert.bind(crypto.randomUUID(), owner.site.name, command, at, JSON.stringify(about)),
      ),
    );
    const text = listed(await pageOf(owner, `${LOG}?to=1970-01-01`)).replaceAll(/<[^>]*>/g, "");
    for (const said of [
      "changed a page: Home",
      "deleted a page: never",
      "switched a plugin on or off: Basics (off)",
      "removed a plugin: acme.gone",
      "changed a member’s role: Robin",
      "asked for an address: boats.example",
      "went back to an earlier release: release 3",
    ])
      expect(text).toContain(said);
    expect(text).toMatch(/changed the details of a file\n/);
  });

  test("shows markup that a row holds as text (hazard 5)", async () => {
    const owner = await anEditor();
    const bad = "<img src=x onerror=alert(1)>";
    await db
      .prepare(
        "INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at, via, about) VALUES (?, ?, 'main', ?, ?, 'd', 'done', 'r', ?, ?, ?)",
      )
      .bind(
        crypto.randomUUID(),
        owner.site.name,
        `plugin:${bad}`,
        bad,
        Date.now(),
        bad,
        JSON.stringify({ page: bad, plugin: bad, state: bad, member: bad, hostname: bad }),
      )
      .run();
    const html = await pageOf(owner, LOG);
    expect([html.includes("<img"), html.includes("&lt;img src=x")]).toEqual([false, true]);
  });
});

describe("backups, without a script", () => {
  const kept = async (owner: Editor): Promise<BackupsView["items"]> =>
    (await done<BackupsView>(await callApi(owner, "GET", "/api/backups"))).items;

  test("are kept, checked, and deleted after a question", async () => {
    const owner = await anEditor();
    expect(to(await press(owner, BACKUPS, "make", { submissions: "" }))).toBe(`${BACKUPS}?done=kept`);
    expect((await kept(owner)).map(({ submissions }) => submissions)).toEqual([false]);
    expect(to(await press(owner, BACKUPS, "verify"))).toBe(`${BACKUPS}?done=sound`);
    const asked = await press(owner, BACKUPS, "remove");
    expect([asked.status, (await kept(owner)).length]).toEqual([409, 1]);
    expect(to(await submit(owner, BACKUPS, formOf(await asked.text(), "remove")))).toBe(`${BACKUPS}?done=removed`);
    expect(await kept(owner)).toEqual([]);
  });

  test("are taken away as an export, by a link that the page shows", async () => {
    const owner = await anEditor();
    const html = await pageOf(owner, to(await press(owner, BACKUPS, "export", { submissions: "" })));
    const address = /href="(\/api\/exports\/[^"]+)"/.exec(html)?.[1] ?? "";
    const file = await open(owner, address);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/jsonl"]);
    await file.body?.cancel();
    expect(await pageOf(owner, `${BACKUPS}?export=..%2F..%2Fx`)).not.toContain("/api/exports/");
  });
});

describe("the addresses of a site, without a script", () => {
  test("are listed, and another is asked for with what comes next", async () => {
    const owner = await anEditor();
    expect(to(await press(owner, DOMAINS, "ask", { hostname: " WWW.New.example " }))).toBe(`${DOMAINS}?done=asked`);
    const html = await pageOf(owner, DOMAINS);
    expect([html.includes("<bdi>www.new.example</bdi>"), html.includes("Tell the operator")]).toEqual([true, true]);
    const refused = await press(owner, DOMAINS, "ask", { hostname: "https://x" });
    expect([refused.status, formOf(await refused.text(), "ask")["hostname"]]).toEqual([400, "https://x"]);
  });
});

test.each([LOG, BACKUPS, DOMAINS])(
  "an editor and a viewer see no %s, and a foreign page sends nothing there",
  async (path) => {
    const owner = await anEditor();
    for (const role of ["editor", "viewer"] as const) {
      const member = await memberOf(owner.site, role);
      expect((await open(member, path)).status).toBe(403);
      expect(await pageOf(member, `${START}/account`)).not.toContain(`href="${path}"`);
    }
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const sent = { do: path === DOMAINS ? "ask" : "make", key: crypto.randomUUID(), hostname: "www.evil.example" };
    expect((await submit(owner, path, sent, headers)).status).toBe(403);
  },
);
