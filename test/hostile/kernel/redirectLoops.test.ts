/** Redirects that were written to make the check for circles cost time, although each lookup is cheap. */
import { expect, test } from "vitest";
import { REDIRECT_MAX_PARTS } from "../../../manifests/bounds/documents.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { patternAllowed } from "../../../runtime/documents/content/redirectSource.ts";
import { redirectLoops } from "../../../runtime/documents/redirectLoops.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";
import { excess } from "../../support/effort.ts";

const to = (from: string, target: string): Redirect => ({ from, to: target, status: 301 });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const DEEP = "/a".repeat(REDIRECT_MAX_PARTS - 2);
const nested = (target: (path: string) => string): Redirect[] =>
  many(REDIRECT_MAX_PARTS, (depth) => to(`${"/a".repeat(depth)}/*`, target("/a".repeat(depth))));

test.each<[string, Redirect[]]>([
  [
    "prefixes in prefixes",
    [...nested(() => "/b"), ...many(5_000, (index) => to(`${DEEP}/${index}`, `${DEEP}/x/${index}`))],
  ],
  ["prefixes that lead to one address", [...nested(() => DEEP), ...many(5_000, (index) => to(`/${index}`, DEEP))]],
  [
    "stars that lead back to many",
    [...nested((path) => `/:splat${path}`), ...many(2_000, (index) => to(`/${index}`, DEEP))],
  ],
])("%s cost a save little", async (_, entries) => {
  const dear = await excess(() => redirectLoops({ entries }, []), 300);
  expect(dear).toBeUndefined();
});

test("an address below many prefixes is looked up only as deep as they are", async () => {
  const table = new RedirectTable({ entries: nested(() => "/b") });
  const asked = "/a".repeat(2_000);
  const short = "/a".repeat(REDIRECT_MAX_PARTS);
  expect([table.match(asked)?.location, table.match(short)?.location]).toEqual(["/b", "/b"]);
  const dear = await excess(() => many(1_000, () => table.match(short)), 50);
  expect(dear).toBeUndefined();
});

test.each([
  [REDIRECT_MAX_PARTS - 1, true],
  [REDIRECT_MAX_PARTS, true],
  [REDIRECT_MAX_PARTS + 1, false],
])("an old address of %i parts is allowed: %s", (parts, isAllowed) => {
  expect(patternAllowed("/a".repeat(parts)) === undefined).toBe(isAllowed);
  expect(patternAllowed(`${"/a".repeat(parts - 1)}/*`) === undefined).toBe(isAllowed);
});
