/** Search engines read the languages of the demo. It needs no browser: only published HTML and sitemaps are read. */
import { describe, expect, inject, test } from "vitest";
import { visit } from "../support/driver.ts";
import { alternateFaults, alternatesOf, sitemapOf } from "../support/alternates.ts";
import { HOSTS, DEMO_HOST } from "./sitePages.ts";

const port = inject("port");

const readAt = async (address: string): Promise<{ status: number; body: string }> => {
  const { host, pathname } = new URL(address);
  const { status, body } = await visit(port, host.replace(/:\d+$/, ""), pathname);
  return { status, body };
};

const sitemapAt = async (host: string): Promise<string> => (await visit(port, host, "/sitemap.xml")).body;

test.each(HOSTS)("every pair of languages of %s is mutual, and every address a page", async (host) => {
  expect(await alternateFaults(await sitemapAt(host), readAt)).toEqual([]);
});

test("the demo has a dozen pages in each of three languages, and says so in head and sitemap", async () => {
  const groups = [...sitemapOf(await sitemapAt(DEMO_HOST)).values()].filter(({ size }) => size > 0);
  const tags = ["ar", "de", "en-GB"];
  expect(new Set(groups.flatMap((group) => [...group.keys()]))).toEqual(new Set([...tags, "x-default"]));
  for (const tag of tags) expect(new Set(groups.map((group) => group.get(tag))).size, tag).toBeGreaterThanOrEqual(12);
});

describe("the check finds", () => {
  const origin = "https://one.example";
  const link = (tag: string, path: string): string =>
    `<link rel="alternate" hreflang="${tag}" href="${origin}${path}">`;
  const pageOf = (lang: string, path: string, links: string): string =>
    `<html lang="${lang}"><head><link rel="canonical" href="${origin}${path}">${links}</head><body></body></html>`;
  const both = link("en", "/a") + link("x-default", "/a") + link("de", "/de/a");
  const entry = (path: string, links = both): string =>
    `<url><loc>${origin}${path}</loc>${links.replaceAll("<link", "<xhtml:link").replaceAll(">", "/>")}</url>`;
  const faults = (pages: Readonly<Record<string, string>>, sitemap = entry("/a") + entry("/de/a")) =>
    alternateFaults(sitemap, async (address) => {
      const body = pages[address.slice(origin.length)];
      return { status: body === undefined ? 404 : 200, body: body ?? "" };
    });
  const good = { "/a": pageOf("en", "/a", both), "/de/a": pageOf("de", "/de/a", both) };

  test("nothing in a group as it should be", async () => {
    expect(await faults(good)).toEqual([]);
    expect(alternatesOf(good["/a"]).size).toBe(3);
  });

  test("a page that the sitemap does not list, and one that it lists with other pages", async () => {
    expect((await faults(good, entry("/a"))).join()).toContain("/de/a is not in the sitemap");
    expect((await faults(good, entry("/a") + entry("/de/a", ""))).join()).toContain("/de/a differs from the sitemap");
  });

  test.each([
    ["an address without a page", { "/a": good["/a"] }, ["/de/a answers 404"]],
    [
      "a page that names nobody back",
      { ...good, "/de/a": pageOf("de", "/de/a", "") },
      ["/de/a does not name what https://one.example/a names", "/de/a differs from the sitemap"],
    ],
    ["a page in another language", { ...good, "/de/a": pageOf("fr", "/de/a", both) }, ["/de/a is in fr, not in de"]],
    ["a page that does not name itself", { ...good, "/de/a": pageOf("fr", "/de/a", both) }, ["does not name itself"]],
    [
      "a group without x-default",
      { "/a": pageOf("en", "/a", link("en", "/a")), "/de/a": good["/de/a"] },
      ["/a has no x-default of its group"],
    ],
    ["another canonical address", { ...good, "/a": pageOf("en", "/b", both) }, ["names https://one.example/b as can"]],
  ])("%s", async (_, pages, expected) => {
    const found = (await faults(pages)).join("\n");
    for (const fault of expected) expect(found).toContain(fault);
  });
});
