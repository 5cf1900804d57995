/** The guide to templates names every filter that a template may use, and no other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FILTERS } from "../../runtime/templates/filters.ts";
import { ROOT } from "./page.ts";

const GUIDE = readFileSync(join(ROOT, "docs/plugins/templates.md"), "utf8");

/** The names in both lists: the first column of the table, and the words of the list. A filter's arguments follow it. */
function filtersIn(guide: string): string[] {
  const [, after = ""] = guide.split("\n**Filters of Drawbridge**\n");
  const [both = ""] = after.split("\n**Markup rules.**");
  const [table = "", list = ""] = both.split("\n**Filters of Liquid**\n");
  const cells = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) => [...cell.matchAll(/`([a-z_]+)/g)]);
  const words = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, line = ""]) => line.split(" "));
  return [...cells.map(([, name = ""]) => name), ...words];
}

test("every filter is in the guide once, and no other", () => {
  expect(filtersIn(GUIDE).toSorted()).toEqual([...FILTERS.keys()].toSorted());
});

test("names are read from both lists, without arguments", () => {
  const guide =
    '\n**Filters of Drawbridge**\n\n| filter | |\n|---|---|\n| `oak`, `ash` | wood |\n| `elm: class: "…"` | wood |\n\n**Filters of Liquid**\n\n- `fir yew`\n\n**Markup rules.** They hold.\n';
  expect(filtersIn(guide)).toEqual(["oak", "ash", "elm", "fir", "yew"]);
});
