/** Redirects of a publication as agents read them: in the catalogue, under one key, or in parts. */
import { expect, test } from "vitest";
import type { Redirect } from "../../runtime/documents/content/content.ts";
import type { Catalogue } from "../../runtime/rendering/agents/catalogue.ts";
import { PublishedSite } from "../../sites/mcp/publishedSite.ts";
import type { PublicReads } from "../../sites/mcp/stored.ts";

const rules = (from: number, count: number): Redirect[] =>
  Array.from({ length: count }, (_, n) => ({ from: `/old/${from + n}`, to: `/new/${from + n}`, status: 301 }));

const POINTER = {
  sequence: 1,
  release: 1,
  publishedAt: "2026-11-30T00:00:00Z",
  origin: "https://acme.example",
  hostnames: ["acme.example"],
  index: "index",
  catalogue: "catalogue",
};

function siteWith(tenant: string, stored: Readonly<Record<string, unknown>>, catalogue: object) {
  const read: string[] = [];
  const store = {
    get: async (key: string) => {
      read.push(key);
      return stored[key.replace(`tenants/${tenant}/`, "")] ?? null;
    },
  } as unknown as PublicReads;
  const site = new PublishedSite(store, { tenant, site: "main" }, POINTER, catalogue as Catalogue);
  return { read, site };
}

test("few are in the catalogue", async () => {
  const { read, site } = siteWith("few", {}, { redirects: rules(0, 2) });
  expect([await site.redirects(), read]).toEqual([rules(0, 2), []]);
});

test("an earlier release stored many under one key", async () => {
  const { site } = siteWith("earlier", { all: rules(0, 3) }, { redirects: [], rules: "all" });
  expect(await site.redirects()).toEqual(rules(0, 3));
});

test("parts are read once, in their order, and those that a publication left alone are not read again", async () => {
  const parts = { a: rules(0, 2), b: rules(2, 2), c: rules(4, 1) };
  const before = siteWith("parted", { ...parts, one: { parts: ["a", "b"] } }, { redirects: [], rules: "one" });
  expect(await before.site.redirects()).toEqual(rules(0, 4));
  const after = siteWith("parted", { ...parts, two: { parts: ["a", "c"] } }, { redirects: [], rules: "two" });
  expect(await after.site.redirects()).toEqual([...rules(0, 2), ...rules(4, 1)]);
  expect(after.read).toEqual(["tenants/parted/two", "tenants/parted/c"]);
});

test("a part that is gone is no shorter list", async () => {
  const { site } = siteWith("gone", { list: { parts: ["none"] } }, { redirects: [], rules: "list" });
  await expect(site.redirects()).rejects.toThrow("the redirects are gone");
});
