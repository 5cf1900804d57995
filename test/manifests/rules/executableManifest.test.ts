import { describe, expect, test } from "vitest";
import { changed, executable } from "../fixture.ts";
import { type Row, issuesOf } from "../manifestIssues.ts";

describe("an executable manifest is refused with", () => {
  test.each<Row>([
    ["no main", [["main"], undefined], "/main", "nothing", "the path of the main module"],
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
      "only storage, content, media, forms, browser, actions, http, mail, readers, logs",
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
      "a time with a hook whose calls stand for nothing else",
      [["contributes", "hooks", 0], { on: "mediaUploaded", everyMinutes: 60 }],
      "/contributes/hooks/0/everyMinutes",
      "60",
      "nothing here with mediaUploaded",
    ],
    [
      "a check that writes",
      [["contributes", "hooks", 0, "effect"], "write"],
      "/contributes/hooks/0/effect",
      "write with beforePublish",
      "read, because this hook only judges",
    ],
    [
      "a route for everybody that writes",
      [["contributes", "routes", 0, "effect"], "write"],
      "/contributes/routes/0/effect",
      "write on a route for everybody",
      "routes for members, without GET",
    ],
    [
      "a look of a member that writes",
      [
        ["contributes", "routes", 0],
        { name: "list", path: "/list", methods: ["GET"], access: "member", effect: "write" },
      ],
      "/contributes/routes/0/effect",
      "write on a route with GET",
      "routes for members, without GET",
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
      [["contributes", "media", 0, "types"], ["text/html"]],
      "/contributes/media/0/types/0",
      "html",
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
    expect(issuesOf(changed(executable, change))).toContainEqual(
      expect.objectContaining({
        pointer,
        found: expect.stringContaining(found),
        allowed: expect.stringContaining(allowed),
      }),
    );
  });
});

describe("a tool that lists entries", () => {
  const input = {
    type: "object",
    properties: {
      town: { type: "string", title: "Town" },
      where: {
        type: "array",
        title: "Where",
        items: {
          type: "object",
          properties: { field: { type: "string", title: "Field" } },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  };
  const type = "acme.shows/show";
  const tool = { name: "list_shows", title: "Shows", description: "Lists shows.", input };
  const withQuery = (query: object) => changed(executable, [["contributes", "mcp", "tools"], [{ ...tool, query }]]);

  test.each([
    [{ type, where: { field: "where" } }],
    [{ type, where: { town: { eq: { field: "town" } }, start: { from: "today" } }, order: "-start" }],
    [{ operation: "search", text: { field: "town" }, type }],
    [{ operation: "type", type: { field: "town" } }],
  ])("may filter by %j", (query) => {
    expect(issuesOf(withQuery(query))).toEqual([]);
  });

  test.each([
    [{ where: { field: "where" } }, "/where"],
    [{ order: "start" }, "/order"],
    [{ type, where: { field: "town" } }, "/where/field"],
    [{ type, where: { field: "none" } }, "/where/field"],
    [{ type, where: { town: { in: ["Ulm", { field: "none" }] } } }, "/where/town/in/field"],
    [{ type, where: { town: { like: "U" } } }, "/where"],
    [{ operation: "search", text: "boat", type, where: { field: "where" } }, "/where"],
  ])("may not filter by %j", (query, pointer) => {
    expect(issuesOf(withQuery(query)).map((issue) => issue.pointer)).toContainEqual(
      expect.stringContaining(`/contributes/mcp/tools/0/query${pointer}`),
    );
  });
});

describe("a resource whose address ends in a variable", () => {
  const resource = { name: "note", title: "Note", description: "One note.", address: "acme/notes/{id}" };
  const withIt = (more: object) =>
    changed(executable, [["contributes", "mcp", "resources"], [{ ...resource, ...more }]]);

  test("may be answered by code, which is given its value", () => {
    expect(issuesOf(withIt({}))).toEqual([]);
  });

  test("may be answered by a query that uses it", () => {
    expect(issuesOf(withIt({ query: { operation: "read", page: { field: "id" } } }))).toEqual([]);
  });

  test.each([
    ["a template, which has no use for it", { template: "note.liquid" }],
    ["a query that does not use it", { query: { operation: "site" } }],
  ])("is refused with %s", (_, more) => {
    expect(issuesOf(withIt(more))).toContainEqual({
      pointer: "/contributes/mcp/resources/0/address",
      found: "the variable id",
      allowed: "a variable the query uses",
    });
  });
});
