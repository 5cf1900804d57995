/** Old addresses that lead to old addresses take one hop. */
import { expect, test } from "vitest";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import { withOneHop } from "../../sites/moving/plan/oneHop.ts";

const to = (from: string, path: string): Redirect => ({ from, to: path, status: 301 });

test.each<[string, Redirect[], Redirect[]]>([
  ["an old address", [to("/a", "/b"), to("/b", "/c")], [to("/a", "/c"), to("/b", "/c")]],
  ["one in another spelling", [to("/a", "/B/"), to("/b", "/c")], [to("/a", "/c"), to("/b", "/c")]],
  [
    "one that is gone",
    [to("/a", "/b"), { from: "/b", status: 410 }],
    [
      { from: "/a", status: 410 },
      { from: "/b", status: 410 },
    ],
  ],
  [
    "old addresses by a pattern",
    [to("/:part/feed", "/:part/index.xml"), to("/cn/index.xml", "/feed.xml")],
    [to("/:part/feed", "/:part/index.xml"), to("/cn/index.xml", "/feed.xml"), to("/cn/feed", "/feed.xml")],
  ],
])("a redirect to %s leads on at once", (_, rules, wanted) => expect(withOneHop(rules)).toEqual(wanted));

test.each<[string, Redirect[]]>([
  ["that go round", [to("/a", "/b"), to("/b", "/a")]],
  ["to other hosts", [to("/a", "https://b.example/b"), to("/b", "/c")]],
  ["of everything below", [to("/a/*", "/b/:splat"), to("/b/x", "/c")]],
  ["whose address has one of its own", [to("/:p/feed", "/:p/x"), to("/cn/x", "/y"), to("/cn/feed", "/z")]],
])("redirects %s stay", (_, rules) => {
  expect(withOneHop(rules).map(({ from }) => from)).toEqual(rules.map(({ from }) => from));
});
