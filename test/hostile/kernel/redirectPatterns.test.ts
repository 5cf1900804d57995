/** Patterns of redirects that were written, or are asked for, to cost time. */
import { expect, test } from "vitest";
import { REDIRECT_MAX_FORMS, REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { addressOfRegex } from "../../../manifests/shapes/regexAddress.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";
import { excess } from "../../support/effort.ts";

const to = (from: string): Redirect => ({ from, to: "/x", status: 301 });

/** Every choice of fixed and open parts, which a matcher that tries one after the other would try for each address. */
const crossed = (depth: number): Redirect[] =>
  Array.from({ length: Math.min(2 ** depth, REDIRECT_MAX_FORMS) }, (_, index) =>
    to(`/${Array.from({ length: depth }, (_one, bit) => ((index >> bit) & 1 ? `:n${bit}` : "a")).join("/")}/end`),
  );

test.each<[string, Redirect[], string]>([
  ["parts that may be anything or one thing", crossed(8), `${"/a".repeat(8)}/no`],
  ["a star between equal parts", [to("/a/*/a/a/a/b")], "/a".repeat(120)],
  [
    "a star at the end of many",
    Array.from({ length: 40 }, (_, index) => to(`${"/a".repeat(index)}/*`)),
    "/a".repeat(120),
  ],
  [
    "as many rules as a site may have",
    Array.from({ length: REDIRECTS_MAX_ENTRIES }, (_, index) => to(`/a/${index}`)),
    "/a/none",
  ],
  [
    "as many parameters of the home page",
    Array.from({ length: REDIRECTS_MAX_ENTRIES }, (_, index) => to(`/?p=${index}`)),
    "/",
  ],
])("%s cost a lookup hardly more than one rule", async (_, entries, path) => {
  const table = new RedirectTable({ entries });
  const query = path === "/" ? "?p=none&q=1" : "";
  const dear = await excess(() => {
    for (let turn = 0; turn < 1_000; turn++) table.match(path, query);
  }, 100);
  expect(dear).toBeUndefined();
});

test("an expression is read and never run", async () => {
  const bomb = `^/(${"(a+)+".repeat(500)})$`;
  const dear = await excess(() => {
    expect(addressOfRegex(bomb, "/x")).toBeUndefined();
    expect(addressOfRegex(`/${"a/".repeat(5_000)}(.*)`, "/x/$1")).toBeDefined();
  }, 50);
  expect(dear).toBeUndefined();
});
