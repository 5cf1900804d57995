import { HtmlValidate } from "html-validate/node";
import { describe, expect, it } from "vitest";
import { validateFields } from "../../manifests/fields/fields.ts";
import type { SectionContribution } from "../../manifests/manifest/section.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { PageSummary } from "../../runtime/documents/content/content.ts";
import type { Section } from "../../runtime/documents/content/section.ts";
import type { RenderedPage, RenderMode } from "../../runtime/rendering/renderer.ts";
import { FIRST_PARTY, HOSTILE, pageInput, rendererWith, siteView, summary } from "./stage.ts";

interface Staged {
  readonly type: string;
  readonly item: SectionContribution;
  readonly css: string;
}

type Fields = Record<string, unknown>;

const PLUGINS = ["basics", "showcase", "company", "journal", "embeds"].map((name) => `drawbridge.${name}`);
const SECTIONS: readonly Staged[] = FIRST_PARTY.filter(({ manifest }) => PLUGINS.includes(manifest.id)).flatMap(
  ({ manifest, files }) =>
    (manifest.contributes.sections ?? []).map((item) => ({
      type: `${manifest.id}/${item.name}`,
      item,
      css: files[item.css ?? ""] ?? "",
    })),
);

const renderer = rendererWith(...PLUGINS, "drawbridge.slate");
const IMAGE = { src: "/media/bench.jpg", alt: "A bench", width: 1600, height: 900 };
const articles = (count: number): PageSummary[] =>
  Array.from({ length: count }, (_, index) =>
    summary(`article-${index}`, {
      path: `/journal/${index}`,
      title: `Article ${index}`,
      collection: "journal",
      date: `2026-03-${10 + index}`,
      description: index % 2 === 0 ? "About oak." : null,
      image: index % 3 === 0 ? IMAGE : null,
    }),
  );

interface Look {
  readonly mode?: RenderMode;
  readonly pages?: readonly PageSummary[];
}

const PAGE = { path: "/journal/1", title: "Work", description: "What left lately", date: "2026-03-11", author: "Ann" };

const input = (sections: readonly Section[], { mode = "published", pages = articles(5) }: Look = {}) => ({
  ...pageInput(siteView({ pages }), { ...PAGE, sections: [...sections] }),
  mode,
});

/** Renders a page with these sections. Checks that none is missing. */
function shown(sections: readonly Section[], look?: Look): RenderedPage {
  const page = renderer.page(input(sections, look));
  expect([page.missing, renderer.problems()]).toEqual([[], []]);
  return page;
}

const child = (id: string): Section => ({ id, type: "drawbridge.basics/rich-text", fields: { body: "Nested." } });

const nestedIn = ({ item }: Staged, id: string): Pick<Section, "children"> => {
  const slots = (item.slots ?? []).map(({ name }) => [name, [child(`${id}-${name}`)]] as [string, Section[]]);
  return slots.length > 0 ? { children: Object.fromEntries(slots) } : {};
};

/** The content in every variant. */
const everyVariant = (staged: Staged, fields: Fields, id = "s"): Section[] =>
  staged.item.variants.map(({ name }, index) => ({
    id: `${id}-${index}`,
    type: staged.type,
    variant: name,
    fields,
    ...nestedIn(staged, `${id}-${index}`),
  }));

const example = ({ item }: Staged): Fields => item.example.fields;
const presetsOf = (staged: Staged): Section[] =>
  (staged.item.presets ?? []).map(({ variant, fields }, index) => ({
    id: `preset-${index}`,
    type: staged.type,
    fields,
    ...(variant === undefined ? {} : { variant }),
  }));

const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
const requiredOf = (schema: JsonSchema): readonly string[] => (schema["required"] ?? []) as string[];
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces every free text in the content. Addresses, choices and dates stay. */
function withTexts(schema: JsonSchema, value: unknown, text: string): unknown {
  const reference = schema["$ref"];
  if (reference === "drawbridge:text" || reference === "drawbridge:markdown") return text;
  if (reference === "drawbridge:action" && isObject(value)) return { ...value, label: text };
  if (reference === "drawbridge:image" && isObject(value)) return { ...value, alt: text };
  if (Array.isArray(value)) return value.map((item) => withTexts(schema["items"] as JsonSchema, item, text));
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, withTexts(properties[name] ?? {}, own, text)]),
  );
}

/** Keeps only required fields, also in lists. */
function leastOf(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => leastOf(schema["items"] as JsonSchema, item));
  if (!isObject(value) || !("properties" in schema)) return value;
  const kept = requiredOf(schema).map((name) => [name, leastOf(propertiesOf(schema)[name] ?? {}, value[name])]);
  return Object.fromEntries(kept);
}

/** Sets every optional field to an empty value, as an editor does after deleting a text. */
function emptied(schema: JsonSchema, value: unknown): Fields {
  const properties = Object.entries(propertiesOf(schema));
  const empty = properties.filter(
    ([, property]) => property["$ref"] === "drawbridge:text" || property["default"] === "",
  );
  return { ...Object.fromEntries(empty.map(([name]) => [name, ""])), ...(leastOf(schema, value) as Fields) };
}

/** Extends lists to their maximum length. */
function most(schema: JsonSchema, fields: Fields): Fields {
  const grown = Object.entries(fields).map(([name, value]) => {
    const limit = Number(propertiesOf(schema)[name]?.["maxItems"]);
    if (!Array.isArray(value) || value.length === 0) return [name, value];
    return [name, Array.from({ length: limit }, (_, index) => value[index % value.length] as unknown)];
  });
  return Object.fromEntries(grown) as Fields;
}

/** Rules that are off: the doctype's case, and trailing spaces from Markdown and Liquid. */
const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: { "doctype-style": "off", "no-trailing-whitespace": "off" },
});

async function findings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
}

const EMPTY =
  /<(p|div|ul|ol|dl|dt|dd|li|figure|figcaption|header|h[1-6]|span|a|address|blockquote|details)\b[^>]*>\s*<\/\1>/g;
const mainOf = (html: string): string => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
const hollow = (html: string): string[] => mainOf(html).match(EMPTY) ?? [];

const skips = (html: string): number[] =>
  [...html.matchAll(/<h([1-6])[\s>]/g)]
    .map((match) => Number(match[1]))
    .filter((level, index, levels) => level > (levels[index - 1] ?? 0) + 1);

it("there are at least twenty types of sections, each with two to four variants", () => {
  expect(SECTIONS.length).toBeGreaterThanOrEqual(20);
  const counts = SECTIONS.map(({ item }) => item.variants.length);
  expect([Math.min(...counts) >= 2, Math.max(...counts) <= 4]).toEqual([true, true]);
});

describe.each(SECTIONS)("$type", (staged) => {
  const { item, css } = staged;
  const contents: readonly (readonly [string, readonly Section[]])[] = [
    ["its example", everyVariant(staged, example(staged))],
    ["its presets", presetsOf(staged)],
    ["the least it may hold", everyVariant(staged, leastOf(item.fields, example(staged)) as Fields)],
    ["options left empty", everyVariant(staged, emptied(item.fields, example(staged)))],
    ["the most it may hold", everyVariant(staged, most(item.fields, example(staged)))],
  ];

  it.each(contents)("shows %s in every variant, as valid HTML, to visitors and to editors", async (_, sections) => {
    expect(renderer.checkPage(input([]).page)).toEqual({ changed: [], issues: [], idleIssues: [], unknown: [] });
    expect(await findings(shown(sections).html)).toEqual([]);
    expect(await findings(shown(sections, { mode: "edit" }).html)).toEqual([]);
  });

  it.each(contents)("leaves nothing empty and skips no heading with %s", (_, sections) => {
    const { html } = shown(sections);
    expect([hollow(html), skips(html)]).toEqual([[], []]);
  });

  it.each(contents)("says %s in Markdown without any HTML", (_, sections) => {
    for (const section of sections) {
      const text = renderer.markdown(input([section]));
      expect(text.replaceAll(/^(```|~~~).*?^\1/gms, "")).not.toMatch(/<\/?[a-z]/i);
      expect(text.trim()).not.toBe("");
    }
  });

  it("has content its own schema accepts", () => {
    const given = [example(staged), ...(item.presets ?? []).map(({ fields }) => fields)];
    expect(given.flatMap((fields) => validateFields(item.fields, fields))).toEqual([]);
  });

  it("refuses content without what is required, with what is unknown, and with what is of another kind", () => {
    for (const name of requiredOf(item.fields)) {
      const { [name]: _left, ...rest } = example(staged);
      expect(validateFields(item.fields, rest).map(({ pointer }) => pointer)).toEqual([`/${name}`]);
    }
    const wrong = Object.keys(propertiesOf(item.fields)).map((name) => ({ ...example(staged), [name]: null }));
    expect(wrong.filter((fields) => validateFields(item.fields, fields).length === 0)).toEqual([]);
    expect(validateFields(item.fields, { ...example(staged), surprise: 1 }).map(({ pointer }) => pointer)).toEqual([
      "/surprise",
    ]);
  });

  it("cannot be broken by its texts", async () => {
    const text = HOSTILE.replaceAll(/\s*\n\s*/g, " ");
    const fields = withTexts(item.fields, example(staged), text) as Fields;
    const { html } = shown(everyVariant(staged, fields));
    expect(await findings(html)).toEqual([]);
    expect(["<b>", "<script", "<!-- "].filter((part) => mainOf(html).includes(part))).toEqual([]);
  });

  it("writes no address, style or script of its own", () => {
    const { html, frames } = shown(everyVariant(staged, example(staged)));
    const sources = [...mainOf(html).matchAll(/\ssrc="([^"]+)"/g)].map((match) => match[1] ?? "");
    const known = [...frames.map((frame) => `${frame}/`), "/media/"];
    expect(sources.filter((source) => !known.some((start) => source.startsWith(start)))).toEqual([]);
    expect(mainOf(html)).not.toMatch(/\sstyle=|\son[a-z]+=|<script|<style/);
    expect(frames).toEqual((item.frames ?? []).toSorted());
  });

  it("takes its colours from the theme", () => {
    expect(css).not.toBe("");
    expect(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(|:\s*(?:white|black|red|gr[ae]y)\b/gi)).toBeNull();
  });
});

describe("titles", () => {
  const first = (type: string, fields: Fields): string => shown([{ id: "s", type, fields }]).html;

  it("of a first hero or article heading are the page's own", () => {
    expect(first("drawbridge.basics/hero", { title: "Made slowly" })).toContain('<h1 class="title">Made slowly</h1>');
    expect(first("drawbridge.journal/article-header", {})).toContain('<h1 class="title">Work</h1>');
  });

  it("of other sections stand below it", () => {
    expect(
      first("drawbridge.basics/call-to-action", { title: "Come", primary: { label: "Go", link: "/go" } }),
    ).toContain('<h2 class="title">Come</h2>');
  });

  it("show the caption and credit of a picture below it, and a caption of their own instead", () => {
    const image = { ...IMAGE, caption: "The bench in May", credit: "Photo: <A>" };
    const item = { image };
    const below = (type: string, fields: Fields): string | undefined =>
      /<figcaption class="muted">(.*?)<\/figcaption>/.exec(first(type, fields))?.[1];
    const credit = " <small>Photo: &lt;A&gt;</small>";
    const gallery = { pictures: [item], ratio: "square" };
    for (const [type, fields] of [
      ["drawbridge.basics/hero", { title: "Made slowly", image }],
      ["drawbridge.journal/article-header", { image }],
      ["drawbridge.showcase/feature", { title: "Made slowly", body: "So.", image }],
      ["drawbridge.showcase/gallery", gallery],
    ] as const)
      expect([type, below(type, fields)]).toEqual([type, `The bench in May${credit}`]);
    expect(below("drawbridge.basics/hero", { title: "A", image, caption: "Ours" })).toBe(`Ours${credit}`);
    expect(below("drawbridge.basics/hero", { title: "A", image: IMAGE })).toBeUndefined();
  });

  it("load the first picture at once and later ones when they are needed", () => {
    const hero = { type: "drawbridge.basics/hero", fields: { title: "Made slowly", image: IMAGE } };
    const { html } = shown([
      { id: "one", ...hero },
      { id: "two", ...hero },
    ]);
    const pictures = [...html.matchAll(/<img [^>]+>/g)].map(([picture]) => picture.includes('loading="lazy"'));
    expect(pictures).toEqual([false, true]);
  });
});

describe("columns", () => {
  it("show a column for each slot that holds something", () => {
    const section = { id: "s", type: "drawbridge.basics/columns", fields: {} };
    const html = (children: Section["children"]): string => shown([{ ...section, children }]).html;
    const count = (text: string): number => text.split('class="column"').length - 1;
    const slots = { first: [child("a")], second: [child("b"), child("c")] };
    expect([count(html({})), count(html(slots)), count(html({ ...slots, third: [child("d")] }))]).toEqual([0, 2, 3]);
  });

  it("show the editor a place in each empty slot", () => {
    const section = { id: "s", type: "drawbridge.basics/columns", fields: {} };
    expect(shown([section], { mode: "edit" }).html.split("data-section-slot=").length - 1).toBe(3);
  });
});

describe("lists of articles", () => {
  const list = (fields: Fields, pages: readonly PageSummary[]): string =>
    shown([{ id: "s", type: "drawbridge.journal/article-list", fields }], { pages }).html;
  const related = (variant: string, fields: Fields, pages: readonly PageSummary[]): string[] => {
    const section = { id: "s", type: "drawbridge.journal/related-articles", variant, fields };
    return [...shown([section], { pages }).html.matchAll(/<a href="(\/journal\/\d+)">/g)].map(
      (match) => match[1] ?? "",
    );
  };

  it("say so when there is none", () => {
    expect(list({ empty: "Come back soon." }, [])).toContain("Come back soon.");
    expect(list({ empty: "" }, [])).not.toContain('<p class="none');
  });

  it("show no more than asked for", () => {
    expect(list({ limit: 2 }, articles(5)).split('<li class="article">').length - 1).toBe(2);
  });

  it("recommend other articles only, and as many as asked for", () => {
    expect(related("cards", { limit: 2 }, articles(5))).toEqual(["/journal/4", "/journal/3"]);
    expect(related("list", { limit: 6 }, articles(3))).toEqual(["/journal/2", "/journal/0"]);
  });

  it("lead on to the next older article, and from the oldest to the newest", () => {
    expect(related("next", {}, articles(5))).toEqual(["/journal/0"]);
    expect(related("next", {}, articles(5).slice(1))).toEqual(["/journal/4"]);
  });

  it("show nothing when there is no other article", () => {
    expect(related("cards", {}, articles(2).slice(1))).toEqual([]);
    expect(related("next", {}, [])).toEqual([]);
  });
});

describe("embeds", () => {
  const frame = (name: string, fields: Fields): string =>
    /<iframe [^>]*src="([^"]+)"/.exec(shown([{ id: "s", type: `drawbridge.embeds/${name}`, fields }]).html)?.[1] ?? "";
  const film = { provider: "vimeo", video: "76979871", name: "A film" };

  it("build the address themselves", () => {
    expect(frame("video", film)).toBe("https://player.vimeo.com/video/76979871?dnt=1");
    expect(frame("video", { ...film, provider: "youtube", video: "aqz-KE-bpKQ" })).toBe(
      "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ",
    );
    expect(frame("map", { latitude: 51.5, longitude: -0.1, name: "Here", extent: "town" })).toBe(
      "https://www.openstreetmap.org/export/embed.html?bbox=-0.154%2C51.482%2C-0.046%2C51.518&amp;layer=mapnik&amp;marker=51.5%2C-0.1",
    );
  });

  it("take ids, not addresses or markup", () => {
    const schema = SECTIONS.find(({ type }) => type === "drawbridge.embeds/video")?.item.fields ?? {};
    const refused = (video: string): boolean => validateFields(schema, { ...film, video }).length > 0;
    const wrong = ["https://evil.example/", "abcdef?x=1", 'abcdef"', "../../abcdef", "abc", "<iframe>"];
    expect(wrong.filter((video) => !refused(video))).toEqual([]);
    expect(refused(film.video)).toBe(false);
  });
});
