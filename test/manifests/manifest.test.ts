import { describe, expect, test } from "vitest";
import * as bounds from "../../manifests/bounds.ts";
import { checkManifest, readManifest } from "../../manifests/readManifest.ts";
import { type Change, changed, declarative, executable, section, theme } from "./fixture.ts";

const around = (bound: number) => [bound - 1, bound, bound + 1];
const issuesOf = (value: unknown) => {
  const read = checkManifest(value);
  return read.ok ? [] : read.issues;
};
const SECTION = ["contributes", "sections", 0];
const THEME = ["contributes", "themes", 0];
const at = (...path: (string | number)[]) => [...SECTION, ...path];

describe("a valid manifest is accepted", () => {
  test.each([
    ["declarative", declarative],
    ["executable, with everything there is", executable],
  ])("%s", (_, manifest) => {
    const text = JSON.stringify(manifest);
    expect(readManifest(text)).toEqual({ ok: true, value: manifest });
  });
});

/** Rows: claim, change, pointer, found, allowed. */
type Row = readonly [claim: string, change: Change, pointer: string, found: string, allowed: string];

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
      "what answers it",
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
      "what answers it",
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
    expect(issuesOf(changed(declarative, change))[0]).toEqual({
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
    ["the Markdown of a page", { path: "/about.md" }, "path", "/about.md", ".md only under /.well-known"],
    ["a way up", { path: "/a/../b.xml" }, "path", "/a/../b.xml", "an absolute path"],
    ["a relative path", { path: "a.xml" }, "path", '"a.xml"', "an absolute path"],
    ["a value from a field", { queries: { a: { limit: { field: "x" } } } }, "queries/a/limit", "an object", "a number"],
  ])("%s", (_, change, member, found, allowed) => {
    const value = changed(declarative, [["contributes", "files"], [{ ...file, ...change }]]);
    expect(issuesOf(value)[0]).toEqual({
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

describe("an executable manifest is refused with", () => {
  test.each<Row>([
    ["no main", [["main"], undefined], "/main", "nothing", "the module that is run"],
    [
      "a main that is not in the package",
      [["files"], {}],
      "/main",
      "main.js, which is not in files",
      "a file of the package",
    ],
    ["a main that is no module", [["main"], "main.wasm"], "/main", "main.wasm", "ends in .js"],
    [
      "a host that is an address",
      [["capabilities", "http", "hosts"], ["169.254.169.254"]],
      "/capabilities/http/hosts/0",
      "169.254",
      "no addresses",
    ],
    [
      "a host that is a wildcard",
      [["capabilities", "http", "hosts"], ["*"]],
      "/capabilities/http/hosts/0",
      '"*"',
      "no wildcards",
    ],
    ["no host", [["capabilities", "http", "hosts"], []], "/capabilities/http/hosts", "no host", "a host, or hostsFrom"],
    [
      "hosts from a setting there is none of",
      [["capabilities", "http", "hostsFrom"], "constructor"],
      "/capabilities/http/hostsFrom",
      '"constructor"',
      "a setting of this plugin",
    ],
    [
      "an unknown capability",
      [["capabilities", "shell"], {}],
      "/capabilities/shell",
      '"shell"',
      "only storage, content, media, forms, http",
    ],
    [
      "an unknown kind of content",
      [["capabilities", "content", "read"], ["member"]],
      "/capabilities/content/read/0",
      '"member"',
      '"page"',
    ],
    [
      "an unknown method",
      [["capabilities", "http", "methods"], ["CONNECT"]],
      "/capabilities/http/methods/0",
      '"CONNECT"',
      '"GET"',
    ],
    [
      "an unknown hook",
      [["contributes", "hooks", 0, "on"], "beforeRequest"],
      "/contributes/hooks/0/on",
      '"beforeRequest"',
      '"beforePublish"',
    ],
    [
      "one hook twice",
      [["contributes", "hooks", 0, "on"], "scheduled"],
      "/contributes/hooks/1/on",
      '"scheduled"',
      "each once",
    ],
    [
      "a schedule without time",
      [["contributes", "hooks", 1, "everyMinutes"], undefined],
      "/contributes/hooks/1/everyMinutes",
      "nothing",
      "minutes",
    ],
    [
      "a time without schedule",
      [["contributes", "hooks", 0, "everyMinutes"], 60],
      "/contributes/hooks/0/everyMinutes",
      "60",
      "nothing here with beforePublish",
    ],
    [
      "a route twice",
      [["contributes", "routes", 1], { name: "b", path: "/list", methods: ["POST", "GET"], access: "member" }],
      "/contributes/routes/1/methods/1",
      '"GET /list"',
      "each once",
    ],
    [
      "a route outside",
      [["contributes", "routes", 0, "path"], "/../x"],
      "/contributes/routes/0/path",
      "/../x",
      "a page path",
    ],
    [
      "a route for anybody else",
      [["contributes", "routes", 0, "access"], "owner"],
      "/contributes/routes/0/access",
      '"owner"',
      '"public", "member"',
    ],
    [
      "a form whose schema is refused",
      [["contributes", "forms", 0, "fields"], {}],
      "/contributes/forms/0/fields/type",
      "nothing",
      '"object"',
    ],
    [
      "settings whose schema is refused",
      [["contributes", "settings"], {}],
      "/contributes/settings/type",
      "nothing",
      '"object"',
    ],
    [
      "a tool whose schema is refused",
      [["contributes", "mcp", "tools", 0, "input"], {}],
      "/contributes/mcp/tools/0/input/type",
      "nothing",
      '"object"',
    ],
    [
      "a route whose schema is refused",
      [["contributes", "routes", 0, "input"], {}],
      "/contributes/routes/0/input/type",
      "nothing",
      '"object"',
    ],
    [
      "an upload that runs script",
      [["contributes", "media", 0, "types"], ["image/svg+xml"]],
      "/contributes/media/0/types/0",
      "svg",
      '"image/jpeg"',
    ],
    [
      "an argument twice",
      [["contributes", "mcp", "prompts", 0, "arguments", 1], { name: "tone", title: "T" }],
      "/contributes/mcp/prompts/0/arguments/1/name",
      '"tone"',
      "each once",
    ],
  ])("%s", (_, change, pointer, found, allowed) => {
    expect(issuesOf(changed(executable, change))).toContainEqual({
      pointer,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
    });
  });
});

describe("bounds: the bound is accepted and one more is refused", () => {
  const text = (length: number) => "a".repeat(length);
  const list = <T>(count: number, item: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => item(index));
  const record = (count: number) => Object.fromEntries(list(count, (index): [string, object] => [`q${index}`, {}]));
  const numbers = (count: number) => count;

  test.each<readonly [string, number, object, (string | number)[], (amount: number) => unknown]>([
    ["characters of an id", bounds.PLUGIN_ID_MAX_CHARS, declarative, ["id"], (length) => `a.${text(length - 2)}`],
    [
      "characters of a version",
      bounds.VERSION_MAX_CHARS,
      declarative,
      ["version"],
      (length) => `1.0.0-${text(length - 6)}`,
    ],
    [
      "characters of a range",
      bounds.VERSION_MAX_CHARS,
      declarative,
      ["engine"],
      (length) => `1.0.0-${text(length - 6)}`,
    ],
    ["characters of a label", bounds.LABEL_MAX_CHARS, declarative, ["name"], text],
    ["characters of an explanation", bounds.EXPLANATION_MAX_CHARS, declarative, ["description"], text],
    ["characters of a name", bounds.NAME_MAX_CHARS, declarative, at("name"), text],
    [
      "characters of a path",
      bounds.FILE_PATH_MAX_CHARS,
      declarative,
      at("template"),
      (length) => `${text(length - 7)}.liquid`,
    ],
    [
      "characters of a page path",
      bounds.PATH_MAX_CHARS,
      declarative,
      at("queries", "pages", "under"),
      (length) => `/${text(length - 1)}`,
    ],
    [
      "contributions",
      bounds.CONTRIBUTIONS_MAX,
      declarative,
      ["contributes", "metadata"],
      (count) => list(count, (index) => ({ name: `n${index}`, template: "a.liquid" })),
    ],
    [
      "variants",
      bounds.VARIANTS_MAX,
      declarative,
      at("variants"),
      (count) => [
        { name: "plain", title: "P" },
        { name: "loud", title: "L" },
        ...list(count - 2, (index) => ({ name: `n${index}`, title: "N" })),
      ],
    ],
    [
      "slots",
      bounds.SLOTS_MAX,
      declarative,
      at("slots"),
      (count) => list(count, (index) => ({ name: `n${index}`, title: "N" })),
    ],
    ["sections of a slot", bounds.SLOT_MAX_SECTIONS, declarative, at("slots", 0, "max"), numbers],
    ["sections of a page", bounds.SLOT_MAX_SECTIONS, declarative, at("limits"), (maxPerPage) => ({ maxPerPage })],
    [
      "presets",
      bounds.PRESETS_MAX,
      declarative,
      at("presets"),
      (count) => list(count, () => ({ title: "P", fields: { text: "x" } })),
    ],
    ["queries", bounds.QUERIES_MAX, declarative, at("queries"), record],
    [
      "results of a section's query",
      bounds.SECTION_QUERY_MAX_RESULTS,
      declarative,
      at("queries", "pages", "limit"),
      numbers,
    ],
    [
      "results of a file's query",
      bounds.FILE_QUERY_MAX_RESULTS,
      executable,
      ["contributes", "files", 0, "queries", "all", "limit"],
      numbers,
    ],
    [
      "frames",
      bounds.HOSTS_MAX,
      declarative,
      at("frames"),
      (count) => list(count, (index) => `https://h${index}.example.com`),
    ],
    [
      "hosts",
      bounds.HOSTS_MAX,
      executable,
      ["capabilities", "http", "hosts"],
      (count) => list(count, (index) => `h${index}.example.com`),
    ],
    ["stored bytes", bounds.STORAGE_MAX_BYTES, executable, ["capabilities", "storage", "maxBytes"], numbers],
    ["stored keys", bounds.STORAGE_MAX_KEYS, executable, ["capabilities", "storage", "maxKeys"], numbers],
    ["processor time", bounds.CALL_MAX_CPU_MS, executable, ["limits", "cpuMs"], numbers],
    ["time", bounds.CALL_MAX_WALL_MS, executable, ["limits", "wallMs"], numbers],
    ["subrequests", bounds.CALL_MAX_SUBREQUESTS, executable, ["limits", "subrequests"], numbers],
    [
      "minutes between runs",
      bounds.SCHEDULE_MAX_MINUTES,
      executable,
      ["contributes", "hooks", 1, "everyMinutes"],
      numbers,
    ],
    ["days of retention", bounds.RETENTION_MAX_DAYS, executable, ["contributes", "forms", 0, "retentionDays"], numbers],
    ["seconds before a token", bounds.FORM_MIN_SECONDS_MAX, executable, ["contributes", "forms", 0, "spam", "minSeconds"], numbers],
    ["posts of a visitor", bounds.FORM_POSTS_PER_VISITOR, executable, ["contributes", "forms", 0, "limits", "perVisitor"], numbers],
    ["posts to a form", bounds.FORM_POSTS_PER_FORM, executable, ["contributes", "forms", 0, "limits", "perForm"], numbers],
    ["bytes of an upload", bounds.MEDIA_MAX_BYTES, executable, ["contributes", "media", 0, "maxBytes"], numbers],
  ])("%s", (_, bound, base, path, make) => {
    const found = around(bound).map((amount) => issuesOf(changed(base, [path, make(amount)])));
    expect(found.map((issues) => issues.length > 0)).toEqual([false, false, true]);
    expect(found[2]?.[0]?.pointer).toMatch(new RegExp(`^/${path.join("/")}`));
  });

  test("minutes between runs are at least the bound", () => {
    const path = ["contributes", "hooks", 1, "everyMinutes"];
    const found = around(bounds.SCHEDULE_MIN_MINUTES).map((minutes) => issuesOf(changed(executable, [path, minutes])));
    expect(found.map((issues) => issues.length)).toEqual([1, 0, 0]);
    expect(found[0]?.[0]?.allowed).toBe(`at least ${bounds.SCHEDULE_MIN_MINUTES}`);
  });

  test("characters of a token", () => {
    const path = [...THEME, "tokens", "base", "properties", "radius", "default"];
    const found = around(bounds.PLAIN_TEXT_MAX_CHARS).map((length) =>
      issuesOf(changed(declarative, [path, text(length)])),
    );
    expect(found.map((issues) => issues.length)).toEqual([0, 0, 1]);
  });

  test("bytes of a manifest, counted in UTF-8", () => {
    const padded = (length: number) => {
      const bare = JSON.stringify(declarative);
      return bare + " ".repeat(length - bare.length);
    };
    expect(around(bounds.MANIFEST_MAX_BYTES).map((length) => readManifest(padded(length)).ok)).toEqual([
      true,
      true,
      false,
    ]);
    const wide = JSON.stringify({ ...declarative, name: "ä" });
    const text = wide + " ".repeat(bounds.MANIFEST_MAX_BYTES - wide.length);
    expect(readManifest(text)).toEqual({
      ok: false,
      issues: [
        {
          pointer: "",
          found: `${bounds.MANIFEST_MAX_BYTES + 1} bytes`,
          allowed: `at most ${bounds.MANIFEST_MAX_BYTES} bytes`,
        },
      ],
    });
  });

  test("issues of one answer", () => {
    const unknown = (count: number) => ({ ...declarative, ...record(count) });
    expect(around(bounds.ISSUES_MAX).map((count) => issuesOf(unknown(count)).length)).toEqual([49, 50, 50]);
  });
});

describe("a text that is no manifest", () => {
  test.each([
    ["broken JSON", "{", "", "the end of the text", "the name of a member"],
    ["JSON with comments, which is for authors", "{ // x\n}", "", '"/"', "the name of a member"],
    ["a member twice", '{"id":"a.b","id":"a.c"}', "/id", "a second member", "each name once"],
    ["a list", "[]", "", "a list of 0 items", "an object"],
    ["null", "null", "", "null", "an object"],
  ])("%s is refused", (_, text, pointer, found, allowed) => {
    expect(readManifest(text)).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([
        { pointer, found: expect.stringContaining(found), allowed: expect.stringContaining(allowed) },
      ]),
    });
  });
});
