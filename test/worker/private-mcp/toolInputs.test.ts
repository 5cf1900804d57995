import { describe, expect, test } from "vitest";
import type { ListedTool } from "../../../runtime/mcp/catalogue.ts";
import { SCOPES } from "../../../runtime/scopes.ts";
import type { Caller } from "../../../sites/private-mcp/caller.ts";
import { listedTools } from "../../../sites/private-mcp/tools/index.ts";
import { undescribed } from "../../support/undescribed.ts";
import type { WalkedSchema } from "../../support/undescribed.ts";

const TOOLS = listedTools({ role: "owner", scopes: SCOPES } as unknown as Caller).map((tool) => [tool.name, tool] as const);

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
