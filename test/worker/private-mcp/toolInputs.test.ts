import { describe, expect, test } from "vitest";
import type { ListedTool } from "../../../runtime/mcp/catalogue.ts";
import { SCOPES } from "../../../runtime/scopes.ts";
import type { Caller } from "../../../sites/private-mcp/caller.ts";
import { listedTools, toolNamed } from "../../../sites/private-mcp/tools/index.ts";
import type { ToolCall } from "../../../sites/private-mcp/tools/tool.ts";
import { ROUTES } from "../../../sites/site/api/routes/index.ts";
import { undescribed } from "../../support/undescribed.ts";
import type { WalkedSchema } from "../../support/undescribed.ts";

const TOOLS = listedTools({ role: "owner", scopes: SCOPES } as unknown as Caller).map((tool) => [tool.name, tool] as const);

const EDITING: ReadonlySet<unknown> = new Set(["content.edit", "content.publish", "theme.edit", "media.write"]);

const inputOf = ({ inputSchema }: ListedTool) => inputSchema as WalkedSchema & { readonly required?: readonly string[] };

describe("properties without words", () => {
  const [bare, said] = [{}, { description: "What it is." }];
  test.each<[where: string, schema: WalkedSchema, found: string[]]>([
    ["at the top", { properties: { a: bare, b: said } }, ["/a"]],
    ["inside another", { properties: { a: { ...said, properties: { b: bare } } } }, ["/a/b"]],
    ["in a list, a map and a choice", { properties: { a: { ...said, items: { additionalProperties: { oneOf: [said, { properties: { b: bare } }] } } } } }, ["/a[][]|1/b"]],
    ["in what is referred to", { properties: { a: { $ref: "#/$defs/x" }, b: { $ref: "#/$defs/y" } }, $defs: { x: { properties: { c: bare } }, y: said } }, ["/a", "#x/c"]],
    ["nowhere, where a choice says it", { properties: { a: { anyOf: [said, {}] } } }, []],
    ["where they say too much", { properties: { a: { description: "word ".repeat(30) } } }, ["/a"]],
  ])("are found %s", (_, schema, found) => {
    expect(undescribed(schema)).toEqual(found);
  });
});

describe("what an editor can change", () => {
  /** The command a tool sends, or nothing for one that reads. */
  async function commandOf(name: string): Promise<string[]> {
    const sent: string[] = [];
    const execute = async (command: string): Promise<never> => {
      sent.push(command);
      throw new Error("sent");
    };
    await toolNamed(name)?.run({ caller: { site: "main" }, workspace: { execute }, requestId: "r" } as unknown as ToolCall, { idempotencyKey: "k" }).catch(() => undefined);
    return sent;
  }

  test("can be changed by an agent too, but for new files, which are no JSON", async () => {
    const byEditors = ROUTES.flatMap(({ command, permission }) => (command !== null && EDITING.has(permission) ? [command] : []));
    const byAgents = (await Promise.all(TOOLS.filter(([, { annotations }]) => !annotations.readOnlyHint).map(([name]) => commandOf(name)))).flat();
    expect(byAgents.toSorted()).toEqual(byEditors.filter((command) => command !== "media.create").toSorted());
  });
});

describe("a tool of the private server", () => {
  test.each(TOOLS)("%s says what each property of its input is for", (_, tool) => {
    expect(undescribed(inputOf(tool))).toEqual([]);
  });

  test.each(TOOLS)("%s takes nothing it does not know, and a key for every change", (_, tool) => {
    const { additionalProperties, required = [] } = inputOf(tool);
    expect([additionalProperties, required.includes("idempotencyKey")]).toEqual([false, !tool.annotations.readOnlyHint]);
  });

  test.each(TOOLS.filter(([, { annotations }]) => annotations.destructiveHint))("%s can be tried first, because it takes something away", (_, tool) => {
    expect(inputOf(tool).properties).toHaveProperty("dryRun");
  });

  test.each(["update_page", "delete_page", "restore_page_version", "add_section", "update_section", "choose_section_variant", "arrange_sections", "put_navigation", "put_redirects", "put_theme", "put_settings", "update_media", "delete_media", "publish"])(
    "%s names the version it builds on", (name) => {
      const tool = new Map(TOOLS).get(name);
      expect(tool && inputOf(tool).required).toContain("version");
    },
  );
});
