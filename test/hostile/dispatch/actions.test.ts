/** Attacks on editors' actions: what a plugin may see, and what of its answer may reach a member's page. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ACTIONS_PER_WINDOW, ACTIONS_WINDOW_SECONDS } from "../../../manifests/bounds/editor.ts";
import type { AgentCaller } from "../../../runtime/agents/agentCalls.ts";
import type { ToolAnswer } from "../../../runtime/agents/tools.ts";
import { type Answer, expectValue } from "../../../runtime/commands/answer.ts";
import { SCOPES } from "../../../runtime/commands/scopes.ts";
import type { CallReport } from "../../../runtime/plugins/calls/report.ts";
import type { ProposalView } from "../../../runtime/actions/views.ts";
import type { PageView } from "../../../runtime/editing/views.ts";
import { memberOf, type Problem } from "../../worker/api/apiClient.ts";
import { db, migrate } from "../../worker/site/harness.ts";
import { aPackage } from "../../worker/api/packages.ts";
import {
  type Editor,
  PLUGIN,
  STORAGE,
  addPlugin,
  aSiteWith,
  callApi,
  done,
  invocations,
  ring,
  sqlOf,
  stubOf,
} from "../../worker/plugins/siteWithPlugin.ts";

const FORM = {
  type: "object",
  properties: { how: { type: "string", title: "How", description: "Which answer." } },
  required: ["how"],
  additionalProperties: false,
};
const TEXT = "drawbridge.basics/rich-text";
const ACTIONS = [
  {
    name: "act",
    title: "Act",
    input: FORM,
    on: {
      section: { types: [TEXT], reads: ["body"], proposes: ["body"] },
      page: { reads: ["title"], proposes: ["description"] },
    },
  },
];
const CAPABILITIES = { actions: { on: ["section", "page"], reason: "to act" } };
const SOURCE = `
  let kept;
  const set = (section, fields) => [{ op: "set", section, fields }];
  const answers = {
    good: ({ version, section }) => ({ version, summary: "<b>done</b>", operations: set(section.id, { body: section.fields.body + "Short." }) }),
    see: (input) => ({ version: input.version, summary: JSON.stringify(input).slice(0, 290), operations: [] }),
    seen: (input) => { throw new Error(JSON.stringify(input).slice(0, 280)); },
    otherSection: ({ version }) => ({ version, operations: set("second", { body: "Mine." }) }),
    otherField: ({ version, section }) => ({ version, operations: set(section.id, { title: "Mine." }) }),
    otherPage: ({ version }) => ({ version, operations: [{ op: "page", page: "about", changes: { description: "Mine." } }] }),
    pageOfSection: ({ version }) => ({ version, operations: [{ op: "page", changes: { description: "Mine." } }] }),
    structure: ({ version }) => ({ version, operations: [{ op: "remove", section: "second" }] }),
    path: ({ version }) => ({ version, operations: [{ op: "page", changes: { path: "/mine" } }] }),
    picture: ({ version, section }) => ({ version, picture: { alt: "Mine." } }),
    versionBefore: ({ version, section }) => ({ version: version - 1, operations: set(section.id, { body: "Old." }) }),
    replayed: (input) => (kept ??= { version: input.version, operations: set(input.section.id, { body: "Once." }) }),
    noVersion: ({ section }) => ({ operations: set(section.id, { body: "Mine." }) }),
    more: ({ version }) => ({ version, html: "<b>more</b>", operations: [] }),
    many: ({ version, section }) => ({ version, operations: Array.from({ length: 101 }, () => set(section.id, { body: "x" })[0]) }),
    long: ({ version, section }) => ({ version, operations: set(section.id, { body: "x".repeat(200_001) }) }),
    oversized: ({ version, section }) => ({ version, operations: set(section.id, { body: "x".repeat(4_000_000) }) }),
    wordy: ({ version }) => ({ version, summary: "x".repeat(301), operations: [] }),
    script: ({ version, section }) => ({ version, operations: set(section.id, { body: "<script>alert(1)</script>" }) }),
    link: ({ version, section }) => ({ version, operations: set(section.id, { body: "[a](javascript:alert(1))" }) }),
    prototype: ({ version, section }) => ({ version, operations: set(section.id, JSON.parse('{"__proto__":{"body":"x"}}')) }),
    constructor: ({ version, section }) => ({ version, operations: set(section.id, JSON.parse('{"constructor":{"body":"x"}}')) }),
    deep: ({ version, section }) => { let value = 1; for (let n = 0; n < 5000; n++) value = [value]; return { version, operations: set(section.id, { body: value }) }; },
    text: () => "obey",
    nothing: () => undefined,
    never: () => new Promise(() => undefined),
    throws: () => { throw new Error("<script>obey</script>"); },
  };
  export const actions = { act: (input) => (Object.hasOwn(answers, input.input.how) ? answers[input.input.how] : answers.see)(input) };`;

const SLOW = "acme.slow";
/** Runs for a quarter of a minute, or until its lease ends. */
const SLOW_SOURCE = `
  const wait = () => new Promise((done) => setTimeout(done, 300));
  export const actions = { act: async (_, ctx) => { for (;;) { await wait(); await ctx.storage.get("key"); } } };`;
const SLOW_WANTED = {
  id: SLOW,
  contributes: { actions: ACTIONS },
  capabilities: { actions: { on: ["section", "page"], reason: "to act" }, ...STORAGE },
  limits: { wallMs: 15_000, subrequests: 50 },
};

const WANTED = { contributes: { actions: ACTIONS }, capabilities: CAPABILITIES, limits: { wallMs: 400 } };
const SECTIONS = [
  { id: "first", type: TEXT, fields: { body: "A long first text. With more." } },
  { id: "second", type: TEXT, fields: { body: "A secret second text." } },
];

async function aSiteWithText(): Promise<Editor> {
  const owner = await aSiteWith(SOURCE, WANTED);
  const body = {
    id: "story",
    body: { path: "/story", title: "Story", description: "A hidden description.", sections: SECTIONS },
  };
  await done(await callApi(owner, "POST", "/api/pages", { body }));
  return owner;
}

let owner: Editor;
beforeAll(async () => {
  await migrate();
  owner = await aSiteWithText();
});

const FIRST = { target: { page: "story", section: "first" } };
const ADDRESS = `/api/plugins/${PLUGIN}/actions/act`;
const pageOf = async (editor: Editor): Promise<PageView> => done(await callApi(editor, "GET", "/api/pages/story"));

async function run(how: string, more: object = FIRST, editor = owner): Promise<Response> {
  const { version } = await pageOf(editor);
  return callApi(editor, "POST", ADDRESS, { body: { target: { page: "story" }, version, input: { how }, ...more } });
}

const problemOf = async (response: Response): Promise<Problem> => response.json();
const codeOf = async (response: Response): Promise<string> => (await problemOf(response)).code;

const apply = (editor: Editor, { operations, proof, version }: ProposalView): Promise<Response> =>
  callApi(editor, "POST", "/api/pages/story/operations", { ifMatch: version, body: { operations, proof } });

/** The plugins that audit names for this many edits of a page. */
async function partsIn(editor: Editor, edits: number): Promise<(string | null)[]> {
  const query = db
    .prepare("SELECT via FROM audit WHERE tenant_id = ? AND command = 'page.edit'")
    .bind(editor.site.name);
  return vi.waitFor(async () => {
    await ring(editor);
    const { results } = await query.all<{ via: string | null }>();
    expect(results).toHaveLength(edits);
    return results.map(({ via }) => via);
  }, 10_000);
}

describe("an action is handed", () => {
  test("the granted fields of its section, and no other fields, sections or page members", async () => {
    const { message, reason, ...rest } = (await problemOf(await run("seen"))) as Problem & Record<string, string>;
    expect(rest).toMatchObject({ code: "PLUGIN_UNAVAILABLE", cause: "plugin_failed" });
    const { summary } = await done<ProposalView>(await run("see"));
    expect(JSON.parse(`${summary?.split(',"schema"')[0]}}}`)).toEqual({
      target: "section",
      version: 1,
      section: { id: "first", type: TEXT, fields: { body: "A long first text. With more." } },
    });
    expect([summary, message, reason].join()).not.toMatch(/secret|hidden|Story/);
  });

  test("only the granted members of a page", async () => {
    const { summary } = await done<ProposalView>(await run("see", {}));
    expect(JSON.parse(summary ?? "")).toEqual({
      target: "page",
      version: 1,
      page: { id: "story", title: "Story", sections: [] },
      language: "en",
      input: { how: "see" },
    });
  });
});

describe("an answer with a forbidden proposal is refused whole, and changes nothing:", () => {
  test.each([
    ["another section", "otherSection", "/operations/0/section"],
    ["another field", "otherField", "/operations/0/fields"],
    ["another page", "otherPage", "/operations/0/page"],
    ["the page, of a section", "pageOfSection", "/operations/0/changes"],
    ["a change of structure", "structure", "/operations/0/op"],
    ["a path", "path", "/operations/0/changes"],
    ["a picture, of a section", "picture", "/picture"],
    ["a patch of the version before", "versionBefore", "/version"],
    ["a patch of no version", "noVersion", "/version"],
    ["members that are no answer", "more", "/html"],
    ["more operations than a proposal has", "many", "/operations"],
    ["a text longer than the section takes", "long", "/sections/0/fields/body"],
    ["a summary that is too long", "wordy", "/summary"],
    ["a text as its whole answer", "text", ""],
    ["nothing", "nothing", ""],
  ])("%s", async (_, how, pointer) => {
    const before = await pageOf(owner);
    const { code, issues } = await problemOf(await run(how));
    expect({ code, pointer: issues?.[0]?.pointer }).toEqual({ code: "PROPOSAL_REFUSED", pointer });
    expect(await pageOf(owner)).toEqual(before);
    // The record of the call tells its author the same. A raw row has the report as text.
    const row = (await invocations(owner)).at(-1) as unknown as { readonly outcome: string; readonly report: string };
    const { fault: told } = JSON.parse(row.report) as CallReport;
    expect({ outcome: row.outcome, pointer: told?.issues[0]?.pointer }).toEqual({ outcome: "plugin_answer", pointer });
  });

  test.each(["prototype", "constructor", "deep", "oversized"])(
    "a value that pollutes prototypes or exhausts a parser: %s",
    async (how) => {
      const before = await pageOf(owner);
      expect(await codeOf(await run(how))).toMatch(/^(PROPOSAL_REFUSED|PLUGIN_UNAVAILABLE)$/);
      expect(await pageOf(owner)).toEqual(before);
    },
  );
});

describe("a text of a plugin", () => {
  test.each([
    ["a script", "script"],
    ["a link that runs code", "link"],
  ])("that contains %s is rendered as a member's text is", async (_, how) => {
    const { operations, shown } = await done<ProposalView>(await run(how));
    expect(operations).toHaveLength(1);
    expect(shown?.sections[0]?.after).toBeTypeOf("string");
    expect(shown?.sections[0]?.after).not.toMatch(/<script|href="javascript/);
  });

  test("beside a proposal is plain text", async () => {
    expect((await done<ProposalView>(await run("good"))).summary).toBe("<b>done</b>");
  });
});

describe("a proposal", () => {
  test("is applied only by its member, with the shown values, and recorded in the log", async () => {
    const editor = await aSiteWithText();
    const proposal = await done<ProposalView>(await run("good", undefined, editor));
    expect(proposal).toMatchObject({
      version: 1,
      operations: [
        {
          op: "set",
          section: "first",
          fields: { body: "A long first text. With more.Short." },
          was: { body: "A long first text. With more." },
        },
      ],
      changes: [{ section: { id: "first", type: TEXT }, pointer: "/fields/body", isCut: false }],
    });
    expect((await pageOf(editor)).version).toBe(1);
    await done(await apply(editor, proposal));
    expect(await partsIn(editor, 1)).toEqual([`${PLUGIN}/act 1.0.0`]);
    expect((await pageOf(editor)).changedBy).toBe(`member:${editor.identity}`);
  });

  test("counts as the member's own edit if it is forged, or of other values, another page or another member", async () => {
    const editor = await aSiteWithText();
    const { operations, proof, ...proposal } = await done<ProposalView>(await run("good", undefined, editor));
    const other = await memberOf(editor.site, "author");
    const attempts: readonly (readonly [Editor, string, object[]])[] = [
      [editor, `${proof.startsWith("0") ? "1" : "0"}${proof.slice(1)}`, operations],
      [editor, `${proof.slice(0, 64)}${proof.slice(64).replace("acme.tool", "drawbridge.seo")}`, operations],
      [editor, "", operations],
      [editor, proof, [{ op: "set", section: "first", fields: { body: "My own." } }]],
      [editor, proof, [{ op: "page", changes: { title: "My own." } }]],
      [other, proof, operations],
    ];
    for (const [as, claimed, written] of attempts) {
      const { version } = await pageOf(editor);
      const plain = written.map((one) => ({ ...one, was: undefined }));
      await done(await apply(as, { ...proposal, version, proof: claimed, operations: plain as never }));
    }
    expect(await partsIn(editor, attempts.length)).toEqual(attempts.map(() => null));
  });

  test("for an outdated version is refused, and a replayed one changes nothing", async () => {
    const editor = await aSiteWithText();
    const proposal = await done<ProposalView>(await run("good", undefined, editor));
    const mine = [{ op: "set", section: "first", fields: { body: "Mine." } }];
    await done(
      await callApi(editor, "POST", "/api/pages/story/operations", { ifMatch: 1, body: { operations: mine } }),
    );
    expect(await codeOf(await apply(editor, proposal))).toBe("STALE_VERSION");
    expect((await pageOf(editor)).body.sections[0]?.fields).toEqual({ body: "Mine." });
    expect(
      await codeOf(
        await callApi(editor, "POST", ADDRESS, {
          body: { ...FIRST, version: 1, input: { how: "good" } },
        }),
      ),
    ).toBe("STALE_VERSION");
    await done(await run("replayed", undefined, editor));
    await done(
      await callApi(editor, "POST", "/api/pages/story/operations", {
        ifMatch: 2,
        body: { operations: [{ op: "page", changes: { author: "A" } }] },
      }),
    );
    expect(await codeOf(await run("replayed", undefined, editor))).toBe("PROPOSAL_REFUSED");
  });
});

describe("an action is refused to a member", () => {
  test("who may not make its change, and for a page of another site", async () => {
    const viewer = await memberOf(owner.site, "viewer");
    expect(await codeOf(await run("good", undefined, viewer))).toBe("FORBIDDEN");
    expect(await done(await callApi(viewer, "GET", "/api/actions"))).toEqual({ items: [] });
    const stranger = await aSiteWith(SOURCE, WANTED);
    const asked = { ...FIRST, version: 1, input: { how: "good" } };
    expect(await codeOf(await callApi(stranger, "POST", ADDRESS, { body: asked }))).toBe("NOT_FOUND");
  });

  test("for a plugin that the site does not have, or a place where it is not offered", async () => {
    const none = await callApi(owner, "POST", "/api/plugins/acme.none/actions/act", {
      body: { target: { page: "story" }, version: 1 },
    });
    expect(await codeOf(none)).toBe("NOT_FOUND");
    const picture = { target: { media: "0".repeat(64) } };
    expect(await codeOf(await run("good", picture))).toBe("NOT_FOUND");
  });

  test("whose form has a wrong or an unknown field", async () => {
    expect(await codeOf(await run("good", { ...FIRST, input: { how: 1 } }))).toBe("INVALID_REQUEST");
    expect(await codeOf(await run("good", { ...FIRST, as: "owner" }))).toBe("INVALID_REQUEST");
  });
});

describe("in a minute a member runs", () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    [ACTIONS_PER_WINDOW - 2, "one more action", 200],
    [ACTIONS_PER_WINDOW - 1, "a last one", 200],
    [ACTIONS_PER_WINDOW, "no further", 429],
  ])("after %i %s", async (before, _, status) => {
    const member = await memberOf(owner.site, "author");
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const subject = JSON.stringify(["actions", JSON.stringify(["main", member.identity])]);
    const freeAt = now + (before * ACTIONS_WINDOW_SECONDS * 1000) / ACTIONS_PER_WINDOW;
    await sqlOf(owner, "INSERT INTO rate_limits (id, free_at) VALUES (?, ?)", subject, freeAt);
    expect((await run("good", FIRST, member)).status).toBe(status);
  });
});

describe("an answer has no effect", () => {
  test("that comes late, or never", async () => {
    const { code, cause } = await problemOf(await run("never"));
    expect({ code, cause }).toEqual({ code: "PLUGIN_UNAVAILABLE", cause: "plugin_late" });
    expect((await problemOf(await run("throws")))["reason"]).not.toContain("<script>");
  });

  const slow = async (): Promise<Editor> => {
    const editor = await aSiteWithText();
    await addPlugin(editor, SLOW_SOURCE, SLOW_WANTED);
    return editor;
  };
  const wait = (editor: Editor): Promise<Response> =>
    callApi(editor, "POST", `/api/plugins/${SLOW}/actions/act`, {
      body: { ...FIRST, version: 1, input: { how: "x" } },
    });
  const begun = (editor: Editor): Promise<unknown> =>
    vi.waitFor(async () => expect((await invocations(editor, SLOW)).at(-1)?.outcome).toBeNull(), 10_000);

  test("after the member has cancelled, and a member runs only one action at a time", async () => {
    const editor = await slow();
    const running = wait(editor);
    await begun(editor);
    expect(await codeOf(await wait(editor))).toBe("ACTION_RUNNING");
    const cancel = (as: Editor) => callApi(as, "POST", `/api/plugins/${SLOW}/actions/act/cancel`);
    const other = await memberOf(editor.site, "editor");
    expect(await done(await cancel(other))).toEqual({ cancelled: false });
    expect(await done(await cancel(editor))).toEqual({ cancelled: true });
    expect(await codeOf(await running)).toBe("ACTION_CANCELLED");
    await vi.waitFor(async () => expect((await invocations(editor, SLOW)).at(-1)?.outcome).toBe("cancelled"), 10_000);
    expect(await done(await cancel(editor))).toEqual({ cancelled: false });
    expect((await pageOf(editor)).version).toBe(1);
  });

  test("of a plugin that was disabled meanwhile", async () => {
    const editor = await slow();
    const running = wait(editor);
    await begun(editor);
    await done(await callApi(editor, "PUT", `/api/plugins/${SLOW}/state`, { body: { state: "disabled" } }));
    expect(await codeOf(await running)).toBe("PLUGIN_UNAVAILABLE");
    expect(await codeOf(await wait(editor))).toBe("PLUGIN_UNAVAILABLE");
  });

  test("of a plugin whose grant was revoked", async () => {
    const editor = await aSiteWithText();
    await done(await callApi(editor, "DELETE", `/api/plugins/${PLUGIN}/grant`));
    expect(await codeOf(await run("good", undefined, editor))).toBe("PLUGIN_UNAVAILABLE");
    expect(await done(await callApi(editor, "GET", "/api/actions"))).toEqual({ items: [] });
  });
});

test("a plugin is rejected if it requests less than its actions receive", async () => {
  const body = await aPackage({ ...WANTED, capabilities: STORAGE }, { "main.js": SOURCE });
  const { code, issues } = await problemOf(await callApi(owner, "POST", "/api/plugins", { body }));
  expect({ code, at: issues?.[0]?.pointer }).toEqual({ code: "PLUGIN_REJECTED", at: "/capabilities/actions" });
});

describe("a member's agent", () => {
  const agent = (editor: Editor, scopes: AgentCaller["scopes"], role: AgentCaller["role"] = "owner"): AgentCaller => ({
    id: editor.identity,
    role,
    scopes,
    client: "Agent",
  });
  const asked = { ...FIRST, version: 1, input: { how: "good" } };

  test("receives the proposal that its member would receive, and applies it under its own name", async () => {
    const editor = await aSiteWithText();
    const caller = agent(editor, SCOPES);
    const answer = await stubOf(editor).agentTool("main", caller, "acme-tool__act", asked);
    const found = expectValue(answer as Answer<ToolAnswer | null>);
    const { operations, proof, version } = JSON.parse(found?.content[0]?.text ?? "") as ProposalView;
    const envelope = {
      site: "main",
      actor: { kind: "member", id: editor.identity } as const,
      key: crypto.randomUUID(),
      requestId: "r",
      via: "Agent",
    };
    const input = { page: "story", expected: version, operations, proof };
    expectValue(await stubOf(editor).execute("page.edit", envelope, input));
    expect(await partsIn(editor, 1)).toEqual([`Agent with ${PLUGIN}/act 1.0.0`]);
  });

  test.each<[string, AgentCaller["scopes"], AgentCaller["role"]]>([
    ["without the scope to write", ["site:read", "plugins:use"], "owner"],
    ["without the scope to use plugins", ["site:read", "content:write"], "owner"],
    ["of a member who only reads", SCOPES, "viewer"],
  ])("%s can run no action, and sees none", async (_, scopes, role) => {
    const caller = agent(owner, scopes, role);
    const answer = await stubOf(owner).agentTool("main", caller, "acme-tool__act", asked);
    expect(answer).toEqual({ ok: true, value: null });
  });
});
