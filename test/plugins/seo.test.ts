import { HtmlValidate } from "html-validate/node";
import { describe, expect, it } from "vitest";
import { ARTICLE, IMAGE, linked, page, said, text } from "./machineText.ts";
import type { Page } from "../../runtime/documents/content/content.ts";
import { HOSTILE, ORIGIN, pageInput, rendererWith, SETTINGS, siteView } from "./stage.ts";

const titleOf = (html: string): string => text(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "");

type Node = Readonly<Record<string, unknown>>;

/** The page's structured data. A browser would end it at the first `</script`. */
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

describe("a page without a description", () => {
  const described = (words: string, given: Partial<Page> = {}): string[] => {
    const renderer = rendererWith("drawbridge.seo", "drawbridge.basics");
    const sections = [{ id: "words", type: "drawbridge.basics/rich-text", fields: { body: words } }];
    const { html } = renderer.page(pageInput(siteView(), { sections, ...given }));
    expect(renderer.problems()).toEqual([]);
    return ["description", "og:description"].flatMap((name) => said(html, name));
  };

  it("is described by its first words", () => {
    const words = "Oak boards dry for a year & a day.";
    expect(described("# A heading\n\nOak boards **dry** for a year & a day.")).toEqual([words, words]);
  });

  it("has its own description where it has one", () => {
    expect(described("First words.", { description: "Its own." })).toEqual(["Its own.", "Its own."]);
  });

  it("keeps hostile first words as they were written", () => {
    const hostile = '</script><b> "double" {{ 7 }}';
    expect(described(`Words: ${hostile}`)).toEqual([`Words: ${hostile}`, `Words: ${hostile}`]);
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
  it.each([
    ["en", []],
    ["de", []],
    ["en-gb", ["en_GB"]],
    ["zh-Hant-TW", ["zh_TW"]],
    ["zh-Hant", []],
    ["sr-Latn-RS-ekavsk", ["sr_RS"]],
  ])("name the locale of %s only with its territory", (language, locale) => {
    expect(said(page({}, { settings: { language } }), "og:locale")).toEqual(locale);
  });

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
