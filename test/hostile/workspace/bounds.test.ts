import { describe, expect, test, vi } from "vitest";
import {
  NAVIGATION_MAX_DEPTH,
  NAVIGATION_MAX_ITEMS,
  PATH_MAX_CHARS,
  SITE_MAX_PAGES,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "../../../manifests/bounds/documents.ts";
import { IMAGE_MAX_SIDE, LINK_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { REFRESH_TURNS_PER_MESSAGE } from "../../../manifests/bounds/publicContent.ts";
import { ISSUES_LISTED } from "../../../manifests/bounds/publishing.ts";
import {
  type NavigationItem,
  navigation,
  page as pageShape,
  redirects,
} from "../../../runtime/documents/content/content.ts";
import { link } from "../../../runtime/documents/content/valueShapes.ts";
import { settings } from "../../../runtime/documents/content/settings.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Env } from "../../../sites/workers/workspace/bindings/env.ts";
import { consumePublications } from "../../../sites/workers/workspace/queues/publishQueue.ts";
import { copyPage } from "../../runtime/kernel/copyPage.ts";
import { SITE, initialiseInput, page, siteOf, textSection, worldOf, worldWith } from "../../runtime/kernel/world.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";

type Accepts = (size: number) => boolean;

const menu = (header: NavigationItem[]) => navigation.safeParse({ menus: { header, footer: [] } }).success;
const items = (count: number): NavigationItem[] => Array.from({ length: count }, () => ({ label: "a", link: "/" }));
const chain = (depth: number): NavigationItem[] =>
  depth === 0 ? [] : [{ label: "a", link: "/", children: chain(depth - 1) }];
const withPage = (more: object) => pageShape.safeParse({ path: "/", title: "T", sections: [], ...more }).success;
const picture = (side: number) => ({ src: "/media/a.png", alt: "", width: side, height: 1 });

const SHAPES: readonly (readonly [name: string, most: number, Accepts])[] = [
  ["title", TITLE_MAX_CHARS, (size) => withPage({ title: "t".repeat(size) })],
  ["author", TITLE_MAX_CHARS, (size) => withPage({ author: "t".repeat(size) })],
  ["description", TEXT_MAX_CHARS, (size) => withPage({ description: "t".repeat(size) })],
  ["path", PATH_MAX_CHARS, (size) => withPage({ path: `/${"p".repeat(size - 1)}` })],
  ["side of a picture", IMAGE_MAX_SIDE, (size) => withPage({ image: picture(size) })],
  ["words for a picture", TEXT_MAX_CHARS, (size) => withPage({ image: { ...picture(1), alt: "a".repeat(size) } })],
  ["link", LINK_MAX_CHARS, (size) => link.safeParse(`/${"l".repeat(size - 1)}`).success],
  [
    "address of a redirect",
    PATH_MAX_CHARS,
    (size) => redirects.safeParse({ entries: [{ from: `/${"f".repeat(size - 1)}`, status: 410 }] }).success,
  ],
  [
    "target of a redirect",
    LINK_MAX_CHARS,
    (size) => redirects.safeParse({ entries: [{ from: "/f", to: `/${"t".repeat(size - 1)}`, status: 301 }] }).success,
  ],
  ["items of a menu", NAVIGATION_MAX_ITEMS, (size) => menu(items(size))],
  ["items below an item", NAVIGATION_MAX_ITEMS, (size) => menu([{ label: "a", link: "/", children: items(size) }])],
  ["depth of a menu", NAVIGATION_MAX_DEPTH, (size) => menu(chain(size))],
  ["name of a site", TITLE_MAX_CHARS, (size) => settings.safeParse({ name: "n".repeat(size), language: "en" }).success],
  [
    "profiles of a site",
    NAVIGATION_MAX_ITEMS,
    (size) => settings.safeParse({ name: "n", language: "en", social: items(size) }).success,
  ],
];

describe("the shape of documents", () => {
  test.each(SHAPES)("%s: at most %d", (_name, most, accepts) => {
    expect([accepts(most - 1), accepts(most), accepts(most + 1)]).toEqual([true, true, false]);
  });

  test.each([
    ["2026-02-28", true],
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2026-04-31", false],
    ["2026-01-01T23:59:59Z", true],
    ["2026-01-01T24:00:00Z", false],
    ["2026-01-01T00:60:00Z", false],
    ["2026-02-31T00:00:00Z", false],
    ["0000-01-01", true],
  ])("the date %s is valid: %s", (date, is) => {
    expect(withPage({ date })).toBe(is);
  });
});

test("a site has a bounded number of pages", async () => {
  const world = await worldWith({ home: page("/"), p0: page("/p/0", { sections: [] }) });
  copyPage(world, { id: "p0", path: "/p/0" }, SITE_MAX_PAGES - 3);
  expect(world.kernel.documents.pageCount(SITE)).toBe(SITE_MAX_PAGES - 1);
  await world.write("last", page("/last"));
  expect(world.kernel.documents.pageCount(SITE)).toBe(SITE_MAX_PAGES);
  await expect(world.write("more", page("/more"))).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect(world.kernel.documents.pageCount(SITE)).toBe(SITE_MAX_PAGES);
});

test.each([ISSUES_LISTED - 1, ISSUES_LISTED, ISSUES_LISTED + 1])(
  "a refused publication with %d problems lists some and counts all",
  async (broken) => {
    const pages = Object.fromEntries(
      Array.from({ length: broken }, (_, n) => [
        `p${n}`,
        page(n === 0 ? "/" : `/p/${n}`, { sections: [textSection("x")] }),
      ]),
    );
    const wrong = {
      ...siteOf(pages),
      pages: siteOf(pages).pages.map((one) => ({
        ...one,
        sections: [{ id: "s", type: "test.text/text", fields: { text: 7 } }],
      })),
    };
    const refusal = (await worldOf(testPowers())
      .kernel.initialiser.run(initialiseInput(wrong))
      .catch((error: unknown) => error)) as Refusal;
    expect(refusal.detail.issues).toHaveLength(Math.min(broken, ISSUES_LISTED));
    expect(refusal.detail["total"]).toBe(broken);
  },
);

test.each([
  [REFRESH_TURNS_PER_MESSAGE - 1, "ack"],
  [REFRESH_TURNS_PER_MESSAGE, "ack"],
  [REFRESH_TURNS_PER_MESSAGE + 1, "retry"],
])("a message whose publication needs %d turns: %s", async (turns, outcome) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let left = turns;
  const refresh = async () => ({ ok: true, value: { done: --left === 0, sequence: 1 } });
  // Nothing of this work has failed for good before, so the control plane has no record to close.
  const DB = { prepare: () => ({ bind: () => ({ run: async () => ({ meta: { changes: 0 } }) }) }) };
  const TENANT_WORKSPACE = { idFromName: (name: string) => name, get: () => ({ refresh }) };
  const env = { DB, TENANT_WORKSPACE } as unknown as Env;
  const done: string[] = [];
  const body = { tenant: "acme", site: SITE, release: 1, sequence: 1 };
  const entry = {
    id: "m",
    attempts: 1,
    body,
    timestamp: new Date(0),
    ack: () => done.push("ack"),
    retry: () => done.push("retry"),
  };
  await consumePublications({ messages: [entry] } as unknown as Parameters<typeof consumePublications>[0], env);
  expect(done).toEqual([outcome]);
});
