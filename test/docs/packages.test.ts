import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENTS, NOT_RUNNING, RUNNING } from "../fixtures/packages/wanted.ts";

const DOC = readFileSync(new URL("../../docs/plugins/packages.md", import.meta.url), "utf8");

const byName = (left: string, right: string): number => left.localeCompare(right, "en");
const rowsOf = (...rows: readonly (readonly string[])[]): string[] =>
  rows.map((cells) => `| ${cells.join(" | ")} |`).toSorted(byName);

/** The rows of the tables below a heading, without their heads. */
const listed = (heading: string): string[] =>
  (DOC.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));

test("the list of packages is the list of those that the tests run", () => {
  expect(listed("Packages that run")).toEqual(
    rowsOf(
      ...RUNNING.map(({ name, purpose, note }) => [
        `\`${name}\``,
        note === undefined ? purpose : `${purpose}; ${note}`,
      ]),
      ...CLIENTS.map(([name, purpose]) => [`\`${name}\``, purpose]),
    ),
  );
});

test("the list of the others says what to take instead", () => {
  expect(listed("Packages that do not run")).toEqual(
    rowsOf(...NOT_RUNNING.map(({ name, purpose, instead }) => [`\`${name}\``, purpose, instead])),
  );
});
