/** Old addresses that follow one pattern become one rule. */
import { expect, test } from "vitest";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import { RedirectTable } from "../../runtime/documents/redirectTable.ts";
import { PATTERN_MIN_REDIRECTS, withPatterns } from "../../sites/moving/plan/permalinks.ts";

const to = (from: string, path: string): Redirect => ({ from, to: path, status: 301 });
const posts = (count: number, of: (n: number) => Redirect): Redirect[] =>
  Array.from({ length: count }, (_, n) => of(n));
const dated = (n: number): Redirect => to(`/2012/0${1 + (n % 8)}/post-${n}`, `/blog/post-${n}`);
/** Posts of two years in turn. */
const ofTwoYears = (n: number): Redirect => to(`/202${n % 2}/0${1 + (n % 8)}/post-${n}`, `/posts/post-${n}`);

const sources = (rules: readonly Redirect[]): string[] => withPatterns(rules).map(({ from }) => from);

/** Each old address with where its rule leads. */
const answers = (table: RedirectTable, rules: readonly Redirect[]): unknown[] =>
  rules.map(({ from }) => table.match(from)?.location);

test("pages of one pattern become one rule from its bound on, and each address leads where it led", () => {
  const few = posts(PATTERN_MIN_REDIRECTS - 1, dated);
  expect(withPatterns(few)).toEqual(few);
  expect(sources(posts(PATTERN_MIN_REDIRECTS, dated))).toEqual(["/2012/:p2/:p3"]);
  const many = posts(PATTERN_MIN_REDIRECTS + 1, dated);
  expect(withPatterns(many)).toEqual([to("/2012/:p2/:p3", "/blog/:p3")]);
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
  expect(sources(rules)).toEqual(["/2012/03/other", "/2012/03/moved", "/2012/03/gone", "/2012/:p2/:p3"]);
});

test("dates become one rule for each year, so that no rule catches addresses of other pages", () => {
  const rules = posts(2 * PATTERN_MIN_REDIRECTS, ofTwoYears);
  expect(withPatterns(rules)).toEqual([to("/2020/:p2/:p3", "/posts/:p3"), to("/2021/:p2/:p3", "/posts/:p3")]);
  const table = new RedirectTable({ entries: withPatterns(rules) });
  expect(answers(table, rules)).toEqual(rules.map((rule) => (rule.status === 410 ? undefined : rule.to)));
  expect(["/shop/summer/sale", "/de/produkte/stuhl"].map((path) => table.match(path))).toEqual([undefined, undefined]);
});

test("a year with too few addresses keeps a rule for each", () => {
  const rules = posts(2 * PATTERN_MIN_REDIRECTS - 1, ofTwoYears);
  expect(sources(rules)).toEqual([
    ...rules.map(({ from }) => from).filter((from) => from.startsWith("/2021/")),
    "/2020/:p2/:p3",
  ]);
});

test("the prefix of a language does not keep a rule from other pages", () => {
  const rules = posts(2 * PATTERN_MIN_REDIRECTS, (n) =>
    to(`/de/202${n % 2}/0${1 + (n % 8)}/post-${n}`, `/de/posts/post-${n}`),
  );
  const made = withPatterns(rules, new Set(["/de"]));
  expect(made.map(({ from }) => from)).toEqual(["/de/2020/:p3/:p4", "/de/2021/:p3/:p4"]);
  const named = posts(PATTERN_MIN_REDIRECTS, (n) => to(`/de/post-${n}`, `/de/posts/post-${n}`));
  expect(withPatterns(named, new Set(["/de"]))).toEqual(named);
});

test("two patterns for the same addresses are one, and the other addresses keep their rules", () => {
  const notes = posts(10, (n) => to(`/2012/0${1 + (n % 8)}/note-${n}`, `/notes/note-${n}`));
  expect(sources([...posts(10, dated), ...notes])).toEqual([...notes.map(({ from }) => from), "/2012/:p2/:p3"]);
});

test.each([
  ["names that the new path does not repeat", (n: number) => to(`/by-${n}/post-${n}`, `/blog/post-${n}`)],
  ["nothing that is fixed", (n: number) => to(`/post-${n}`, `/blog/post-${n}`)],
  ["a number for each", (n: number) => to(`/${n}/post-${n}`, `/blog/post-${n}`)],
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

test("feeds of several kinds become one rule for each kind", () => {
  const feeds = Array.from({ length: PATTERN_MIN_REDIRECTS }, (_, index) => index).flatMap((index) =>
    ["rss", "atom"].map((kind): Redirect => ({
      from: `/tag/t${index}/feed/${kind}`,
      to: `/tag/t${index}/feed.xml`,
      status: 301,
    })),
  );
  expect(withPatterns(feeds).map(({ from }) => from)).toEqual(["/tag/:p2/feed/rss", "/tag/:p2/feed/atom"]);
});
