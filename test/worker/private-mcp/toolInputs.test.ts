import { describe, expect, test } from "vitest";
import { INDEXED_TEXT_MAX_CHARS, WHERE_MAX_FIELDS, WHERE_MAX_VALUES } from "../../../manifests/bounds/manifest.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { SCOPES } from "../../../runtime/commands/scopes.ts";
import type { Caller } from "../../../sites/workers/private-mcp/tools/caller.ts";
import { type ShownTool, listedTools, toolNamed } from "../../../sites/workers/private-mcp/tools/index.ts";
import type { ToolCall } from "../../../sites/workers/private-mcp/tools/tool.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import { undescribed, type WalkedSchema } from "../../support/undescribed.ts";

const TOOLS = listedTools({ role: "owner", scopes: SCOPES } as unknown as Caller).map(
  (tool) => [tool.name, tool] as const,
);

/** Excluded: only the plugin knows what its tool changes, and it has no idempotency keys. */
const PLUGINS = "use_plugin_tool";

const EDITING: ReadonlySet<unknown> = new Set([
  "remarks.write",
  "content.edit",
  "content.publish",
  "theme.edit",
  "media.write",
]);

const inputOf = ({ inputSchema }: ShownTool) => inputSchema as WalkedSchema & { readonly required?: readonly string[] };

/** The kinds of a tool's input; undefined alone for a tool without any. */
function kindsOf(name: string): readonly unknown[] {
  const [, tool] = TOOLS.find(([known]) => known === name) ?? [];
  const kind = tool && (inputOf(tool).properties?.["kind"] as { readonly enum?: readonly string[] } | undefined);
  return kind?.enum ?? [undefined];
}

describe("properties without words", () => {
  const [bare, said] = [{}, { description: "What it is." }];
  test.each<[where: string, schema: WalkedSchema, found: string[]]>([
    ["at the top", { properties: { a: bare, b: said } }, ["/a"]],
    ["inside another", { properties: { a: { ...said, properties: { b: bare } } } }, ["/a/b"]],
    [
      "in a list, a map and a choice",
      {
        properties: { a: { ...said, items: { additionalProperties: { oneOf: [said, { properties: { b: bare } }] } } } },
      },
      ["/a[][]|1/b"],
    ],
    [
      "in what is referred to",
      {
        properties: { a: { $ref: "#/$defs/x" }, b: { $ref: "#/$defs/y" } },
        $defs: { x: { properties: { c: bare } }, y: said },
      },
      ["/a", "#x/c"],
    ],
    ["nowhere, where a choice says it", { properties: { a: { anyOf: [said, {}] } } }, []],
    ["where they say too much", { properties: { a: { description: "word ".repeat(30) } } }, ["/a"]],
  ])("are found %s", (_, schema, found) => {
    expect(undescribed(schema)).toEqual(found);
  });
});

describe("what an editor can change", () => {
  /** The command that a tool sends; empty for a read. */
  async function commandOf(name: string): Promise<string[]> {
    const sent: string[] = [];
    const execute = async (command: string): Promise<never> => {
      sent.push(command);
      throw new Error("sent");
    };
    const call = {
      caller: { site: "main", role: "owner", scopes: SCOPES },
      workspace: { execute },
      requestId: "r",
    } as unknown as ToolCall;
    for (const kind of kindsOf(name))
      await toolNamed(name)
        ?.run(call, { idempotencyKey: "k", kind })
        .catch(() => undefined);
    return [...new Set(sent)];
  }
  const KINDS = ["navigation", "redirects", "theme", "settings", "types"];
  /** Commands that are operations of an edit. */
  const OPERATIONS: ReadonlySet<string> = new Set([
    "page.update",
    "section.add",
    "section.update",
    "section.variant",
    "structure.apply",
  ]);

  /** Unfinished text belongs to a browser. Agents complete their changes. */
  const UNFINISHED: ReadonlySet<string> = new Set(["unfinished.put", "unfinished.delete"]);
  /** Agents see no lists of the editor. */
  const LISTS: ReadonlySet<string> = new Set(["filter.save", "filter.remove", "columns.put"]);
  /**
   * Shortcuts that save a person clicks. An agent can read published or older content and write it with other tools.
   * Each further tool costs every agent tokens.
   */
  const SHORTCUTS: ReadonlySet<string> = new Set([
    "page.duplicate",
    "pages.batch",
    "pages.change",
    "pages.back",
    "schedule.move",
    "page.move",
    "language.gather",
    "translation.confirm",
    "page.discard",
    "redirects.edit",
    ...KINDS.flatMap((kind) => [`${kind}.discard`, `${kind}.restore`]),
  ]);
  /** A person decides who else sees a draft, and what is approved. */
  const DECISIONS: ReadonlySet<string> = new Set([
    "remark.remove",
    "share.create",
    "share.remove",
    "mail.share",
    "request.approve",
    "request.return",
    "request.withdraw",
  ]);
  const isForBrowsers = (command: string): boolean =>
    command === "media.create" ||
    [OPERATIONS, UNFINISHED, LISTS, SHORTCUTS, DECISIONS].some((commands) => commands.has(command));

  test("can be changed by an agent too, but for new files, which are no JSON, unfinished work, decisions about others and shortcuts", async () => {
    const byEditors = ROUTES.flatMap(({ command, permission }) =>
      command !== null && EDITING.has(permission) ? [command] : [],
    );
    const changing = TOOLS.filter(([name, { annotations }]) => !annotations.readOnlyHint && name !== PLUGINS).map(
      ([name]) => name,
    );
    const byAgents = (await Promise.all(changing.map(commandOf))).flat();
    expect(byAgents.toSorted()).toEqual(byEditors.filter((command) => !isForBrowsers(command)).toSorted());
  });
});

describe("a tool of the private server", () => {
  test.each(TOOLS)("%s says what each property of its input is for", (_, tool) => {
    expect(undescribed(inputOf(tool))).toEqual([]);
  });

  test.each(TOOLS.filter(([name, { annotations }]) => !annotations.readOnlyHint && name !== PLUGINS))(
    "%s names the faults of its command by the members of its own input",
    async (name, tool) => {
      const members = Object.keys(inputOf(tool).properties ?? {});
      const sent = new Set<string>();
      const execute = async (_command: string, _envelope: object, input: object) => {
        const issues = Object.keys(input).map((member) => ({ pointer: `/${member}/0`, found: "a", allowed: "b" }));
        for (const member of Object.keys(input)) sent.add(member);
        return { ok: false, refusal: { code: "INVALID_REQUEST", detail: { issues } } };
      };
      const call = {
        caller: { site: "main", role: "owner", scopes: SCOPES },
        workspace: { execute },
        requestId: "r",
      } as unknown as ToolCall;
      const given = Object.fromEntries(
        members.map((member) => [member, member === "kind" ? kindsOf(name).at(-1) : member]),
      );
      const error: unknown = await toolNamed(name)
        ?.run(call, { ...given, idempotencyKey: "k", dryRun: false })
        .catch((thrown: unknown) => thrown);
      const { issues = [] } = (error as Refusal).detail;
      expect([sent.size > 0, issues.length]).toEqual([true, sent.size]);
      expect(issues.map(({ pointer }) => pointer.split("/")[1]).filter((one) => !members.includes(one ?? ""))).toEqual(
        [],
      );
    },
  );

  test.each(TOOLS)("%s takes nothing it does not know, and a key for every change", (_, tool) => {
    const { additionalProperties, required = [] } = inputOf(tool);
    expect([additionalProperties, required.includes("idempotencyKey")]).toEqual([
      false,
      !tool.annotations.readOnlyHint && tool.name !== PLUGINS,
    ]);
  });

  test.each(TOOLS.filter(([name, { annotations }]) => annotations.destructiveHint && name !== PLUGINS))(
    "%s can be tried first, because it takes something away",
    (_, tool) => {
      expect(inputOf(tool).properties).toHaveProperty("dryRun");
    },
  );

  test.each([
    "edit_page",
    "delete_page",
    "restore_page_version",
    "put_site_document",
    "update_media",
    "delete_media",
    "publish",
  ])("%s names the version it builds on", (name) => {
    const tool = new Map(TOOLS).get(name);
    expect(tool && inputOf(tool).required).toContain("version");
  });
});

/** Every schema inside a schema, with its place. */
function* within(schema: JsonSchema, at = ""): Generator<readonly [string, JsonSchema]> {
  yield [at, schema];
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly items?: JsonSchema;
    readonly anyOf?: readonly JsonSchema[];
  };
  for (const [name, child] of Object.entries(properties)) yield* within(child, `${at}/${name}`);
  if (items) yield* within(items, `${at}/items`);
  for (const [index, child] of anyOf.entries()) yield* within(child, `${at}/${index}`);
}

describe("the schema of a tool's input", () => {
  test.each(TOOLS)("of %s has one type in each place, and null only as nullable", (_, { inputSchema }) => {
    for (const [at, schema] of within(inputSchema)) {
      expect([at, Array.isArray(schema["type"]), schema["type"] === "null"]).toEqual([at, false, false]);
      if ("enum" in schema) expect([at, schema["type"]]).toEqual([at, expect.any(String)]);
      if ("anyOf" in schema) expect([at, "type" in schema]).toEqual([at, false]);
    }
  });

  test("of edit_page has eight operations, which the tool's description names with their members", () => {
    const tool = new Map(TOOLS).get("edit_page");
    const [, op] = [...within(tool?.inputSchema ?? {})].find(([at]) => at.endsWith("/op")) ?? [];
    const names = (op?.["enum"] ?? []) as readonly string[];
    expect(names).toHaveLength(8);
    for (const name of names) expect(tool?.description).toContain(`${name} {`);
  });
});

describe("a filter of entries", () => {
  const isTaken = (where: object): boolean =>
    toolNamed("list_draft_pages")?.input.safeParse({ type: "acme.shows/show", where }).success === true;
  const fields = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, { eq: "x" }]));

  test.each([
    [WHERE_MAX_FIELDS - 1, true],
    [WHERE_MAX_FIELDS, true],
    [WHERE_MAX_FIELDS + 1, false],
  ])("of %i fields is taken: %s", (count, taken) => expect(isTaken(fields(count))).toBe(taken));

  test.each([
    [WHERE_MAX_VALUES - 1, true],
    [WHERE_MAX_VALUES, true],
    [WHERE_MAX_VALUES + 1, false],
  ])("for %i values is taken: %s", (count, taken) => {
    expect(isTaken({ town: { in: Array.from({ length: count }, (_, n) => n) } })).toBe(taken);
  });

  test.each([
    [INDEXED_TEXT_MAX_CHARS - 1, true],
    [INDEXED_TEXT_MAX_CHARS, true],
    [INDEXED_TEXT_MAX_CHARS + 1, false],
  ])("by a text of %i characters is taken: %s", (length, taken) => {
    expect(isTaken({ town: { eq: "x".repeat(length) } })).toBe(taken);
  });

  test.each([{ town: { like: "U" } }, { town: { eq: { field: "x" } } }, { town: "Ulm" }])("%j is refused", (where) => {
    expect(isTaken(where)).toBe(false);
  });
});
