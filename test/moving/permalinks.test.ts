/** Old addresses that follow one pattern become one rule. */
import { expect, test } from "vitest";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import { RedirectTable } from "../../runtime/documents/redirectTable.ts";
import { PATTERN_MIN_REDIRECTS, withPatterns } from "../../sites/moving/plan/permalinks.ts";

const to = (from: string, path: string): Redirect => ({ from, to: path, status: 301 });
const posts = (count: number, of: (n: number) => Redirect): Redirect[] =>
  Array.from({ length: count }, (_, n) => of(n));
const dated = (n: number): Redirect => to(`/20${10 + (n % 9)}/0${1 + (n % 8)}/post-${n}`, `/blog/post-${n}`);

const sources = (rules: readonly Redirect[]): string[] => withPatterns(rules).map(({ from }) => from);

/** Each old address with where its rule leads. */
const answers = (table: RedirectTable, rules: readonly Redirect[]): unknown[] =>
  rules.map(({ from }) => table.match(from)?.location);

test("pages of one pattern become one rule from its bound on, and each address leads where it led", () => {
  const few = posts(PATTERN_MIN_REDIRECTS - 1, dated);
  expect(withPatterns(few)).toEqual(few);
  expect(sources(posts(PATTERN_MIN_REDIRECTS, dated))).toEqual(["/:p1/:p2/:p3"]);
  const many = posts(PATTERN_MIN_REDIRECTS + 1, dated);
  expect(withPatterns(many)).toEqual([to("/:p1/:p2/:p3", "/blog/:p3")]);
  const table = new RedirectTable({ entries: withPatterns(many) });
  expect(answers(table, many)).toEqual(many.map((rule) => (rule.status === 410 ? undefined : rule.to)));
});

test("an address that leads elsewhere, and one that is gone, keep rules of their own", () => {
  const rules: Redirect[] = [
    ...posts(20, dated),
    to("/2012/03/other", "/about"),
    to("/2012/03/moved", "/blog/renamed"),
    { from: "/2012/03/gone", status: 410 },
  ];
  expect(sources(rules)).toEqual(["/2012/03/other", "/2012/03/moved", "/2012/03/gone", "/:p1/:p2/:p3"]);
});

test.each([
  ["names that the new path does not repeat", (n: number) => to(`/by-${n}/post-${n}`, `/blog/post-${n}`)],
  ["nothing that is fixed or a number", (n: number) => to(`/post-${n}`, `/blog/post-${n}`)],
  ["one target for all", (n: number) => to(`/2012/post-${n}`, "/blog")],
  ["a target that the pattern would lead on", (n: number) => to(`/${n}/${100 + n}`, `/${100 + n}/${n}`)],
  ["a query", (n: number) => to(`/2012/x?p=${n}`, `/blog/${n}`)],
  ["another host", (n: number) => to(`/2012/post-${n}`, `https://new.example/post-${n}`)],
])("%s makes no pattern", (_, of) => {
  const rules = posts(20, of);
  expect(withPatterns(rules)).toEqual(rules);
});

test("a part that all share stays, and patterns of several kinds stand beside each other", () => {
  const rules = [
    ...posts(12, (n) => to(`/archive/${2000 + n}/post-${n}`, `/blog/post-${n}`)),
    ...posts(12, (n) => to(`/notes/note-${n}/index`, `/journal/note-${n}`)),
  ];
  expect(withPatterns(rules)).toEqual([to("/archive/:p2/:p3", "/blog/:p3"), to("/notes/:p2/index", "/journal/:p2")]);
});
