import { describe, expect, test } from "vitest";
import { changed, declarative, section, theme } from "../fixture.ts";
import type { Row } from "../manifestIssues.ts";
import { at, issuesOf, THEME } from "../manifestIssues.ts";

describe("a declarative manifest is refused with", () => {
  test.each<Row>([
    ["an unknown member", [["author"], "x"], "/author", 'an unknown member named "author"', "only manifestVersion, id"],
    ["an unknown member of a section", [at("html"), "x"], "/contributes/sections/0/html", '"html"', "only name, title"],
    [
      "an unknown point",
      [["contributes", "scripts"], []],
      "/contributes/scripts",
      '"scripts"',
      "only sections, themes",
    ],
    ["$schema, which is for authors", [["$schema"], "x"], "/$schema", '"$schema"', "only manifestVersion"],
    ["no id", [["id"], undefined], "/id", "nothing", "text"],
    ["an id without publisher", [["id"], "notices"], "/id", '"notices"', "publisher.name"],
    ["an id in another script", [["id"], "аcme.notices"], "/id", "cme.notices", "lower-case ASCII"],
    ["another format", [["manifestVersion"], 2], "/manifestVersion", "2", "1"],
    ["a version that is none", [["version"], "1.0"], "/version", '"1.0"', "an exact semantic version"],
    ["an engine that is no range", [["engine"], "new"], "/engine", '"new"', "a range of semantic versions"],
    ["a range that is none", [["requires"], { "acme.x": "?" }], "/requires/acme.x", '"?"', "a range"],
    [
      "a requirement of no id",
      [["requires"], { acme: "*" }],
      "/requires/acme",
      'a member named "acme"',
      "publisher.name",
    ],
    [
      "a requirement of itself",
      [["requires"], { "acme.notices": "*" }],
      "/requires/acme.notices",
      "the plugin itself",
      "other plugins",
    ],
    ["another kind", [["kind"], "native"], "/kind", '"native"', '"declarative", "executable"'],
    ["a name of two lines", [["name"], "a\nb"], "/name", '"a\\nb"', "one line"],
    ["a list for text", [["name"], ["a"]], "/name", "a list of 1 item", "text"],
    ["capabilities", [["capabilities"], {}], "/capabilities", "executable", 'kind "declarative"'],
    ["limits", [["limits"], {}], "/limits", "executable", 'kind "declarative"'],
    ["main", [["main"], "main.js"], "/main", "executable", 'kind "declarative"'],
    [
      "a hook",
      [["contributes", "hooks"], [{ on: "afterPublish" }]],
      "/contributes/hooks",
      "executable",
      'kind "declarative"',
    ],
    [
      "a route",
      [["contributes", "routes"], [{ name: "a", path: "/a", methods: ["GET"], access: "public" }]],
      "/contributes/routes",
      "executable",
      'kind "declarative"',
    ],
    [
      "a data provider",
      [at("data"), { provider: "x" }],
      "/contributes/sections/0/data",
      "executable",
      'kind "declarative"',
    ],
    [
      "a tool without query",
      [["contributes", "mcp"], { tools: [{ name: "a", title: "A", description: "A.", input: section.fields }] }],
      "/contributes/mcp/tools/0/query",
      "nothing",
      "a query or template that answers it",
    ],
    [
      "a tool that writes",
      [
        ["contributes", "mcp"],
        { tools: [{ name: "a", title: "A", description: "A.", input: section.fields, query: {}, effect: "write" }] },
      ],
      "/contributes/mcp/tools/0/effect",
      "executable",
      'kind "declarative"',
    ],
    [
      "a resource without template",
      [["contributes", "mcp"], { resources: [{ name: "a", title: "A", description: "A." }] }],
      "/contributes/mcp/resources/0/template",
      "nothing",
      "a query or template that answers it",
    ],
    [
      "a template outside the package",
      [at("template"), "../x.liquid"],
      "/contributes/sections/0/template",
      '"../x.liquid"',
      "a relative path",
    ],
    [
      "a template from the root",
      [at("template"), "/etc/x.liquid"],
      "/contributes/sections/0/template",
      '"/etc',
      "a relative path",
    ],
    [
      "a template with a backslash",
      [at("template"), "a\\b.liquid"],
      "/contributes/sections/0/template",
      "a",
      "a relative path",
    ],
    [
      "a template with a control character",
      [at("template"), "a\u0000.liquid"],
      "/contributes/sections/0/template",
      "\\u0000",
      "a relative path",
    ],
    ["a hidden template", [at("template"), ".x.liquid"], "/contributes/sections/0/template", '".x', "a relative path"],
    [
      "a template named __proto__",
      [at("template"), "__proto__/x.liquid"],
      "/contributes/sections/0/template",
      "__proto__",
      "a relative path",
    ],
    [
      "a template that is no template",
      [at("template"), "x.css"],
      "/contributes/sections/0/template",
      '"x.css"',
      "ends in .liquid",
    ],
    [
      "a style sheet that is none",
      [at("css"), "x.liquid"],
      "/contributes/sections/0/css",
      '"x.liquid"',
      "ends in .css",
    ],
    ["no variant", [at("variants"), []], "/contributes/sections/0/variants", "a list of 0 items", "at least 1 items"],
    [
      "two variants of one name",
      [at("variants", 1, "name"), "plain"],
      "/contributes/sections/0/variants/1/name",
      '"plain"',
      "each once",
    ],
    [
      "two slots of one name",
      [at("slots", 1), { name: "more", title: "More" }],
      "/contributes/sections/0/slots/1/name",
      '"more"',
      "each once",
    ],
    [
      "two sections of one name",
      [["contributes", "sections", 1], section],
      "/contributes/sections/1/name",
      '"notice"',
      "each once",
    ],
    [
      "two themes of one name",
      [["contributes", "themes", 1], theme],
      "/contributes/themes/1/name",
      '"plain"',
      "each once",
    ],
    [
      "a schema that is refused",
      [at("fields", "allOf"), []],
      "/contributes/sections/0/fields/allOf",
      '"allOf"',
      "oneOf",
    ],
    [
      "a default that is refused",
      [at("fields", "properties", "count", "default"), 0],
      "/contributes/sections/0/fields/properties/count/default",
      "0",
      "at least 1",
    ],
    [
      "an example of no variant",
      [at("example", "variant"), "big"],
      "/contributes/sections/0/example/variant",
      '"big"',
      "one of plain, loud",
    ],
    [
      "an example that is refused",
      [at("example", "fields", "text"), 3],
      "/contributes/sections/0/example/fields/text",
      "3",
      "text",
    ],
    [
      "an example without a required field",
      [at("example", "fields"), {}],
      "/contributes/sections/0/example/fields/text",
      "nothing",
      "required",
    ],
    [
      "a preset of no variant",
      [at("presets", 0, "variant"), "big"],
      "/contributes/sections/0/presets/0/variant",
      '"big"',
      "one of plain, loud",
    ],
    [
      "a preset that is refused",
      [at("presets", 0, "fields", "x"), 1],
      "/contributes/sections/0/presets/0/fields/x",
      '"x"',
      "only text, count",
    ],
    [
      "a query from a field that is not there",
      [at("queries", "pages", "limit", "field"), "many"],
      "/contributes/sections/0/queries/pages/limit/field",
      '"many"',
      "text, count",
    ],
    [
      "a query from a field of another type",
      [at("queries", "pages", "limit", "field"), "text"],
      "/contributes/sections/0/queries/pages/limit/field",
      "type string",
      "type integer",
    ],
    [
      "a query in another order",
      [at("queries", "pages", "order"), "random"],
      "/contributes/sections/0/queries/pages/order",
      '"random"',
      '"newest"',
    ],
    [
      "a query that misspells field",
      [at("queries", "pages", "order"), { feld: "x" }],
      "/contributes/sections/0/queries/pages/order/field",
      "nothing",
      "text",
    ],
    [
      "a query for anything else",
      [at("queries", "pages", "where"), "x"],
      "/contributes/sections/0/queries/pages/where",
      '"where"',
      "only collection, order",
    ],
    [
      "a frame without https",
      [at("frames"), ["http://example.com"]],
      "/contributes/sections/0/frames/0",
      "http://",
      "https://",
    ],
    [
      "a frame of a whole domain",
      [at("frames"), ["https://*.example.com"]],
      "/contributes/sections/0/frames/0",
      "*",
      "exact",
    ],
    [
      "a frame with a path",
      [at("frames"), ["https://example.com/x; script-src *"]],
      "/contributes/sections/0/frames/0",
      "script-src",
      "exact",
    ],
    [
      "a token without default",
      [[...THEME, "tokens", "base", "properties", "radius", "default"], undefined],
      "/contributes/themes/0/tokens/base/properties/radius/default",
      "nothing",
      "a default",
    ],
    [
      "a token that leaves its rule",
      [[...THEME, "tokens", "base", "properties", "radius", "default"], "1px; } body { x: y"],
      "/contributes/themes/0/tokens/base/properties/radius/default",
      "1px;",
      "one value of CSS",
    ],
    [
      "a token that loads",
      [[...THEME, "tokens", "light", "properties", "text", "default"], "url(https://example.com)"],
      "/contributes/themes/0/tokens/light/properties/text/default",
      "url(",
      "one value of CSS",
    ],
    [
      "a token with an open bracket",
      [[...THEME, "tokens", "light", "properties", "text", "default"], "rgb(0 0 0"],
      "/contributes/themes/0/tokens/light/properties/text/default",
      "rgb(",
      "one value of CSS",
    ],
    [
      "a token that is a list",
      [[...THEME, "tokens", "light", "properties", "text"], { type: "boolean", title: "x" }],
      "/contributes/themes/0/tokens/light/properties/text/type",
      "boolean",
      "string, number",
    ],
    [
      "a theme without a token sections rely on",
      [[...THEME, "tokens", "dark", "properties", "accent-soft"], undefined],
      "/contributes/themes/0/tokens/dark/properties/accent-soft",
      "nothing",
      "sections rely on it",
    ],
    ["a digest that is none", [["files"], { "a.css": "sha256-x" }], "/files/a.css", "sha256-x", "43 characters"],
    [
      "a digest of a file outside",
      [["files"], { "../a": `sha256-${"a".repeat(43)}` }],
      "/files/..~1a",
      "../a",
      "a relative path",
    ],
  ])("%s", (_, change, pointer, found, allowed) => {
    expect(issuesOf(changed(declarative, change))[0]).toMatchObject({
      pointer,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
    });
  });
});

describe("files and metadata are refused with", () => {
  const file = { path: "/a.xml", type: "application/xml; charset=utf-8", template: "a.liquid" };
  test.each<readonly [string, object, string, string, string]>([
    ["a type a browser runs", { type: "text/html; charset=utf-8" }, "type", "text/html", "application/xml"],
    ["script", { type: "text/javascript" }, "type", "javascript", "application/xml"],
    ["a picture that runs script", { type: "image/svg+xml" }, "type", "svg", "application/xml"],
    ["text without its encoding", { type: "text/plain" }, "type", "text/plain", "charset=utf-8"],
    ["a header in the type", { type: "application/json\r\nx: y" }, "type", "json", "application/xml"],
    ["an address of the API", { path: "/api/x.json" }, "path", "/api/x.json", "not under /api"],
    ["an address of media", { path: "/media/x.json" }, "path", "/media/x.json", "/media"],
    ["an address of the editor", { path: "/_editor/x.json" }, "path", "/_editor/x.json", "/_editor"],
    ["an address of assets", { path: "/_assets/x.json" }, "path", "/_assets/x.json", "/_assets"],
    ["a page", { path: "/about" }, "path", "/about", "a file extension"],
    ["the sitemap in capitals", { path: "/Sitemap.xml" }, "path", "/Sitemap.xml", "a file extension"],
    ["the index", { path: "/index.html" }, "path", "/index.html", "/index.html"],
    ["the browsers' icon in capitals", { path: "/Favicon.ico" }, "path", "/Favicon.ico", "/favicon.ico"],
    ["the media in capitals", { path: "/Media/x.json" }, "path", "/Media/x.json", "/media"],
    ["the Markdown of a page", { path: "/about.md" }, "path", "/about.md", ".md only under /.well-known"],
    ["a way up", { path: "/a/../b.xml" }, "path", "/a/../b.xml", "an absolute path"],
    ["a relative path", { path: "a.xml" }, "path", '"a.xml"', "an absolute path"],
    ["a value from a field", { queries: { a: { limit: { field: "x" } } } }, "queries/a/limit", "an object", "a number"],
  ])("%s", (_, change, member, found, allowed) => {
    const value = changed(declarative, [["contributes", "files"], [{ ...file, ...change }]]);
    expect(issuesOf(value)[0]).toMatchObject({
      pointer: `/contributes/files/0/${member}`,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
    });
  });
  test.each([
    ["/.well-known/a.json", "application/ai-catalog+json"],
    ["/.well-known/skills/SKILL.md", 'text/markdown; charset=utf-8; profile="urn:air:skills"'],
    ["/feed.xml", "application/atom+xml; charset=utf-8"],
  ])("%s of type %s is accepted", (path, type) => {
    expect(issuesOf(changed(declarative, [["contributes", "files"], [{ ...file, path, type }]]))).toEqual([]);
  });
  test("two files of one path are refused", () => {
    expect(
      issuesOf(
        changed(declarative, [
          ["contributes", "files"],
          [file, file],
        ]),
      )[0],
    ).toMatchObject({
      pointer: "/contributes/files/1/path",
      found: 'a second path "/a.xml"',
      allowed: "each once",
    });
  });
});
