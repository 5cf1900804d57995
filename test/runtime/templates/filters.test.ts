import { describe, expect, test } from "vitest";
import { Budget } from "../../../runtime/templates/budget.ts";
import { DIALECTS } from "../../../runtime/templates/dialect.ts";
import { compileTemplate } from "../../../runtime/templates/liquid.ts";
import { rendered, surroundings } from "../rendering/specimen.ts";

const inLanguage = (language: string, source: string, given: Readonly<Record<string, unknown>>): string =>
  compileTemplate(source, DIALECTS.layout).render(given, { ...surroundings, language }, new Budget(1_000, 10_000));

describe("dates", () => {
  test.each([
    ["en", "2026-03-12", "12 March 2026"],
    ["en-GB", "2026-03-12T23:59:59Z", "12 March 2026"],
    ["en-US", "2026-03-12", "March 12, 2026"],
    ["de", "2026-03-01", "1. März 2026"],
    ["fr", "1999-12-31", "31 décembre 1999"],
    ["xx-nonsense-9", "2026-03-12", "12 March 2026"],
    ["en", "2024-02-29", "29 February 2024"],
    ["en", "0001-01-01", "1 January 1"],
    ["en", "soon", "soon"],
    ["en", "2026-13-01", "2026-13-01"],
    ["en", "2026-04-31", "2026-04-31"],
    ["en", "2026-03-12T25:00:00Z", "2026-03-12T25:00:00Z"],
    ["en", "", ""],
  ])("in %s %j reads %j", (language, date, words) =>
    expect(inLanguage(language, "{{ d | date_long }}", { d: date })).toBe(words),
  );

  test.each([
    ["Pacific/Auckland", "2026-03-12T10:59:59Z", "12 March 2026"],
    ["Pacific/Auckland", "2026-03-12T11:00:00Z", "13 March 2026"],
    ["America/New_York", "2026-03-12T03:59:00Z", "11 March 2026"],
    ["America/New_York", "2026-03-12T04:00:00Z", "12 March 2026"],
    ["America/New_York", "2026-03-12", "12 March 2026"],
    ["UTC", "2026-03-12T23:59:59Z", "12 March 2026"],
  ])("in %s %j reads %j, by both filters", (timeZone, date, words) => {
    const shown = (filter: string): string =>
      compileTemplate(`{{ d | ${filter} }}`, DIALECTS.layout).render(
        { d: date },
        { ...surroundings, language: "en", timeZone },
        new Budget(1_000, 100_000),
      );
    expect([shown("date_long"), shown('date: "%-d %B %Y"')]).toEqual([words, words]);
  });

  test("a moment for programs keeps its zone", () => {
    const given = { ...surroundings, timeZone: "Pacific/Auckland" };
    const shown = rendered(
      "{{ d | date_iso }} {{ d | date_to_xmlschema }}",
      { d: "2026-03-12T11:00:00Z" },
      "section",
      given,
    );
    expect(shown).toBe("2026-03-12T11:00:00Z 2026-03-12T11:00:00+00:00");
  });

  test.each([
    ["2026-03-12", "2026-03-12T00:00:00Z"],
    ["2026-03-12T10:20:30Z", "2026-03-12T10:20:30Z"],
    ["2026-03-12T10:20:30.5Z", "2026-03-12T10:20:30Z"],
    ["2026-03-12T10:20Z", "2026-03-12T10:20:00Z"],
    ["2026-02-30x", ""],
    ["<b>", ""],
  ])("%j is the time %j", (date, time) => expect(rendered("{{ d | date_iso }}", { d: date })).toBe(time));
});

describe("pictures that are served in other widths", () => {
  const src = `/media/${"a".repeat(64)}/b.jpg`;
  const widths = new Map([["jpg", [320, 640, 960]]]);
  const shown = (image: object, filter = "image") =>
    rendered(`{{ i | ${filter} }}`, { i: image }, "section", { ...surroundings, widths });

  test.each([
    [959, `${src}/w960 959w`],
    [960, `${src}/w960 960w`],
    [961, `${src} 961w`],
  ])("offer a picture of %i pixels in its own width as %s", (width, own) => {
    expect(shown({ src, alt: "", width, height: 640 })).toContain(`, ${own}" sizes=`);
  });

  test("let the browser choose among those that are narrower", () => {
    const picture = { src, alt: "", width: 960, height: 640 };
    const set = `srcset="${src}/w320 320w, ${src}/w640 640w, ${src}/w960 960w"`;
    expect(shown(picture)).toBe(
      `<img src="${src}" alt="" ${set} sizes="auto, 100vw" width="960" height="640" loading="lazy" decoding="async">`,
    );
    expect(shown(picture, 'image: sizes: "50vw", loading: "eager"')).toContain(`${set} sizes="50vw"`);
    expect(shown(picture, 'image: loading: "eager"')).toContain(`${set} sizes="100vw"`);
  });

  test.each([
    [1199, 1199, 600],
    [1200, 1200, 600],
    [2400, 1200, 300],
  ])("are a JPEG of at most 1200 pixels where links show them, of %i", (width, shownWidth, height) => {
    const told = (picture: object): unknown =>
      JSON.parse(shown(picture, "share_picture | json").replaceAll("&quot;", '"'));
    expect(told({ src, alt: "A", width, height: 600 })).toEqual({
      src: `${src}/share.jpg`,
      alt: "A",
      width: shownWidth,
      height,
    });
    const drawing = { src: src.replace(".jpg", ".svg"), alt: "A", width, height: 600 };
    expect(told(drawing)).toEqual(drawing);
    expect(shown({ src: "javascript:alert(1)" }, "share_picture")).toBe("");
  });

  test("up to the one just below the picture's own", () => {
    expect(shown({ src, width: 641, height: 5 })).toContain(`${src}/w640 640w, ${src}/w960 641w`);
    expect(shown({ src, width: 321, height: 5 })).toContain(`${src}/w320 320w, ${src}/w640 321w`);
  });

  test.each([
    ["is as wide as the narrowest", { src, width: 320, height: 5 }],
    ["has no width", { src, width: "900", height: 5 }],
    ["is of another type", { src: src.replace("jpg", "gif"), width: 900, height: 5 }],
    ["was not uploaded", { src: "/media/b.jpg", width: 900, height: 5 }],
    ["is such a width itself", { src: `${src}/w640`, width: 900, height: 5 }],
  ])("but not when the picture %s", (_, image) => {
    expect(shown(image)).not.toContain("srcset");
  });
});

describe("pictures", () => {
  const picture = { src: "/media/a.jpg", alt: 'A "b"', width: 4, height: 3 };
  test.each<[string, unknown, string, string]>([
    [
      "load late",
      picture,
      "image",
      '<img src="/media/a.jpg" alt="A &quot;b&quot;" width="4" height="3" loading="lazy" decoding="async">',
    ],
    [
      "load at once when asked",
      picture,
      'image: loading: "eager"',
      '<img src="/media/a.jpg" alt="A &quot;b&quot;" width="4" height="3" fetchpriority="high" decoding="async">',
    ],
    [
      "have a class",
      picture,
      'image: class: "a b"',
      '<img src="/media/a.jpg" alt="A &quot;b&quot;" width="4" height="3" class="a b" loading="lazy" decoding="async">',
    ],
    [
      "that decorate say so",
      { ...picture, alt: "" },
      "image",
      '<img src="/media/a.jpg" alt="" width="4" height="3" loading="lazy" decoding="async">',
    ],
    [
      "have no sides that are none",
      { ...picture, width: "4", height: -1 },
      "image",
      '<img src="/media/a.jpg" alt="A &quot;b&quot;" loading="lazy" decoding="async">',
    ],
    ["from elsewhere are none", { ...picture, src: "https://other.example/a.jpg" }, "image", ""],
    ["from a path that climbs are none", { ...picture, src: "/media/../api" }, "image", ""],
    ["from a path that breaks out are none", { ...picture, src: '/media/a"onerror=' }, "image", ""],
    ["that are missing are none", undefined, "image", ""],
    ["that are null are none", null, "image", ""],
    ["that are text are none", "/media/a.jpg", "image", ""],
  ])("%s", (_, image, filter, html) => expect(rendered(`{{ image | ${filter} }}`, { image })).toBe(html));
});

describe("links", () => {
  test.each([
    ["page:about", "/about", "https://site.example/about"],
    ["page:about#a", "/about#a", "https://site.example/about#a"],
    ["page:gone", "", ""],
    ["/a", "/a", "https://site.example/a"],
    ["https://other.example/", "https://other.example/", "https://other.example/"],
    ["javascript:alert(1)", "", ""],
    ["//other.example", "", ""],
    ["", "", ""],
  ])("%j", (link, path, url) => {
    expect(rendered("{{ l | link }}", { l: link })).toBe(path);
    expect(rendered("{{ l | absolute }}", { l: link })).toBe(url);
  });
});

describe("headings in Markdown", () => {
  test.each([
    ["stand in for a heading of the section", "{{ m | markdown }}", "h2"],
    ["go below one that stands before them", "<h{{ 2 }}>a</h{{ 2 }}>{{ m | markdown }}", "h3"],
    ["go below a written one", "<h2>a</h2>{{ m | markdown }}", "h3"],
    ["go where they are told", "<h2>a</h2>{{ m | markdown: 4 }}", "h4"],
    ["never go where no heading is", "{{ m | markdown: 9 }}", "h2"],
  ])("%s", (_, source, tag) =>
    expect(rendered(source, { m: "## words" })).toContain(`<${tag} id="words">words</${tag}>`),
  );
});
