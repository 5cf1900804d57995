import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";
import type { Page } from "./page.ts";
import { pageOf, pages, ROOT } from "./page.ts";

const isOutside = (link: string): boolean => /^[a-z]+:/.test(link);

/** The links of pages that lead to no file of the project, or to no heading of a page. */
function broken(all: readonly Page[]): string[] {
  const byPath = new Map(all.map((page) => [page.path, page]));
  return all.flatMap(({ path, links }) =>
    links
      .filter((link) => !isOutside(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : normalize(join(path, "..", file));
        const page = byPath.get(target);
        if (!page && !existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !page?.anchors.includes(anchor);
      })
      .map((link) => `${path}: ${link}`),
  );
}

test("every link in the docs leads to a file, and to a heading in it", () => {
  expect(broken(pages())).toEqual([]);
});

test("a link to no file and a link to no heading are noticed", () => {
  const page = pageOf(
    "docs/made-up.md",
    "# One\n\n[a](nowhere.md) [b](#two) [c](#one) [d](../README.md) <https://example.com>\n",
  );
  expect(broken([page])).toEqual(["docs/made-up.md: nowhere.md", "docs/made-up.md: #two"]);
});
