import { describe, expect, test } from "vitest";
import { ACTION_NAMES_MAX } from "../../../manifests/bounds/editor.ts";
import { changed, executable, type Change } from "../fixture.ts";
import { type Row, issuesOf } from "../manifestIssues.ts";

const SECTION_ACTION = {
  name: "shorten",
  title: "Shorten",
  description: "Keeps the first sentence.",
  on: { section: { types: ["drawbridge.basics/rich-text"], reads: ["body"], proposes: ["body"] } },
};
const PICTURE_ACTION = {
  name: "describe",
  title: "Describe",
  description: "Proposes a description.",
  on: { picture: { reads: ["name", "bytes"], proposes: ["alt"] } },
};
const GRANT = { on: ["section", "picture"], bytes: true, reason: "to shorten and describe" };

const withActions = (...changes: Change[]): unknown =>
  [
    [
      ["contributes", "actions"],
      [SECTION_ACTION, PICTURE_ACTION],
    ] as Change,
    [["capabilities", "actions"], GRANT] as Change,
    ...changes,
  ].reduce<unknown>(changed, executable);

const ON = ["contributes", "actions", 0, "on"];

describe("a manifest with actions", () => {
  test("is accepted when the grant it asks for is what its actions need", () => {
    expect(issuesOf(withActions())).toEqual([]);
  });

  test("asks for no grant without actions", () => {
    expect(issuesOf(executable)).toEqual([]);
  });

  test.each<Row>([
    ["an action that is offered nowhere", [ON, {}], "/contributes/actions/0/on", "nothing", "section, page, picture"],
    [
      "an action with the name of a tool",
      [["contributes", "mcp", "tools", 0, "name"], "shorten"],
      "/contributes/actions/0/name",
      "the name of a tool, shorten",
      "another name",
    ],
    [
      "a grant that leaves out a place",
      [["capabilities", "actions", "on"], ["section"]],
      "/capabilities/actions/on",
      "section",
      "section, picture",
    ],
    [
      "a grant for a place without an action",
      [
        ["capabilities", "actions", "on"],
        ["section", "page", "picture"],
      ],
      "/capabilities/actions/on",
      "section, page, picture",
      "section, picture",
    ],
    [
      "no grant",
      [["capabilities", "actions"], undefined],
      "/capabilities/actions",
      "nothing",
      "on: section, picture, because its actions declare these",
    ],
    [
      "a grant without the bytes an action reads",
      [["capabilities", "actions", "bytes"], undefined],
      "/capabilities/actions/bytes",
      "nothing",
      "an action reads bytes",
    ],
    [
      "a grant for bytes that no action reads",
      [["contributes", "actions", 1, "on", "picture", "reads"], ["name"]],
      "/capabilities/actions/bytes",
      "true",
      "no action reads bytes",
    ],
    [
      "a grant without actions",
      [["contributes", "actions"], []],
      "/capabilities/actions/on",
      "section, picture",
      "only in a plugin with actions",
    ],
    [
      "an action that proposes a page's path",
      [ON, { section: SECTION_ACTION.on.section, page: { reads: ["path"], proposes: ["path"] } }],
      "/contributes/actions/0/on/page/proposes/0",
      '"path"',
      '"title"',
    ],
  ])("is refused with %s", (_, change, pointer, found, allowed) => {
    const issue = issuesOf(withActions(change)).find((each) => each.pointer === pointer);
    expect(issue?.found).toContain(found);
    expect(issue?.allowed).toContain(allowed);
  });

  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);
  const types = (count: number): string[] => names(count).map((name) => `acme.host/${name}`);

  test.each([
    ["types", types],
    ["reads", names],
    ["proposes", names],
  ] as const)(`lists at most ${ACTION_NAMES_MAX} names in its %s`, (member, list) => {
    const accepted = [ACTION_NAMES_MAX - 1, ACTION_NAMES_MAX, ACTION_NAMES_MAX + 1].map((count) => {
      const path = `/contributes/actions/0/on/section/${member}`;
      const change: Change = [[...ON, "section", member], list(count)];
      return !issuesOf(withActions(change)).some(({ pointer }) => pointer === path);
    });
    expect(accepted).toEqual([true, true, false]);
  });
});
