import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  blobText,
  PageBlobs,
  TEXT_COLUMNS,
  TEXT_JOINS,
  type StoredText,
} from "../../../../runtime/publishing/blobs/pageBlobs.ts";
import type { TestPowers } from "../../kernel/powers.ts";
import { editingWorld } from "../../editing/editingWorld.ts";

const PAGES = Array.from({ length: 60 }, (_, n) => (n === 0 ? "/" : `/p${n}`));
const ENTRIES = PAGES.slice(0, 8);

/** As much as pages of a theme have. */
const HEAD = `<meta name="theme" content="${"x".repeat(600)}">`;

/** A page of some hundred characters of its own, below a menu that marks the page's own entry. */
function html(path: string, release: number): string {
  const entries = ENTRIES.map(
    (to) =>
      `<li><a class="entry" href="${to}"${to === path ? ' aria-current="page"' : ""}>Menu ${release} of ${to}</a></li>`,
  );
  const text = Array.from({ length: 40 }, (_, n) => `<p>Words ${n} of ${path}</p>`).join("\n");
  return `<!doctype html>\n<html>\n<head>\n${HEAD}\n<title>${path}</title>\n</head>\n<body>\n<ul>${entries.join("\n")}</ul>\n<main>${text}</main>\n<footer>End</footer>\n</body>\n</html>\n`;
}

const digestOf = (path: string, release: number): string =>
  createHash("sha256").update(html(path, release)).digest("hex");

describe("pages of which the first shares little with the next, because a menu marks the present page", () => {
  const stored = async () => {
    const { powers } = await editingWorld();
    const { sql } = powers as TestPowers;
    /** Stores all pages in one transaction, and answers the bytes that it added. */
    const release = (number: number): number => {
      const blobs = new PageBlobs(sql);
      const added = PAGES.map((path, at) =>
        blobs.put({
          digest: digestOf(path, number),
          html: html(path, number),
          before: number === 1 ? undefined : digestOf(path, number - 1),
          neighbour: html(PAGES[at + 1] ?? PAGES[at - 1] ?? "", number),
        }),
      );
      return added.reduce((sum, bytes) => sum + bytes, 0);
    };
    const textOf = (path: string, number: number): string | null => {
      const query = `SELECT ${TEXT_COLUMNS} FROM blobs ${TEXT_JOINS} WHERE digest = ?`;
      const [row] = sql.all<StoredText & Record<string, string | null>>(query, digestOf(path, number));
      return row ? blobText(row) : null;
    };
    return { release, textOf };
  };

  test("cost little more than their rows beside another menu, and stay what they were", async () => {
    const { release, textOf } = await stored();
    const whole = PAGES.reduce((sum, path) => sum + html(path, 1).length, 0);
    expect(release(1)).toBeLessThan(whole);
    for (const number of [2, 3, 4]) expect(release(number)).toBeLessThan(whole / 2);
    for (const number of [1, 4]) for (const path of PAGES) expect(textOf(path, number)).toBe(html(path, number));
  });
});
