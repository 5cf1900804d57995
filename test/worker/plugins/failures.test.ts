import { beforeAll, describe, expect, test } from "vitest";
import type { InvocationsView, PluginDetailView } from "../../../runtime/plugins/management/views.ts";
import { memberOf } from "../api/apiClient.ts";
import { migrate } from "../site/harness.ts";
import { type Editor, aSiteWith, callApi, codeOf, done, PLUGIN, publish, ring, visit } from "./siteWithPlugin.ts";

beforeAll(migrate);

const callsOf = async (owner: Editor, query = ""): Promise<InvocationsView["items"]> =>
  (await done<InvocationsView>(await callApi(owner, "GET", `/api/plugins/${PLUGIN}/invocations${query}`))).items;

const ROUTE = { name: "go", path: "/go", methods: ["GET", "POST"] } as const;
const forMembers = { routes: [{ ...ROUTE, access: "member" }] };
const forVisitors = { routes: [{ ...ROUTE, access: "public" }] };
const VISITORS_WORDS = { logs: { visitors: true, reason: "to mend it" } };

const asMember = ({ cookie }: Editor) => ({ headers: { cookie } });

const FAILING = `import { total } from "./lib/sum.js";
export const hooks = {
  afterPublish(release) {
    return total(release.items);
  },
};`;
const SUM = { "lib/sum.js": "export function total(items) {\n  return items.length;\n}\n" };

describe("a call that fails", () => {
  test("is on record with the error, its words and its places in the author's files", async () => {
    const owner = await aSiteWith(FAILING, { contributes: { hooks: [{ on: "afterPublish" }] }, files: SUM });
    await publish(owner, "Told");
    await ring(owner);
    const [call] = await callsOf(owner);
    expect(call).toMatchObject({ point: "hooks", name: "afterPublish", outcome: "plugin_failed" });
    expect(call?.report).toEqual({
      fault: {
        name: "TypeError",
        message: "Cannot read properties of undefined (reading 'length')",
        places: [
          { function: "total", file: "lib/sum.js", line: 2, column: 16 },
          { function: "afterPublish", file: "main.js", line: 4, column: 12 },
        ],
        issues: [],
      },
      output: [],
      withheld: false,
    });
    const { failures } = await done<PluginDetailView>(await callApi(owner, "GET", `/api/plugins/${PLUGIN}`));
    expect(failures[0]?.report).toEqual(call?.report);
  });

  test("because of code that throws while it is loaded names the place too", async () => {
    const owner = await aSiteWith("throw new RangeError('too early');", { contributes: forMembers });
    await visit(owner, "/go", asMember(owner));
    const [call] = await callsOf(owner);
    expect(call?.outcome).toBe("plugin_broken");
    expect(call?.report?.fault).toMatchObject({
      name: "Error",
      message: expect.stringContaining("too early"),
      places: [{ file: "main.js", line: 1, column: 7 }],
    });
  });

  test("because its code cannot be read is none, because no site takes such code", async () => {
    await expect(aSiteWith("export const routes = ;", { contributes: forMembers })).rejects.toThrow(
      /PLUGIN_REJECTED.*code that cannot be read|toSatisfy|422/s,
    );
  });

  test("because of a wrong answer names the pointer, what was found and what is allowed", async () => {
    const source = "export const routes = { go: () => ({ status: 302, body: 1, headers: {} }) };";
    const owner = await aSiteWith(source, { contributes: forMembers });
    await visit(owner, "/go", asMember(owner));
    const [call] = await callsOf(owner);
    expect(call?.outcome).toBe("plugin_answer");
    expect(call?.report?.fault?.issues).toEqual([
      {
        pointer: "/status",
        found: "302",
        allowed: "one of 200, 201, 202, 400, 403, 404, 409, 410, 422, 429",
      },
      { pointer: "/headers", found: 'an unknown member named "headers"', allowed: "no member with that name" },
    ]);
  });

  test("keeps what was thrown and is no error", async () => {
    const owner = await aSiteWith('export const routes = { go() { throw "it\'s wrong"; } };', {
      contributes: forMembers,
    });
    await visit(owner, "/go", asMember(owner));
    expect((await callsOf(owner))[0]?.report?.fault).toEqual({
      name: "",
      message: "it's wrong",
      places: [],
      issues: [],
    });
  });
});

describe("what a call prints", () => {
  const PRINTING =
    "export const routes = { go() { console.debug('a'); console.log('b', { c: 1 }); console.warn('d'); console.error('e'); return { body: 1 }; } };";

  test("is kept with the call, by level", async () => {
    const owner = await aSiteWith(PRINTING, { contributes: forMembers });
    await visit(owner, "/go", asMember(owner));
    expect((await callsOf(owner))[0]?.report).toEqual({
      fault: null,
      output: [
        { level: "debug", text: "a" },
        { level: "info", text: 'b {"c":1}' },
        { level: "warn", text: "d" },
        { level: "error", text: "e" },
      ],
      withheld: false,
    });
  });

  test("of calls that are known already is not listed again", async () => {
    const owner = await aSiteWith(PRINTING, { contributes: forMembers });
    await visit(owner, "/go", asMember(owner));
    await visit(owner, "/go", asMember(owner));
    expect((await callsOf(owner, "?after=1")).map(({ number }) => number)).toEqual([2]);
    expect(await callsOf(owner, "?after=2")).toEqual([]);
  });

  test("is for members who manage plugins, and for nobody else", async () => {
    const owner = await aSiteWith(PRINTING, { contributes: forMembers });
    const editor = await memberOf(owner.site, "editor");
    expect(await codeOf(await callApi(editor, "GET", `/api/plugins/${PLUGIN}/invocations`))).toBe("FORBIDDEN");
    expect(await codeOf(await callApi(editor, "GET", `/api/plugins/${PLUGIN}`))).toBe("FORBIDDEN");
  });
});

test("of a wrong answer to visitors, a record keeps the members that the documented shape has, and no value", async () => {
  const source = 'export const routes = { go: () => ({ status: 302, invented: "x" }) };';
  const owner = await aSiteWith(source, { contributes: forVisitors });
  await visit(owner, "/go");
  const [call] = await callsOf(owner);
  expect(call?.report?.fault?.issues).toEqual([
    {
      pointer: "/status",
      found: "something else",
      allowed: "one of 200, 201, 202, 400, 403, 404, 409, 410, 422, 429",
    },
    { pointer: "/…", found: "something else", allowed: "no member with that name" },
    { pointer: "/body", found: "nothing", allowed: "a value: this field is required" },
  ]);
});

test("of a plugin that visitors talk to, a record keeps the place and no words; with the owner's grant the words too", async () => {
  const source =
    "export const routes = {\n  go({ query }) {\n    console.log(query.text);\n    throw new TypeError(query.text);\n  },\n};";
  const silent = await aSiteWith(source, { contributes: forVisitors });
  await visit(silent, "/go?text=a+secret+vote");
  const [call] = await callsOf(silent);
  expect(call?.report).toEqual({
    fault: {
      name: "TypeError",
      message: null,
      places: [{ function: "", file: "main.js", line: 4, column: 11 }],
      issues: [],
    },
    output: [],
    withheld: true,
  });
  const told = await aSiteWith(source, { contributes: forVisitors, capabilities: VISITORS_WORDS });
  await visit(told, "/go?text=a+secret+vote");
  expect((await callsOf(told))[0]?.report).toMatchObject({
    fault: { name: "TypeError", message: "a secret vote" },
    output: [{ level: "info", text: "a secret vote" }],
    withheld: false,
  });
});
