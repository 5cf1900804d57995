import { describe, expect, it } from "vitest";
import type { PageSummary } from "../../runtime/documents/content/content.ts";
import { type Stage, file, GENERATED, linked, page } from "./machineText.ts";
import { HOSTILE, ORIGIN, rendererWith, SETTINGS, siteView, summary } from "./stage.ts";
import { all, only, readXml } from "./xml.ts";

describe("sitemap and robots", () => {
  it("lists every page with the day it changed, if that is known", () => {
    const root = readXml(file("/sitemap.xml"));
    expect([root.name, root.attributes.get("xmlns")]).toEqual([
      "urlset",
      "http://www.sitemaps.org/schemas/sitemap/0.9",
    ]);
    const entries = all(root, "url").map((url) => [
      only(url, "loc"),
      all(url, "lastmod").map((element) => element.text),
    ]);
    expect(entries).toEqual([
      [`${ORIGIN}/`, []],
      [`${ORIGIN}/about`, []],
      [`${ORIGIN}/case-studies/hall`, ["2026-05-01"]],
      [`${ORIGIN}/journal/gap`, ["2026-04-01T10:30:00Z"]],
      [`${ORIGIN}/loose`, ["2026-09-09"]],
      [`${ORIGIN}/undated`, []],
    ]);
  });

  it("is whole with as many addresses as a sitemap may have", () => {
    const pages = Array.from({ length: 50_001 }, (_, index) => summary(`p${index}`, { date: "2026-01-01" }));
    const body = file("/sitemap.xml", { pages });
    expect([body.split("<url>").length - 1, body.trimEnd().endsWith("</urlset>")]).toEqual([50_000, true]);
  }, 20_000);

  it("is well-formed for an empty site", () => {
    expect(readXml(file("/sitemap.xml", {})).children).toEqual([]);
  });

  it("robots may read everything, and find the sitemap and what other plugins add to it", () => {
    const robots = `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`;
    expect(file("/robots.txt")).toBe(`${robots}Sitemap: ${ORIGIN}/feed.xml\n`);
    expect(rendererWith("drawbridge.seo").file("/robots.txt", siteView(), GENERATED)?.body).toBe(robots);
  });
});

describe("feed", () => {
  const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const feed = (stage?: Stage) => readXml(file("/feed.xml", stage));

  it("is announced on every page", () => {
    expect(linked(page(), "alternate")).toContain("/feed.xml");
  });

  it("has what Atom requires of a feed", () => {
    const root = feed();
    expect(root.name).toBe("feed");
    expect([...root.attributes]).toEqual([
      ["xmlns", "http://www.w3.org/2005/Atom"],
      ["xml:lang", "en-GB"],
    ]);
    const texts = ["id", "title", "subtitle"].map((name) => only(root, name));
    expect(texts).toEqual([`${ORIGIN}/feed.xml`, SETTINGS.name, SETTINGS.tagline]);
    expect(all(root, "author").map((author) => only(author, "name"))).toEqual([SETTINGS.name]);
    const links = all(root, "link").map(({ attributes }) => [attributes.get("rel"), attributes.get("href")]);
    expect(links).toEqual([
      ["self", `${ORIGIN}/feed.xml`],
      ["alternate", `${ORIGIN}/`],
    ]);
  });

  it("shows dated pages of all collections, newest first, and changed when the latest of them did", () => {
    const root = feed();
    const entries = all(root, "entry");
    expect(entries.map((entry) => [only(entry, "id"), only(entry, "published"), only(entry, "updated")])).toEqual([
      [`${ORIGIN}/feed.xml#case`, "2026-05-01T00:00:00Z", "2026-05-01T00:00:00Z"],
      [`${ORIGIN}/feed.xml#gap`, "2026-03-12T00:00:00Z", "2026-04-01T10:30:00Z"],
    ]);
    expect(only(root, "updated")).toBe("2026-05-01T00:00:00Z");
    expect(entries.map((entry) => all(entry, "author").length)).toEqual([1, 0]);
  });

  it.each([19, 20, 21])("of %i pages shows at most 20", (length) => {
    const dates = Array.from({ length }, (_, index) => `2026-01-${String(index + 1).padStart(2, "0")}`);
    const pages = dates.map((date, index) => summary(`p${index}`, { collection: "journal", date }));
    const ids = all(feed({ pages }), "entry").map((entry) => only(entry, "id"));
    expect([ids.length, new Set(ids).size]).toEqual([Math.min(length, 20), Math.min(length, 20)]);
    expect(ids[0]).toBe(`${ORIGIN}/feed.xml#p${length - 1}`);
  });

  it("keeps the identity of an entry when its page moves or changes its date", () => {
    const id = (given: Partial<PageSummary>): string | undefined => {
      const pages = [summary("gap", { collection: "journal", date: "2026-01-01", ...given })];
      const [entry] = all(feed({ pages }), "entry");
      return entry && only(entry, "id");
    };
    expect(id({ path: "/notes/gap", date: "2026-02-02", title: "Renamed" })).toBe(id({}));
  });

  it("is valid without entries", () => {
    const root = feed({});
    expect([all(root, "entry").length, only(root, "updated")]).toEqual([0, GENERATED]);
  });

  it.each(["sitemap", "feed"])("text that no XML can hold leaves a well-formed %s", (name) => {
    const odd = "A ]]> B \uFFFE \uFFFF \uD800 C \uDC00 \u0000 \u000B &amp; <!-- D";
    const given = { title: odd, description: odd, author: odd, collection: "journal", date: "2026-01-01" };
    const pages = [summary("odd", { ...given, path: "/a&b" })];
    const stage = { pages, settings: { name: odd, tagline: odd } };
    const text = file(name === "feed" ? "/feed.xml" : "/sitemap.xml", stage);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    const root = readXml(text);
    const shown = "A ]]> B   \uFFFD C \uFFFD   &amp; <!-- D";
    if (name === "feed") expect(all(root, "entry").map((entry) => only(entry, "title"))).toEqual([shown]);
    else expect(all(root, "url").map((url) => only(url, "loc"))).toEqual([`${ORIGIN}/a&b`]);
  });

  it("keeps hostile text as it was written", () => {
    const given = { title: HOSTILE, description: HOSTILE, author: HOSTILE, collection: "journal", date: "2026-01-01" };
    const root = feed({ pages: [summary("evil", given)], settings: { name: HOSTILE, tagline: HOSTILE } });
    const entries = all(root, "entry");
    expect([root, ...entries].map((element) => only(element, "title"))).toEqual([HOSTILE, HOSTILE]);
    expect(entries.map((entry) => only(entry, "summary"))).toEqual([HOSTILE]);
    expect([root, ...entries].filter((element) => !RFC3339.test(only(element, "updated")))).toEqual([]);
  });
});
