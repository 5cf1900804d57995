/**
 * Attacks on the shipped plugins, by feed servers and by page authors. Neither may determine how long a plugin
 * computes, because that stops one machine. Neither may make it fail until quarantine.
 */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { HTTP_RESPONSE_MAX_BYTES } from "../../../manifests/bounds/bridge.ts";
import { LEASE_ANSWER_MAX_CHARS, LEASE_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { DOCUMENT_MAX_BYTES, REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { excess } from "../../support/effort.ts";

type Functions = Readonly<Record<string, (input: never, ctx: object) => Promise<unknown>>>;

interface Module {
  readonly hooks: Functions;
  readonly data: Functions;
  readonly routes: Functions;
  readonly newestOf: (feed: string) => unknown;
}

const load = async (folder: string): Promise<Module> =>
  (await import(fileURLToPath(new URL(`../../../plugins/${folder}/main.js`, import.meta.url)))) as Module;

const call = (of: Functions, name: string, input: unknown, ctx: object): Promise<unknown> =>
  of[name]?.(input as never, ctx) ?? Promise.reject(new Error(name));

/** An effort far above one read of half a megabyte, and far below repeated reads. */
const EFFORT = 200;

const filled = (piece: string): string => piece.repeat(Math.floor((HTTP_RESPONSE_MAX_BYTES - 100) / piece.length));

describe("a hostile feed", () => {
  test.each([
    ["entries that never end", filled("<item ")],
    ["entries whose tags never end", `<item>${filled("<title ")}</item>`],
    ["marks that never end", `<item><title>${filled("<![CDATA[")}</title></item>`],
    ["tags that never end", `<item><title>${filled("<")}</title></item>`],
    ["links that never end", `<item><title>a</title>${filled("<link ")}</item>`],
    ["addresses that never end", `<item><title>a</title><link ${filled('href="')}></item>`],
    ["ends without beginnings", filled("</item>")],
    ["a title of spaces", `<item><title>${filled(" ")}</title></item>`],
    ["references that never end", `<item><title>${filled("&#1")}</title></item>`],
    ["as many entries as it can hold", filled("<item><title>a</title></item>")],
  ])("of %s is read at almost no cost", async (_, feed) => {
    const { newestOf } = await load("announcement");
    expect(await excess(() => newestOf(feed), EFFORT)).toBeUndefined();
  });
});

interface Stored {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly body: object;
}

const refusal = (code: string): Error => Object.assign(new Error(code), { code });

/** The limits of a lease on pages and storage: no values that are too long, and no refund of used allowance. */
function lent(pages: readonly Stored[], redirects: Stored | null = null) {
  const stored = new Map<string, unknown>();
  let chars = 0;
  let isSpent = false;
  const carried = <T>(value: T, most = LEASE_ANSWER_MAX_CHARS): T => {
    const { length } = JSON.stringify(value);
    if (length > most) throw refusal("too_large");
    isSpent ||= chars + length > LEASE_MAX_CHARS;
    if (isSpent) throw refusal("spent");
    chars += length;
    return value;
  };
  const ctx = {
    settings: { hosts: [] },
    storage: {
      get: async (key: string) => stored.get(key),
      put: async (key: string, value: unknown) => void stored.set(key, carried(value, 64 * 1024)),
    },
    content: {
      query: async () =>
        carried({ pages: pages.map(({ id, body }) => ({ id, ...("path" in body ? { path: body.path } : {}) })) }),
      get: async (kind: string) => (kind === "redirects" ? carried(redirects) : null),
      getMany: async (asked: readonly { id: string }[]) =>
        carried({ documents: asked.map(({ id }) => pages.find((page) => page.id === id) ?? null) }),
    },
  };
  return { ctx, stored };
}

const pageOf = (n: number, text: string, path = `/p-${n}`): Stored => ({
  kind: "page",
  id: `p-${n}`,
  version: 1,
  body: { path, title: "Page", sections: [{ id: "s", type: "t", fields: { text } }] },
});

const LONGEST = DOCUMENT_MAX_BYTES - 1_000;

describe("an editor's hostile content", () => {
  test.each([
    ["one page as long as there may be", [pageOf(0, "word ".repeat(LONGEST / 5)), pageOf(1, "a few words")]],
    ["many long pages", Array.from({ length: 10 }, (_, n) => pageOf(n, "word ".repeat(LONGEST / 20)))],
    ["ten of the longest", Array.from({ length: 10 }, (_, n) => pageOf(n, "word ".repeat(LONGEST / 5)))],
  ])("with %s does not break reading times", async (_, pages) => {
    const { data } = await load("reading");
    const input = {
      pages: pages.map(({ id }) => ({ page: { id }, sections: [{ id: "s", fields: { wordsPerMinute: 220 } }] })),
    };
    expect(Object.keys((await call(data, "time", input, lent(pages).ctx)) as object)).toHaveLength(pages.length);
  });

  test.each([
    ["many long pages", Array.from({ length: 100 }, (_, n) => pageOf(n, "word ".repeat(10_000)))],
    ["a page nobody can read", [pageOf(0, "word ".repeat(LONGEST / 5)), pageOf(1, "[a](/gone)")]],
    ["links as long as a page", Array.from({ length: 40 }, (_, n) => pageOf(n, `[a](/${"x".repeat(20_000)})`))],
    [
      "links of what is written long",
      Array.from({ length: 20 }, (_, n) => pageOf(n, `[a](/${"\u0001".repeat(5_000)}) `.repeat(10))),
    ],
  ])("with %s does not break the link check", async (_, pages) => {
    const { hooks } = await load("link-check");
    const { ctx, stored } = lent(pages);
    await call(hooks, "afterPublish", { release: 1 }, ctx);
    expect(stored.get("report")).toMatchObject({ release: 1 });
  });

  test("with the largest number of links and redirects does not overload the link check", async () => {
    const { hooks } = await load("link-check");
    const entries = Array.from({ length: REDIRECTS_MAX_ENTRIES }, (_, n) => ({
      from: `/${"x".repeat(n % 400)}-${n}/*`,
      to: "/*",
      status: 301,
    }));
    const pages = Array.from({ length: 100 }, (_, n) =>
      pageOf(n, Array.from({ length: 2_000 }, (_link, m) => `](/${"x".repeat(9)}${m} `).join("")),
    );
    const { ctx, stored } = lent(pages, { kind: "redirects", id: "only", version: 1, body: { entries } });
    expect(await excess(() => call(hooks, "afterPublish", { release: 1 }, ctx), 2 * EFFORT)).toBeUndefined();
    expect(stored.get("report")).toMatchObject({ release: 1 });
  });

  test("with answers named like members of every object gets numbers", async () => {
    const { data } = await load("poll");
    const ctx = { storage: { getMany: async () => new Map([["count:home:s", { Now: 2 }]]) } };
    const input = {
      pages: [
        { page: { id: "home" }, sections: [{ id: "s", fields: { answers: ["constructor", "toString", "Now"] } }] },
      ],
    };
    const rows = [
      { answer: "constructor", votes: 0 },
      { answer: "toString", votes: 0 },
      { answer: "Now", votes: 2 },
    ];
    expect(await call(data, "counts", input, ctx)).toEqual({ home: { s: { rows, votes: 2 } } });
  });
});
