import { describe, expect, test } from "vitest";
import {
  MEMBER_PAGE_ACTIONS_MAX,
  MEMBER_PAGE_FIELDS_MAX,
  MEMBER_PAGE_FORMS_MAX,
  MEMBER_PAGE_LISTS_MAX,
  PLUGIN_PAGES_MAX,
} from "../../../manifests/bounds/manifest.ts";
import { executable } from "../fixture.ts";
import { issuesOf } from "../manifestIssues.ts";

const KEYS = {
  type: "object",
  properties: { keys: { type: "array", title: "Keys", items: { type: "string" } } },
  additionalProperties: false,
};
const textInput = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string", title: "Text" }])),
  additionalProperties: false,
});
const ROUTES = [
  { name: "approve", path: "/approve", methods: ["POST"], access: "member", input: KEYS },
  { name: "open", path: "/open", methods: ["POST"], access: "public", input: KEYS },
  { name: "read", path: "/read", methods: ["GET"], access: "member", input: KEYS },
  { name: "bare", path: "/bare", methods: ["POST"], access: "member" },
  { name: "add", path: "/add", methods: ["POST"], access: "member", input: textInput("text") },
  { name: "change", path: "/change", methods: ["POST"], access: "member", input: textInput("key", "text") },
];
const list = (name: string) => ({ name, title: "Waiting", prefix: `${name}:` });
const field = (name: string) => ({ field: name, title: "Text" });
const action = (name: string, more: object = {}) => ({ name, title: "Approve", route: "approve", ...more });
const form = (name: string, more: object = {}) => ({ name, title: "Add", route: "add", ...more });
const page = (more: object = {}): Record<string, unknown> => ({
  name: "words",
  title: "Words",
  access: "content.edit",
  lists: [list("waiting"), list("shown")],
  columns: [field("text"), field("at")],
  details: [field("more")],
  actions: [action("approve", { lists: ["waiting"], asks: "Sure?" })],
  ...more,
});

const faults = (...pages: object[]): string[] =>
  issuesOf({
    ...executable,
    capabilities: { storage: { maxBytes: 1000, maxKeys: 10 } },
    contributes: { routes: ROUTES, pages },
  }).map(({ pointer, found, allowed }) => `${pointer.replace("/contributes/pages/", "")} ${found}: ${allowed}`);

test("a page of stored entries fits", () => {
  const { details: _, actions: __, ...bare } = page();
  expect(faults(page(), { ...bare, name: "more", access: "member" })).toEqual([]);
  const forms = [form("add", { lists: ["shown"] }), form("change", { route: "change", of: "entry" })];
  expect(faults(page({ forms, lists: [list("waiting"), { ...list("shown"), look: "cards" }] }))).toEqual([]);
});

describe("a page is refused with", () => {
  test.each<[string, object, string]>([
    [
      "an unknown route",
      { actions: [action("a", { route: "none" })] },
      '0/actions/0/route "none": a JSON route of this plugin',
    ],
    [
      "a route for everybody",
      { actions: [action("a", { route: "open" })] },
      '0/actions/0/route "open": a route for members, because only they open the page',
    ],
    [
      "a route that only reads",
      { actions: [action("a", { route: "read" })] },
      '0/actions/0/route "read": a route with the method POST',
    ],
    [
      "a route without keys",
      { actions: [action("a", { route: "bare" })] },
      '0/actions/0/route "bare": a route whose input has the list keys',
    ],
    [
      "an unknown list",
      { actions: [action("a", { lists: ["none"] })] },
      '0/actions/0/lists/0 "none": a list of this page',
    ],
    [
      "two lists of a name",
      { lists: [list("waiting"), list("waiting")] },
      '0/lists/1/name a second "waiting": each once',
    ],
    [
      "a form without fields",
      { forms: [form("a", { route: "bare" })] },
      '0/forms/0/route "bare": a route whose input has the form\'s fields as properties',
    ],
    [
      "a form of one entry whose route has no key",
      { forms: [form("a", { of: "entry" })] },
      '0/forms/0/route "add": a route whose input has the text key',
    ],
    [
      "a form of the list whose route wants a key",
      { forms: [form("a", { route: "change" })] },
      '0/forms/0/route "change": a route whose input has no key, or a form of entry',
    ],
    [
      "a form for everybody",
      { forms: [form("a", { route: "open" })] },
      '0/forms/0/route "open": a route for members, because only they open the page',
    ],
    ["two forms of a name", { forms: [form("a"), form("a")] }, '0/forms/1/name a second "a": each once'],
    ["a form of no list", { forms: [form("a", { lists: ["no"] })] }, '0/forms/0/lists/0 "no": a list of this page'],
    ["two actions of a name", { actions: [action("a"), action("a")] }, '0/actions/1/name a second "a": each once'],
    [
      "one value twice",
      { columns: [field("text")], details: [field("text")] },
      '0/details/0/field a second "text": each once',
    ],
    ["visitors as readers", { access: "public" }, '0/access the text "public": member, or a permission of members'],
    [
      "a prefix without a colon",
      { lists: [{ ...list("a"), prefix: "a" }] },
      '0/lists/0/prefix the text "a": a beginning of keys that ends in a colon, such as waiting:',
    ],
    [
      "every key",
      { lists: [{ ...list("a"), prefix: ":" }] },
      '0/lists/0/prefix the text ":": a beginning of keys that ends in a colon, such as waiting:',
    ],
  ])("%s", (_, more, fault) => {
    expect(faults(page(more))).toContain(fault);
  });

  test("no storage, and in a plugin without code", () => {
    const without = { ...executable, capabilities: {}, contributes: { routes: ROUTES, pages: [page()] } };
    expect(issuesOf(without)).toContainEqual({
      pointer: "/contributes/pages",
      found: "pages without storage",
      allowed: "storage among the capabilities",
    });
  });
});

describe("bounds: the bound is accepted and one more is refused", () => {
  const many = <T>(count: number, make: (name: string) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(`n${index}`));
  test.each<[string, number, (count: number) => object[]]>([
    ["pages", PLUGIN_PAGES_MAX, (count) => many(count, (name) => page({ name }))],
    ["lists", MEMBER_PAGE_LISTS_MAX, (count) => [page({ lists: many(count, list), actions: [] })]],
    ["actions", MEMBER_PAGE_ACTIONS_MAX, (count) => [page({ actions: many(count, (name) => action(name)) })]],
    ["forms", MEMBER_PAGE_FORMS_MAX, (count) => [page({ forms: many(count, (name) => form(name)) })]],
    ["columns", MEMBER_PAGE_FIELDS_MAX, (count) => [page({ columns: many(count, field) })]],
  ])("%s", (_, most, made) => {
    for (const count of [most - 1, most]) expect(faults(...made(count))).toEqual([]);
    expect(faults(...made(most + 1))).toHaveLength(1);
  });
});
