import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lendLog } from "../../capabilities/log.ts";
import { visibleJson, visibleText } from "../../manifests/visible.ts";
import { askLoan, loanOf } from "../capabilities/asking.ts";

/** Characters that control a terminal: controls, direction marks, zero-width marks, separators and tags. */
const OBEYED = [
  "\u001b",
  "\u0007",
  "\n",
  "\r",
  "\u007f",
  "\u0085",
  "\u009b",
  "\u200b",
  "\u202e",
  "\u2028",
  "\u2029",
  "\u2066",
  "\ufeff",
  "\u{e0041}",
];
const SHOWN = /^[\x20-\x7e]*$/;

test.each(OBEYED)("%j is shown by its number and read back as it was", (char) => {
  expect(visibleText(`a${char}b`)).toMatch(/^a(?:\\u[0-9a-f]{4})+b$/);
  expect(visibleJson({ char })).toMatch(SHOWN);
  expect(JSON.parse(visibleJson({ char }))).toEqual({ char });
});

test("a lone surrogate is shown, and words of any script stay as they are", () => {
  expect(visibleText("a\ud800b")).toBe("a\\ud800b");
  expect(visibleText("Zoë schreibt über 写作 \u{1f600}")).toBe("Zoë schreibt über 写作 \u{1f600}");
});

test("what a plugin prints reaches the log as one line of signs that are read", async () => {
  const lines: string[] = [];
  await askLoan(loanOf(lendLog(({ text }) => void lines.push(text))), "console.write", {
    lines: [{ level: "info", text: `a"${OBEYED.join("")}` }],
  });
  expect(lines).toEqual([expect.stringMatching(SHOWN)]);
});

test("no worker writes JSON into a log by another rule", () => {
  const sources = globSync("{capabilities,runtime,sandbox,sites}/**/*.ts").filter(
    (path) => !path.includes("generated"),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((path) => /(?:console\.\w+|\blog)\(JSON\.stringify/.test(readFileSync(path, "utf8")))).toEqual(
    [],
  );
});
