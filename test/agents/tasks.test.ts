/**
 * Twenty tasks that a person gives an agent, each done by a script. The script knows only the list of tools, and reads
 * what it needs before it writes. Tools may only be removed while all tasks succeed.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_LIST_MAX_CHARS } from "../../manifests/bounds/agents.ts";
import { agentOf, type MemberAgent } from "./memberAgent.ts";
import { serveAgents, type Served } from "./start.ts";

const OWNER = "ottilie-marchbank";
const RICH_TEXT = "drawbridge.basics/rich-text";

interface Section {
  readonly id: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
interface PageRead {
  readonly id: string;
  readonly version: number;
  readonly page: Readonly<Record<string, unknown>>;
  readonly sections: readonly Section[];
}
type Operation = Readonly<Record<string, unknown>>;
interface Edited {
  readonly result: {
    readonly created: readonly { readonly id: string }[];
    readonly inverse: readonly Operation[];
    readonly versions: readonly { readonly version: number }[];
  };
}

let served: Served;
let agent: MemberAgent;
let listed: readonly { readonly name: string; readonly inputSchema: object }[];
beforeAll(async () => {
  served = await serveAgents("full");
  agent = await agentOf(`http://127.0.0.1:${served.port}`, OWNER);
  listed = (await agent.client.listTools()).tools;
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const call = async <T>(name: string, given: Record<string, unknown> = {}): Promise<T> => {
  expect(listed.map((tool) => tool.name)).toContain(name);
  return (await agent.call(name, given)) as T;
};
const write = <T>(name: string, given: Record<string, unknown>): Promise<T> =>
  call<T>(name, { idempotencyKey: randomUUID(), ...given });
const read = (page: string, more: Record<string, unknown> = {}): Promise<PageRead> =>
  call<PageRead>("read_draft_page", { page, ...more });
const edit = async (page: string, ...operations: Operation[]): Promise<Edited> => {
  const { id, version } = await read(page);
  return write<Edited>("edit_page", { page: id, version, operations });
};
const created = ({ result }: Edited): string => result.created[0]?.id ?? "";
const insert = (text: string, at: object = {}): Operation => ({
  op: "insert",
  section: { type: RICH_TEXT, fields: { body: text } },
  at,
});
const document = (kind: string): Promise<{ version: number; body: Record<string, unknown> }> =>
  call("read_site_document", { kind });

/** Publishes, and waits for a release that is made in steps, because the demo has more pages than one step takes. */
async function publish(): Promise<void> {
  const { change } = await call<{ change: number }>("list_changes");
  await write("publish", { version: change });
  const newest = async (): Promise<string | undefined> =>
    (await call<{ items: { state: string }[] }>("list_releases")).items[0]?.state;
  await expect.poll(newest, { timeout: 30_000 }).toBe("ready");
}

const TASKS: readonly (readonly [asked: string, done: () => Promise<void>])[] = [
  [
    "Which site is this, and what may you do?",
    async () => {
      expect(await call("get_site_context")).toMatchObject({ site: "saltmarrow-yard", actingFor: { role: "owner" } });
    },
  ],
  [
    "Which pages do we have?",
    async () => {
      const { items } = await call<{ items: { path: string }[] }>("list_draft_pages");
      expect(items.map(({ path }) => path)).toContain("/about");
    },
  ],
  [
    "What does the page about us say to visitors now?",
    async () => {
      expect((await read("/about", { state: "published" })).sections.length).toBeGreaterThan(0);
    },
  ],
  [
    "Make a page for our open day with a heading and a text.",
    async () => {
      await write("create_page", { body: { path: "/open-day", title: "Open day" } });
      await edit("/open-day", insert("Come and see the yard."));
      expect((await read("/open-day")).sections).toMatchObject([{ fields: { body: "Come and see the yard." } }]);
    },
  ],
  [
    "Write in its text that there is tea.",
    async () => {
      const [section] = (await read("/open-day")).sections;
      await edit("/open-day", {
        op: "set",
        section: section?.id,
        fields: { body: "Come and see the yard. There is tea." },
      });
      expect((await call<{ items: unknown[] }>("list_draft_pages", { text: "there is tea" })).items).toMatchObject([
        { path: "/open-day" },
      ]);
    },
  ],
  [
    "Give it a description and an author.",
    async () => {
      await edit("/open-day", { op: "page", changes: { description: "A day at the yard.", author: "Ottilie" } });
      expect((await read("/open-day")).page).toMatchObject({ description: "A day at the yard.", author: "Ottilie" });
    },
  ],
  [
    "Add a paragraph in front of the first one.",
    async () => {
      await edit("/open-day", insert("Next Saturday.", { index: 0 }));
      expect((await read("/open-day")).sections[0]?.fields).toEqual({ body: "Next Saturday." });
    },
  ],
  [
    "Put the two the other way round, then take that back.",
    async () => {
      const [first] = (await read("/open-day")).sections;
      const {
        result: { inverse, versions },
      } = await edit("/open-day", { op: "move", section: first?.id, to: { index: 1 } });
      expect((await read("/open-day")).sections[1]?.id).toBe(first?.id);
      await write("edit_page", {
        page: (await read("/open-day")).id,
        version: versions[0]?.version,
        operations: inverse,
      });
      expect((await read("/open-day")).sections[0]?.id).toBe(first?.id);
    },
  ],
  [
    "Copy a paragraph, change the copy and remove it again.",
    async () => {
      const [first] = (await read("/open-day")).sections;
      const copy = created(await edit("/open-day", { op: "duplicate", section: first?.id }));
      await edit(
        "/open-day",
        { op: "set", section: copy, fields: { body: "Twice." } },
        { op: "remove", section: copy },
      );
      expect((await read("/open-day")).sections.map(({ id }) => id)).not.toContain(copy);
    },
  ],
  [
    "Choose another look for a section that has one.",
    async () => {
      const { types } = await call<{ types: { type: string }[] }>("list_section_types");
      expect(types.map(({ type }) => type)).toContain("drawbridge.basics/hero");
      const { section } = await call<{ section: { variants: { name: string }[]; example: { fields: object } } }>(
        "list_section_types",
        { type: "drawbridge.basics/hero" },
      );
      const variant = section.variants.at(-1)?.name;
      const hero = created(
        await edit("/open-day", {
          op: "insert",
          section: { type: "drawbridge.basics/hero", fields: { title: "Welcome" } },
          at: { index: 0 },
        }),
      );
      await edit("/open-day", { op: "variant", section: hero, variant });
      expect((await read("/open-day", { section: hero })).sections).toMatchObject([{ id: hero, variant }]);
    },
  ],
  [
    "Put the page into the menu.",
    async () => {
      const { version, body } = await document("navigation");
      const { id } = await read("/open-day");
      const menus = body["menus"] as { header: object[]; footer: object[] };
      await write("put_site_document", {
        kind: "navigation",
        version,
        body: { ...body, menus: { ...menus, header: [...menus.header, { label: "Open day", link: `page:${id}` }] } },
      });
      expect(JSON.stringify((await document("navigation")).body)).toContain("Open day");
    },
  ],
  [
    "Move it to another address and lead visitors there.",
    async () => {
      await edit("/open-day", { op: "page", changes: { path: "/visit" }, redirect: true });
      expect(JSON.stringify((await document("redirects")).body)).toContain('"/open-day"');
    },
  ],
  [
    "Change what the site is called, and back.",
    async () => {
      const before = await call<{ version: number; body: object; shape: object }>("read_site_document", {
        kind: "settings",
        shape: true,
      });
      expect(before.shape).toMatchObject({ properties: { name: expect.any(Object) } });
      await write("put_site_document", {
        kind: "settings",
        version: before.version,
        body: { ...before.body, name: "The yard" },
      });
      await write("put_site_document", { kind: "settings", version: before.version + 1, body: before.body });
      expect((await document("settings")).body).toEqual(before.body);
    },
  ],
  [
    "What would be published? Then publish it.",
    async () => {
      const { change, pages } = await call<{ change: number; pages: { id: string }[] }>("list_changes");
      expect(pages.length).toBeGreaterThan(0);
      expect(await write("publish", { version: change, dryRun: true })).toMatchObject({ done: false });
      await publish();
      expect((await read("/visit", { state: "published" })).page).toMatchObject({ title: "Open day" });
    },
  ],
  [
    "Schedule the next publication for tomorrow, then cancel it.",
    async () => {
      await edit("/visit", { op: "page", changes: { title: "Visit us" } });
      const at = new Date(Date.now() + 86_400_000).toISOString();
      const { result } = await write<{ result: { schedule: string } }>("schedule_publication", { at });
      expect((await call<{ items: unknown[] }>("list_schedules")).items).toMatchObject([
        { schedule: result.schedule, state: "waiting" },
      ]);
      await write("cancel_schedule", { schedule: result.schedule });
    },
  ],
  [
    "What did the page say before? Bring that back.",
    async () => {
      const { id, version } = await read("/visit");
      const { items } = await call<{ items: { version: number }[] }>("list_page_versions", { page: id });
      expect(items.length).toBeGreaterThan(3);
      await write("restore_page_version", { page: id, restore: version - 1, version });
      expect((await read(id)).page).toMatchObject({ title: "Open day" });
    },
  ],
  [
    "Show visitors the release before, then the newest again.",
    async () => {
      const { items } = await call<{ items: { release: number }[] }>("list_releases");
      const [newest, before] = items;
      await write("restore_release", { release: before?.release });
      expect(
        (await call<{ items: { release: number; current: boolean }[] }>("list_releases")).items.find(
          ({ current }) => current,
        )?.release,
      ).toBe(before?.release);
      await write("restore_release", { release: newest?.release });
    },
  ],
  [
    "Which pictures have we got, and are our links sound?",
    async () => {
      expect(await call("list_media")).toMatchObject({ items: expect.any(Array) });
      const { tools } = await call<{ tools: { name: string }[] }>("list_plugins");
      expect(tools.map(({ name }) => name)).toContain("drawbridge-link-check__broken-links");
      expect(await call("use_plugin_tool", { tool: "drawbridge-link-check__broken-links" })).toMatchObject({
        answer: { findings: expect.any(Array) },
      });
    },
  ],
  [
    "Somebody else works on the page: keep what both of you write.",
    async () => {
      const seen = await read("/visit");
      const [first, second] = seen.sections.slice(-2);
      await edit("/visit", { op: "set", section: first?.id, fields: { body: "Hers" } });
      await write("edit_page", {
        page: seen.id,
        version: seen.version,
        operations: [{ op: "set", section: second?.id, fields: { body: "Mine" } }],
      });
      await expect(
        write("edit_page", {
          page: seen.id,
          version: seen.version,
          operations: [{ op: "set", section: first?.id, fields: { body: "Over hers" } }],
        }),
      ).rejects.toThrow(/STALE_VERSION.*Hers/s);
      expect((await read("/visit")).sections.slice(-2)).toMatchObject([
        { fields: { body: "Hers" } },
        { fields: { body: "Mine" } },
      ]);
    },
  ],
  [
    "Take the page away again, and its menu entry with it.",
    async () => {
      const { version, body } = await document("navigation");
      const menus = body["menus"] as { header: object[]; footer: object[] };
      await write("put_site_document", {
        kind: "navigation",
        version,
        body: { ...body, menus: { ...menus, header: menus.header.slice(0, -1) } },
      });
      const page = await read("/visit");
      await write("delete_page", { page: page.id, version: page.version });
      await publish();
      await expect(read("/visit")).rejects.toThrow(/NOT_FOUND/);
    },
  ],
];

describe("an agent is asked", () => {
  test("to do twenty things", () => expect(TASKS).toHaveLength(20));

  test.each(TASKS)("%s", async (_asked, done) => {
    await done();
    expect.hasAssertions();
  });

  test("with a list of tools that stays short, plugins' tools included", () => {
    const text = JSON.stringify(listed);
    expect(listed.map(({ name }) => name)).toContain("drawbridge-link-check__broken-links");
    expect(text.length).toBeLessThanOrEqual(TOOL_LIST_MAX_CHARS);
  });
});
