/** The search over the documentation. */
import { afterAll, describe, expect, test } from "vitest";
import { docsPage, docsPages } from "../../sites/cli/docs/docsFolder.ts";
import { docsFound, excerptOf, docsParts } from "../../sites/cli/docs/searching.ts";
import { vocabularyOf, vocabulary } from "../../sites/cli/language/vocabulary.ts";
import { FILTERS } from "../../manifests/liquid/liquidRules.ts";
import { clearDesks, Desk } from "./svc.ts";

afterAll(clearDesks);

const PAGE = [
  "# Guide",
  "The beginning.",
  "## `Webhooks` and [more](x.md)",
  "A signature in the header.",
  "```sh",
  "# not a heading about webhooks",
  "```",
  "### Replays",
  "A window for each webhook.",
  "## Other",
  "Words.",
].join("\n");

describe("a page", () => {
  const parts = docsParts("a/guide.md", PAGE);

  test("has a part for each heading, with the headings around it", () =>
    expect(parts.map(({ at, titles }) => [at, ...titles])).toEqual([
      ["a/guide.md", "Guide"],
      ["a/guide.md#webhooks-and-more", "Guide", "Webhooks and more"],
      ["a/guide.md#replays", "Guide", "Webhooks and more", "Replays"],
      ["a/guide.md#other", "Guide", "Other"],
    ]));

  test.each([
    ["webhook", ["a/guide.md#webhooks-and-more", "a/guide.md#replays"]],
    ["WEBHOOK window", ["a/guide.md#replays"]],
    ["guide", ["a/guide.md", "a/guide.md#webhooks-and-more", "a/guide.md#replays", "a/guide.md#other"]],
    ["ebhook", []],
    ["", []],
    ["webhook cellar", []],
  ])("is found by %j", (asked, places) => expect(docsFound(parts, asked).map(({ at }) => at)).toEqual(places));

  test("shows the line with the words", () =>
    expect(excerptOf({ at: "", titles: [], text: "One.\nA window for each." }, "each window")).toBe(
      "A window for each.",
    ));
});

test("every page of the documentation is searched, and its headings are places", () => {
  expect(docsPages()).toEqual(expect.arrayContaining(["editing.md", "plugins/start.md"]));
  for (const path of docsPages()) expect([path, docsParts(path, docsPage(path)).length > 0]).toEqual([path, true]);
});

describe("svc docs", () => {
  test("finds a part, prints it, and says if there is none", async () => {
    using desk = new Desk();
    const listed = await desk.run(["docs", "directives", "toolbar"]);
    expect(listed.out).toContain("docs/plugins/templates.md#directives");
    const whole = await desk.run(["docs", "--read", "directives", "toolbar"]);
    expect(whole.out).toContain("| `as` | `mark`");
    expect(await desk.run(["docs", "zzyzx"])).toMatchObject({ code: 1 });
  });
});

describe("the vocabulary of templates", () => {
  test("has the rows of both tables, with members and several names in a row", () => {
    const { objects, filters } = vocabularyOf(
      "| name | where | |\n|---|---|---|\n| `page` | sections | `id path` and `x` |\n\ntext\n\n| filter | |\n|---|---|\n| `a: b`, `c` | says \\| so |",
    );
    expect([...objects.values()]).toEqual([
      { name: "page", where: "sections", says: "`id path` and `x`", members: ["id", "path"] },
    ]);
    expect([...filters.keys()]).toEqual(["a", "c"]);
    expect(filters.get("c")?.says).toBe("says | so");
  });

  test("of the documentation has filters that exist, and the objects of sections", () => {
    const { objects, filters } = vocabulary();
    expect([...filters.keys()].filter((name) => !FILTERS.has(name))).toEqual([]);
    expect(filters.size).toBeGreaterThan(15);
    expect([...objects.keys()]).toEqual(expect.arrayContaining(["fields", "section", "page", "site", "queries"]));
    expect(objects.get("page")?.members).toEqual(expect.arrayContaining(["title", "url"]));
  });
});
