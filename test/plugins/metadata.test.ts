import LlmsTxt from "lighthouse/core/audits/agentic/llms-txt.js";
import { ConformanceTester } from "lighthouse/third-party/ard/ard.js";
import { HtmlValidate } from "html-validate/node";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { Page, PageSummary } from "../../runtime/content.ts";
import { HOSTILE, ORIGIN, pageInput, rendererWith, SETTINGS, siteView, summary } from "./stage.ts";
import { all, only, readXml } from "./xml.ts";

const GENERATED = "2026-11-21T04:00:00Z";
const IDS = ["drawbridge.seo", "drawbridge.feeds", "drawbridge.agents"];
const renderer = rendererWith(...IDS);
type Stage = NonNullable<Parameters<typeof siteView>[0]>;

const IMAGE = { src: "/media/bench.jpg", alt: "A bench", width: 1600, height: 900 };
const ARTICLE: Partial<Page> = {
  path: "/journal/gap",
  title: "The gap in every joint",
  description: "Oak moves.",
  collection: "journal",
  date: "2026-03-12",
  author: "Ilse Fenwright",
};
const PAGES: readonly PageSummary[] = [
  summary("home", { path: "/", title: "Home", description: "Oak furniture." }),
  summary("about", { title: "About us" }),
  summary("undated", { collection: "journal" }),
  summary("loose", { date: "2026-09-09", title: "Dated, but in no collection" }),
  summary("gap", { path: "/journal/gap", collection: "journal", date: "2026-03-12", updated: "2026-04-01T10:30:00Z" }),
  summary("case", { path: "/case-studies/hall", collection: "case-studies", date: "2026-05-01", author: "Ann" }),
];

function page(given: Partial<Page> = {}, stage: Stage = {}): string {
  const { html } = renderer.page(pageInput(siteView(stage), given));
  expect(renderer.problems()).toEqual([]);
  return html;
}

function file(path: string, stage: Stage = { pages: PAGES }): string {
  const rendered = renderer.file(path, siteView(stage), GENERATED);
  expect(renderer.problems()).toEqual([]);
  return rendered?.body ?? "";
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const text = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");

const titleOf = (html: string): string => text(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "");

/** What the page says under a name or property, in order. */
const said = (html: string, name: string): string[] =>
  valuesOf(html, /<meta (?:name|property)="([^"]*)" content="([^"]*)">/g, name);

const linked = (html: string, relation: string): string[] =>
  valuesOf(html, /<link rel="([^"]*)"[^>]*? href="([^"]*)"/g, relation);

const valuesOf = (html: string, pattern: RegExp, key: string): string[] =>
  [...html.matchAll(pattern)].filter((found) => found[1] === key).map((found) => text(found[2] ?? ""));

type Node = Readonly<Record<string, unknown>>;

/** The structured data of a page, read as a browser reads it: up to the first `</script`. */
function graph(html: string): Node[] {
  const scripts = html.split('<script type="application/ld+json">').slice(1);
  const texts = scripts.map((rest) => rest.slice(0, rest.search(/<\/script/i)));
  return texts.flatMap((json) => (JSON.parse(json) as { "@graph": Node[] })["@graph"]);
}
const typed = (html: string, type: string): Node | undefined => graph(html).find((node) => node["@type"] === type);

describe("title and description", () => {
  it("name the page, then the site", () => {
    expect(titleOf(page())).toBe("Work — Fenwright & Daughters");
  });

  it("name the site, then what it is, on the home page", () => {
    expect(titleOf(page({ path: "/" }))).toBe("Fenwright & Daughters — Oak furniture from one workshop");
    expect(titleOf(page({ path: "/" }, { settings: { tagline: undefined } }))).toBe("Fenwright & Daughters");
  });

  it("are the page's own; only the home page borrows the site's", () => {
    const settings = { description: "Tables and chairs." };
    expect(said(page({ description: "What left lately." }, { settings }), "description")).toEqual([
      "What left lately.",
    ]);
    expect(said(page({}, { settings }), "description")).toEqual([]);
    expect(said(page({ path: "/" }, { settings }), "description")).toEqual(["Tables and chairs."]);
    expect(said(page({ path: "/" }), "description")).toEqual([SETTINGS.tagline]);
  });
});

describe("indexing", () => {
  it("offers one canonical address", () => {
    expect(linked(page(), "canonical")).toEqual([`${ORIGIN}/work`]);
    expect(linked(page({ path: "/" }), "canonical")).toEqual([`${ORIGIN}/`]);
  });

  it.each([{ path: "/404" }, { noindex: true }])("keeps %o out and offers no canonical address for it", (given) => {
    expect(said(page(given), "robots")).toEqual(["noindex"]);
    expect(linked(page(given), "canonical")).toEqual([]);
  });

  it("names the icon of the site when there is one", () => {
    expect(linked(page({}, { settings: { icon: IMAGE } }), "icon")).toEqual(["/media/bench.jpg"]);
    expect(linked(page(), "icon")).toEqual([]);
  });
});

describe("cards for sharing", () => {
  it("say what, where and in which language", () => {
    const html = page(ARTICLE);
    const names = ["og:type", "og:site_name", "og:title", "og:description", "og:url", "og:locale", "twitter:card"];
    expect(names.flatMap((name) => said(html, name))).toEqual([
      "article",
      "Fenwright & Daughters",
      "The gap in every joint",
      "Oak moves.",
      `${ORIGIN}/journal/gap`,
      "en_GB",
      "summary",
    ]);
  });

  it("show the picture by its whole address, with its size and words", () => {
    const html = page({ image: IMAGE });
    const names = ["og:image", "og:image:width", "og:image:height", "og:image:alt", "twitter:card"];
    expect(names.flatMap((name) => said(html, name))).toEqual([
      `${ORIGIN}/media/bench.jpg`,
      "1600",
      "900",
      "A bench",
      "summary_large_image",
    ]);
    expect(said(page({ image: { ...IMAGE, alt: "" } }), "og:image:alt")).toEqual([]);
  });

  it("date an article, and nothing else", () => {
    const html = page({ ...ARTICLE, updated: "2026-04-01T10:30:00Z" });
    expect(said(html, "article:published_time")).toEqual(["2026-03-12T00:00:00Z"]);
    expect(said(html, "article:modified_time")).toEqual(["2026-04-01T10:30:00Z"]);
    expect(said(page({ date: "2026-03-12" }), "article:published_time")).toEqual([]);
  });
});

describe("structured data", () => {
  it("introduces the site and who runs it on the home page", () => {
    const organization = { legalName: "Fenwright Ltd", email: "bench@fenwright.example", telephone: "+44 1632 960118" };
    const social = ["mailto:a@b.example", "https://social.example/@f", "https://c.example/"].map((link) => ({
      label: "A",
      link,
    }));
    const html = page({ path: "/" }, { settings: { organization, social, logo: IMAGE } });
    const publisher = { "@id": `${ORIGIN}/#organization` };
    expect(typed(html, "WebSite")).toMatchObject({ url: `${ORIGIN}/`, name: SETTINGS.name, publisher });
    expect(typed(html, "Organization")).toMatchObject({
      ...organization,
      ...publisher,
      name: SETTINGS.name,
      logo: `${ORIGIN}/media/bench.jpg`,
      sameAs: ["https://social.example/@f", "https://c.example/"],
    });
  });

  it("describes an article by its author, or by the site", () => {
    expect(typed(page({ ...ARTICLE, image: IMAGE }), "Article")).toMatchObject({
      headline: "The gap in every joint",
      datePublished: "2026-03-12T00:00:00Z",
      dateModified: "2026-03-12T00:00:00Z",
      author: { "@type": "Person", name: "Ilse Fenwright" },
      image: `${ORIGIN}/media/bench.jpg`,
      mainEntityOfPage: `${ORIGIN}/journal/gap`,
    });
    expect(typed(page({ ...ARTICLE, author: undefined }), "Article")).toMatchObject({
      author: { "@type": "Organization" },
    });
    expect(typed(page(), "Article")).toBeUndefined();
  });

  it("says where a page stands", () => {
    const items = typed(page(), "BreadcrumbList")?.["itemListElement"];
    expect(items).toMatchObject([
      { position: 1, item: `${ORIGIN}/` },
      { position: 2, name: "Work", item: `${ORIGIN}/work` },
    ]);
    expect(graph(page({ path: "/404" }))).toEqual([]);
  });
});

describe("a head full of hostile text", () => {
  const settings = {
    name: HOSTILE,
    tagline: HOSTILE,
    description: HOSTILE,
    organization: { legalName: HOSTILE, address: HOSTILE },
  };
  const hostile = {
    ...ARTICLE,
    title: HOSTILE,
    description: HOSTILE,
    author: HOSTILE,
    image: { ...IMAGE, alt: HOSTILE },
  };
  const validator = new HtmlValidate({
    extends: ["html-validate:recommended"],
    rules: { "void-style": "off", "no-trailing-whitespace": "off", "long-title": "off", "doctype-style": "off" },
  });

  it.each([{ path: "/" }, { path: "/journal/gap" }])("stays text at $path", async ({ path }) => {
    const html = page({ ...hostile, path }, { settings });
    const report = await validator.validateString(html);
    expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
    expect([html.split(/<script/i).length, html.split(/<\/script/i).length, html.split("<b>").length]).toEqual([
      2, 2, 1,
    ]);
    expect(titleOf(html)).toContain(HOSTILE);
    expect(said(html, "og:image:alt")).toEqual([HOSTILE]);
  });

  it("arrives in the structured data as it was written", () => {
    const article = { headline: HOSTILE, description: HOSTILE, author: { name: HOSTILE } };
    const organization = { name: HOSTILE, legalName: HOSTILE, address: HOSTILE };
    expect(typed(page(hostile, { settings }), "Article")).toMatchObject(article);
    expect(typed(page({ path: "/" }, { settings }), "Organization")).toMatchObject(organization);
  });
});

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

  it("robots may read everything, and find the sitemap", () => {
    expect(file("/robots.txt").split("\n").filter(Boolean)).toEqual([
      "User-agent: *",
      "Allow: /",
      `Sitemap: ${ORIGIN}/sitemap.xml`,
    ]);
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

  it("keeps hostile text as it was written", () => {
    const given = { title: HOSTILE, description: HOSTILE, author: HOSTILE, collection: "journal", date: "2026-01-01" };
    const root = feed({ pages: [summary("evil", given)], settings: { name: HOSTILE, tagline: HOSTILE } });
    const entries = all(root, "entry");
    expect([root, ...entries].map((element) => only(element, "title"))).toEqual([HOSTILE, HOSTILE]);
    expect(entries.map((entry) => only(entry, "summary"))).toEqual([HOSTILE]);
    expect([root, ...entries].filter((element) => !RFC3339.test(only(element, "updated")))).toEqual([]);
  });
});

describe("llms.txt", () => {
  const tokensOf = (body: string) => new MarkdownIt().parse(body, {});
  const headings = (body: string): string[] => {
    const tokens = tokensOf(body);
    return tokens.flatMap((token, index) =>
      token.type === "heading_open" ? [`${token.tag} ${tokens[index + 1]?.content}`] : [],
    );
  };
  const links = (body: string): string[] => {
    const inline = tokensOf(body).flatMap((token) => token.children ?? []);
    return inline.filter(({ type }) => type === "link_open").map((token) => String(token.attrGet("href")));
  };

  it("has the parts of its format, in order", () => {
    const body = file("/llms.txt");
    expect(headings(body)).toEqual(["h1 Fenwright & Daughters", "h2 Pages", "h2 Case studies", "h2 Journal"]);
    expect(body.split("\n").slice(0, 3)).toEqual(["# Fenwright & Daughters", "", `> ${SETTINGS.tagline}`]);
    expect(LlmsTxt.audit({ LlmsTxt: { status: 200, content: body } }).score).toBe(1);
  });

  it("lists every page once, by its Markdown address", () => {
    expect(links(file("/llms.txt"))).toEqual([
      `${ORIGIN}/index.md`,
      `${ORIGIN}/about.md`,
      `${ORIGIN}/loose.md`,
      `${ORIGIN}/case-studies/hall.md`,
      `${ORIGIN}/journal/gap.md`,
      `${ORIGIN}/undated.md`,
    ]);
    expect(file("/llms.txt")).toContain(`- [Home](${ORIGIN}/index.md): Oak furniture.\n`);
  });

  it("keeps hostile titles inside their own link and line", () => {
    const pages = [summary("evil", { title: HOSTILE, description: HOSTILE }), summary("fine", { title: "Fine" })];
    const body = file("/llms.txt", { pages, settings: { name: HOSTILE, tagline: HOSTILE } });
    expect(headings(body).length).toBe(2);
    expect(links(body)).toEqual([`${ORIGIN}/evil.md`, `${ORIGIN}/fine.md`]);
    expect(tokensOf(body).filter(({ type }) => type === "html_block" || type === "fence")).toEqual([]);
  });

  it("is a heading and a word of help for an empty site", () => {
    expect(headings(file("/llms.txt", {}))).toEqual(["h1 Fenwright & Daughters", "h2 Pages"]);
  });

  it("is pointed to by each page's own Markdown", () => {
    expect(linked(page(), "alternate")).toContain("/work.md");
    expect(linked(page({ path: "/" }), "alternate")).toContain("/index.md");
    expect(linked(page({ path: "/404" }), "alternate").filter((href) => href.endsWith(".md"))).toEqual([]);
  });
});

describe("ai-catalog.json", () => {
  const PATH = "/.well-known/ai-catalog.json";
  interface Entry {
    readonly identifier: string;
    readonly type: string;
    readonly url: string;
    readonly representativeQueries: readonly string[];
  }
  interface Catalog {
    readonly specVersion: string;
    readonly host: Readonly<Record<string, string>>;
    readonly entries: readonly Entry[];
  }
  const judged = (content: string) => {
    const tester = new ConformanceTester();
    tester.validate_manifest(content, PATH);
    return { errors: tester.errors, warnings: tester.warnings };
  };

  it.each([
    ["plain", {}],
    ["hostile", { settings: { name: HOSTILE, tagline: HOSTILE, logo: IMAGE } }],
  ])("conforms, without a warning: %s", (_, stage) => {
    expect(judged(file(PATH, stage))).toEqual({ errors: [], warnings: [] });
  });

  it("is held against a test that refuses", () => {
    expect(judged('{"specVersion":"1.0","entries":[{"identifier":"urn:air:a:b"}]}').errors).not.toEqual([]);
  });

  it("is served as its specification says, and announced on every page", () => {
    expect(renderer.file(PATH, siteView(), GENERATED)?.type).toBe("application/ai-catalog+json");
    expect(linked(page(), "ai-catalog")).toEqual([PATH]);
  });

  it("names the site's domain as publisher, without the port", () => {
    const site = { ...siteView(), origin: "http://demo.localhost:8787" };
    const body = renderer.file(PATH, site, GENERATED)?.body ?? "";
    const { host, entries } = JSON.parse(body) as Catalog;
    expect(host["identifier"]).toBe("demo.localhost");
    expect(entries.map(({ identifier }) => identifier)).toEqual(["urn:air:demo.localhost:skill:read-site"]);
  });

  it("leads only to what is there", () => {
    const { entries, host } = JSON.parse(file(PATH)) as Catalog;
    const paths = [...entries.map(({ url }) => url), host["documentationUrl"] ?? ""].map((url) =>
      url.replace(ORIGIN, ""),
    );
    expect(paths.filter((path) => !renderer.filePaths().includes(path))).toEqual([]);
    expect(entries.length).toBe(1);
  });
});

describe("the skill of reading the site", () => {
  const PATH = "/.well-known/agent-skills/read-site/SKILL.md";
  const parts = (body: string): readonly [string, string] => {
    const [, front = "", rest = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(body) ?? [];
    return [front, rest];
  };

  it("has a name like its folder and a description within the format's bound", () => {
    const [front] = parts(file(PATH));
    const [name, description, ...more] = front.split("\n");
    const words = JSON.parse(description?.replace("description: ", "") ?? "") as string;
    expect([name, more]).toEqual(["name: read-site", []]);
    expect(words).toContain(SETTINGS.name);
    expect(words.length).toBeLessThanOrEqual(1024);
  });

  it("cannot be given other front matter or instructions by a name", () => {
    const [front, body] = parts(file(PATH, { settings: { name: `${HOSTILE}\n---\nname: other` } }));
    expect([front.split("\n").length, body.split("\n---").length]).toEqual([2, 1]);
    expect(body.split("\n").filter((line) => line.startsWith("# ")).length).toBe(1);
  });
});
