import { describe, expect, test } from "vitest";
import { buildCatalogue } from "../../../runtime/rendering/buildCatalogue.ts";
import type { Contributions } from "../../../runtime/contributions/points.ts";
import type { SiteView } from "../../../runtime/rendering/view.ts";

const view = {
  origin: "https://site.example",
  settings: { name: "Site", language: "en" },
  navigation: { menus: { header: [], footer: [] } },
} as unknown as SiteView;

const none = { type: "object", properties: {}, additionalProperties: false };

/** The same tool, resource and prompt in two plugins, one of them with code. */
function contributions(): Contributions {
  const of = (kind: string, id: string) => ({
    id,
    plugin: { manifest: { kind, id }, files: { "prompt.liquid": "Ask." } },
  });
  const both = (item: object) =>
    new Map(
      ["executable", "declarative"].map((kind) => [kind, { qualified: kind, plugin: of(kind, `test.${kind}`), item }]),
    );
  const said = { name: "say", title: "Say", description: "Says." };
  return {
    tools: both({ ...said, input: none, query: { operation: "site" } }),
    resources: both({ ...said, query: { operation: "site" } }),
    prompts: both({ ...said, template: "prompt.liquid" }),
    forms: new Map(),
    contentTypes: new Map(),
  } as unknown as Contributions;
}

describe("what everybody's agents are offered", () => {
  test("is of plugins without code: those with code are never among it, whatever they contribute", () => {
    const { tools, resources, prompts } = buildCatalogue(contributions(), view, [], () => "");
    expect(tools.map(({ listed }) => listed.name)).toEqual(["test-declarative__say"]);
    expect(resources.map(({ address }) => address)).toEqual(["test.declarative/say"]);
    expect(prompts.map(({ listed }) => listed.name)).toEqual(["test-declarative__say"]);
  });
});
