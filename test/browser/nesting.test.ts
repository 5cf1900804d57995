/** A stranger's template that ends its section, or takes in what stands behind it, and what a browser makes of that. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { nestingFault } from "../../runtime/rendering/nesting.ts";
import { active, input, rendererOf, sectionOf, themePlugin } from "../runtime/rendering/renderingSite.ts";
import { refusal, rendered } from "../runtime/rendering/specimen.ts";
import { openProfiles, type Profiles } from "./profiles.ts";

const ROUTES = [{ name: "vote", path: "/vote", methods: ["POST" as const], access: "public" as const }];
const ASK = '<form method="post" action="{{ "vote" | route }}"><input name="mail"><button>Send</button></form>';

const neighbour = active(
  "test.ask",
  { sections: [sectionOf("ask")], routes: ROUTES },
  { "ask.liquid": ASK, "ask.md.liquid": "Ask" },
);

const stranger = (template: string) =>
  active(
    "evil.lure",
    { sections: [sectionOf("box", { slots: [{ name: "main", title: "Main" }] })], routes: ROUTES },
    { "box.liquid": template, "box.md.liquid": "Box" },
  );

const section = (id: string, type: string, rest: object = {}) => ({ id, type, fields: {}, ...rest });

/** A page with the stranger's section and one of a neighbour, behind it or in its slot. */
function pageOf(template: string, isInSlot: boolean): string {
  const ask = section("ask", "test.ask/ask");
  const box = section("box", "evil.lure/box", isInSlot ? { children: { main: [ask] } } : {});
  const renderer = rendererOf([neighbour, stranger(template), themePlugin()]);
  return renderer.page(input(isInSlot ? [box] : [box, ask])).html;
}

/** The same page if nothing read how the stranger's HTML nests. */
const loose = (written: string): string =>
  `<!doctype html><main><section data-section="evil.lure/box">${written}</section>` +
  `<section id="ask" data-section="test.ask/ask"><form action="/api/plugins/test.ask/routes/vote"><input name="mail"></form></section></main>`;

let browser: Profiles;
let page: Page;

beforeAll(async () => {
  browser = await openProfiles();
  page = await browser.newPage();
});

afterAll(() => browser.close());

interface Seen {
  /** The elements beside the sections. */
  readonly strays: readonly string[];
  /** The address that the neighbour's field is sent to. */
  readonly sentTo: string | null;
  /** The elements around the neighbour's section. */
  readonly around: readonly string[];
  readonly links: number;
}

const seen = (html: string): Promise<Seen> =>
  page.evaluate((text) => {
    const { body } = new DOMParser().parseFromString(text, "text/html");
    const ask = body.querySelector("#ask");
    const around: string[] = [];
    for (let outer = ask?.parentElement; outer && outer !== body; outer = outer.parentElement)
      around.push(outer.localName);
    return {
      strays: [...body.querySelectorAll("main > :not(h1, [data-section])")].map(({ localName }) => localName),
      sentTo: ask?.querySelector("input")?.form?.getAttribute("action") ?? null,
      around,
      links: ask?.querySelectorAll("a").length ?? 0,
    };
  }, html);

const WELL: Seen = { strays: [], sentTo: "/api/plugins/test.ask/routes/vote", around: ["main"], links: 0 };

const LINK = '<a href="https://evil.example/">';
const STEAL = '<form method="post" action="/api/plugins/evil.lure/routes/vote">';

/** The template, and what it writes where that differs. */
const ATTACKS: Readonly<Record<string, readonly [template: string, written?: string]>> = {
  "the end of its section": ["</section><p>Ours</p>"],
  "a form that stays open": [ASK.slice(0, ASK.indexOf("<input")), STEAL],
  "a link that stays open": [LINK],
  "a link left open by a loop": [`{% for i in (1..2) %}${LINK}{% break %}</a>{% endfor %}`, LINK],
  "a link left open by a branch": [`{% if section.level %}${LINK}{% endif %}`, LINK],
  "a table that stays open": ["<table><tr><td>"],
  "a choice that a field ends": ["<select><section><input></section></select><p>Ours</p>"],
  "a table that a table ends": ["<table><section><table></table></section></table><p>Ours</p>"],
  "a button that a button ends": ["<button><section><button></button></section></button><p>Ours</p>"],
  "an element of a drawing's description": ["<svg><desc><path/></desc></svg>"],
};

describe("a section shows nothing of a template that writes", () => {
  test.each(Object.entries(ATTACKS))("%s", async (_, [template]) => {
    expect(refusal(template, "section")).toBeUndefined();
    const html = pageOf(template, false);
    expect(html).not.toContain("evil.lure");
    expect(await seen(html)).toEqual(WELL);
  });

  test("a form around the form of another plugin in its slot", async () => {
    const html = pageOf('<form method="post" action="{{ "vote" | route }}">{{ children.main }}</form>', true);
    expect(html).not.toContain("evil.lure");
  });

  test.each(Object.entries(ATTACKS))(
    "while a browser would let it have its way: %s",
    async (_, [template, written]) => {
      expect(await seen(loose(written ?? template))).not.toEqual(WELL);
    },
  );
});

test("whole elements stand in their section, and others in their slot", async () => {
  expect(await seen(pageOf(`<div>${ASK}</div>`, false))).toEqual(WELL);
  const { sentTo, around } = await seen(pageOf("<div>{{ children.main }}</div>", true));
  expect({ sentTo, around }).toEqual({ sentTo: WELL.sentTo, around: ["div", "section", "main"] });
});

const NAMES =
  "a b p div section ul li table tbody tr td caption select option button form h1 h2 svg g desc input hr nobr x-y".split(
    " ",
  );

/** Makes HTML by chance, from a number that says all of it. */
function chance(seed: number): string {
  let state = seed;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % most;
  };
  const tree = (depth: number): string =>
    Array.from({ length: 1 + below(3) }, () => {
      const name = NAMES[below(NAMES.length)] ?? "b";
      const start = below(9) === 0 ? `<${name}/>` : `<${name}>`;
      const inside = depth > 0 ? tree(depth - 1) : "x";
      return below(3) === 0 || ["input", "hr"].includes(name) ? start : `${start}${inside}</${name}>`;
    }).join("");
  return tree(3);
}

test("a browser nests all that is let through as it is written", async () => {
  const all = Array.from({ length: 20_000 }, (_, seed) => chance(seed));
  const taken = all.filter((html) => nestingFault(html) === undefined);
  expect(taken.length).toBeGreaterThan(400);
  const escaped = await page.evaluate(
    (list) =>
      list.filter((html) => {
        const rest = '<section id="rest"><p>x</p><form id="own"><input id="field"></form></section>';
        const text = `<!doctype html><main><section id="its">${html}</section>${rest}</main>`;
        const { body } = new DOMParser().parseFromString(text, "text/html");
        const field = body.querySelector<HTMLInputElement>("#field");
        const ids = [...(body.firstElementChild?.children ?? [])].map(({ id }) => id);
        return (
          ids.join() !== "its,rest" || body.querySelector("#rest")?.outerHTML !== rest || field?.form?.id !== "own"
        );
      }),
    taken,
  );
  expect(escaped).toEqual([]);
});

/** A way in which a browser may have left the drawing, so that it reads the page's own `<title>` there. */
const AROUND = [
  (title: string) => `<svg>${title}<path></path></svg>`,
  (title: string) => `<svg><g>${title}</g></svg>`,
  (title: string) => `<svg><desc>${title}</desc></svg>`,
  (title: string) => `<svg><p>${title}</p></svg>`,
  (title: string) => `<svg></svg>${title}`,
];

test("the name of a drawing ends where it is written, whether a browser draws there or not", async () => {
  const words = "</title><b id='b'>x</b><!-- ]]> -->";
  const title = rendered("<title>{{ words }}</title>", { words: `${words} & more` }, "metadata");
  const shown = await page.evaluate(
    (pages) =>
      pages.map((html) => {
        const { body } = new DOMParser().parseFromString(`<!doctype html>${html}<i id="i"></i>`, "text/html");
        const again = new DOMParser().parseFromString(`<!doctype html>${body.innerHTML}`, "text/html").body;
        return [body, again].map((one) => [
          one.querySelector("title")?.textContent,
          one.querySelectorAll("b").length,
          one.querySelectorAll("#i").length,
        ]);
      }),
    AROUND.map((around) => around(title)),
  );
  const WHOLE = [`${words} & more`, 0, 1];
  expect(shown).toEqual(AROUND.map(() => [WHOLE, WHOLE]));
});
