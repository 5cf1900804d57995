/** Patterns, parameters and further hostnames of redirects. */
import { describe, expect, test } from "vitest";
import { REDIRECT_MAX_FORMS, REDIRECT_MAX_PLACEHOLDERS } from "../../../manifests/bounds/documents.ts";
import { redirects as shape, type Redirect } from "../../../runtime/documents/content/content.ts";
import { patternAllowed } from "../../../runtime/documents/content/redirectSource.ts";
import { redirectLoops } from "../../../runtime/documents/redirectLoops.ts";
import { RedirectTable, withVisitorsQuery } from "../../../runtime/documents/redirectTable.ts";
import { page, SITE, worldWith } from "../kernel/world.ts";

const HOSTS = ["acme.example", "blog.example"];
const to = (from: string, target: string): Redirect => ({ from, to: target, status: 301 });

const TABLE = new RedirectTable({
  entries: [
    to("/blog/*", "/journal/*"),
    to("/blog/:slug", "/posts/:slug"),
    to("/blog/fixed", "/exact"),
    to("/:year/:month/:slug.html", "/never"),
    to("/archive/:year/:month/:slug", "/:year-:month/:slug?from=archive"),
    to("/docs/*/edit", "https://edit.example/:splat"),
    to("/:lang/wiki/*", "/w/*"),
    to("/?p=12", "/twelve"),
    to("/?p=:id", "/posts/:id"),
    to("/?p=12&preview=true", "/draft"),
    to("/shop?id=7", "/seven?x=1"),
    to("https://blog.example/*", "/b/*"),
    to("https://blog.example/only", "https://else.example/"),
  ],
});

const led = (address: string, host = ""): string | undefined => {
  const { pathname, search } = new URL(address, "https://acme.example");
  const match = TABLE.match(pathname, search, host);
  return match?.location && withVisitorsQuery(match.location, match.query);
};

test.each([
  ["/blog/fixed", "/exact"],
  ["/blog/one", "/posts/one"],
  ["/BLOG/One/", "/posts/One"],
  ["/blog/one/two", "/journal/one/two"],
  ["/blog", "/journal"],
  ["/archive/2024/03/tide?utm=1", "/2024-03/tide?from=archive&utm=1"],
  ["/archive/2024/03", undefined],
  ["/docs/a/b/edit", "https://edit.example/a/b"],
  ["/docs/edit", undefined],
  ["/de/wiki/x/y", "/w/x/y"],
  ["/de/wiki", "/w"],
  ["/?p=12", "/twelve"],
  ["/?utm=1&p=12&x=y", "/twelve?utm=1&x=y"],
  ["/?preview=true&p=12", "/draft"],
  ["/?p=99", "/posts/99"],
  ["/?p=a%2F..%2Fb", "/posts/a%2F..%2Fb"],
  ["/?p=//evil.example", "/posts/%2F%2Fevil.example"],
  ["/?q=12", undefined],
  ["/", undefined],
  ["/shop/?id=7&b=2", "/seven?x=1&b=2"],
  ["/shop?id=8", undefined],
])("%s leads to %s", (address, target) => expect(led(address)).toBe(target));

test.each([
  ["/only", "https://else.example/"],
  ["/a/b?c=1", "/b/a/b?c=1"],
  ["/", "/b"],
])("on another hostname of the site %s leads to %s", (address, target) =>
  expect(led(address, "blog.example")).toBe(target),
);

const valid = (from: string): boolean =>
  shape.safeParse({ entries: [to(from, "/x")] }).success && patternAllowed(from) === undefined;

test.each(["/a/*", "/a/*/b", "/:a/:b", "/?p=1", "/a?b=:c&d=e", "https://blog.example/a/*", "/wiki/Category:Boats"])(
  "%s may be a source",
  (from) => expect(valid(from)).toBe(true),
);

test.each([
  "/a*",
  "/a/*.html",
  "/*/a/*",
  "/:a/:a",
  "/:splat",
  "/:a?b=1",
  "/*?b=1",
  "/?",
  "/a#b",
  "http://blog.example/a",
  "https://a@blog.example/",
  "a",
])("%s may be none", (from) => expect(valid(from)).toBe(false));

test.each([
  [REDIRECT_MAX_PLACEHOLDERS - 1, true],
  [REDIRECT_MAX_PLACEHOLDERS, true],
  [REDIRECT_MAX_PLACEHOLDERS + 1, false],
])("%i placeholders: %s", (count, isValid) =>
  expect(valid(Array.from({ length: count }, (_, index) => `/:n${index}`).join(""))).toBe(isValid),
);

const loops = (...entries: Redirect[]): string[] =>
  redirectLoops(shape.parse({ entries }), HOSTS).map(({ pointer }) => pointer);

test.each<[string, Redirect[], string[]]>([
  ["a pattern and its way back", [to("/a/:x", "/b/:x"), to("/b/:x", "/a/:x")], ["/entries/0", "/entries/1"]],
  ["values that change their places", [to("/x/:a/:b", "/x/:b/:a")], ["/entries/0"]],
  ["a path that grows", [to("/x/*", "/x/more/*")], ["/entries/0"]],
  ["parameters", [to("/a?x=1", "/b?x=1"), to("/b?x=1", "/a?x=1")], ["/entries/0", "/entries/1"]],
  ["a parameter that the rule takes", [to("/?p=1", "/")], []],
  ["a parameter that comes back", [to("/?p=1", "/?p=1")], ["/entries/0"]],
  ["hostnames", [to("https://blog.example/*", "https://blog.example/*")], ["/entries/0"]],
  [
    "a hostname and back",
    [to("https://blog.example/a", "/a"), to("/a", "https://blog.example/a")],
    ["/entries/0", "/entries/1"],
  ],
  ["a pattern that leads out", [to("/a/:x", "/b/:x"), to("/b/:x", "https://else.example/:x")], []],
])("a circle of %s is found", (_, entries, found) => expect(loops(...entries)).toEqual(found));

describe("the draft", () => {
  const put = async (...entries: Redirect[]): Promise<unknown> => {
    const world = await worldWith({ home: page("/") });
    const { version } = world.kernel.documents.only(SITE, "redirects");
    return world.run("redirects.put", { body: { entries }, expected: version }).then(
      () => "taken",
      (error: { detail: { issues: { found: string }[] } }) => error.detail.issues[0]?.found,
    );
  };

  test("refuses a hostname that is not the site's", async () =>
    expect(await put(to("https://else.example/*", "/x"))).toBe("https://else.example/*"));

  test("refuses two patterns for the same addresses", async () =>
    expect(await put(to("/a/:x", "/x"), to("/a/:y", "/y"))).toBe("/a/:y"));

  const forms = (count: number): Redirect[] =>
    Array.from({ length: count }, (_, index) =>
      to(
        `/${Array.from({ length: 6 }, (_one, bit) => (((index + 1) >> bit) & 1 ? `:n${bit}` : `f${bit}`)).join("/")}`,
        "/x",
      ),
    );

  test.each([
    [REDIRECT_MAX_FORMS - 1, "taken"],
    [REDIRECT_MAX_FORMS, "taken"],
    [REDIRECT_MAX_FORMS + 1, `${REDIRECT_MAX_FORMS + 1} forms of patterns`],
  ])("with %i forms of patterns is %s", async (count, fate) => expect(await put(...forms(count))).toBe(fate));
});

test("visitors are led by parameters before the page, and by a further hostname", async () => {
  const world = await worldWith({ home: page("/") });
  const { version } = world.kernel.documents.only(SITE, "redirects");
  await world.run("redirects.put", {
    body: { entries: [to("/?p=12", "/twelve"), to("/a/:x", "/b/:x")] },
    expected: version,
  });
  await world.run("publish", {});
  const ask = async (path: string, query: string): Promise<unknown[]> => {
    const { status, headers } = await world.kernel.published.answer(SITE, path, null, { query });
    return [status, headers["Location"]];
  };
  expect(await ask("/", "?p=12&utm=1")).toEqual([301, "/twelve?utm=1"]);
  expect(await ask("/", "?utm=1")).toEqual([200, undefined]);
  expect(await ask("/a/c", "?d=1")).toEqual([301, "/b/c?d=1"]);
});
