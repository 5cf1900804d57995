/** A foreign section beside a first-party one. Its style sheet must not cover the other. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { styleFaults } from "../../manifests/css/check.ts";
import { CONTAINED_SHEETS } from "../hostile/plugins/overlay.ts";
import { active, BASICS, rendererOf, sectionOf, themePlugin } from "../runtime/rendering/renderingSite.ts";
import { openProfiles, type Profiles } from "./profiles.ts";

const THEME = themePlugin({
  "theme.css":
    "body { margin: 0 } main { display: grid } .section { padding: 20px } @keyframes appear { to { opacity: 1 } } [data-section^=test] { block-size: 100px; animation: appear 1ms both }",
});

const sheetWith = (css: string): string =>
  rendererOf([
    BASICS,
    THEME,
    active("evil.lure", { sections: [sectionOf("box", { css: "box.css" })] }, { "box.css": css }),
  ]).stylesheet({
    theme: "test.theme/slim",
    scheme: "light",
    tokens: {},
  });

const section = (type: string, inside: string): string =>
  `<section class="section section--${type.split("/")[1]} is-plain" data-section="${type}">${inside}</section>`;

const BODY = `<main>${section("test.basics/hero", "<p>Ours</p>")}${section("evil.lure/box", '<div class="lure">Theirs</div>')}${section("test.basics/box", "<p>Ours</p>")}</main>`;

let browser: Profiles;
let page: Page;

beforeAll(async () => {
  browser = await openProfiles();
  page = await browser.newPage({ viewport: { width: 800, height: 900 } });
});

afterAll(() => browser.close());

/** The visible element in the middle of each first-party section, and its colours. */
async function seen(css: string): Promise<{ readonly reached: boolean; readonly shown: boolean }[]> {
  await page.setContent(
    `<!doctype html><html data-scheme="light"><head><style>${css}</style></head><body>${BODY}</body></html>`,
  );
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-section^=test]")].map((own) => {
      const { x, y, width, height } = own.getBoundingClientRect();
      const found = document.elementFromPoint(x + width / 2, y + height / 2);
      return {
        reached: own.contains(found),
        shown: own.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      };
    }),
  );
}

/** The number of pixels with the foreign section's colour outside of it. */
async function spilt(): Promise<number> {
  const { bottom, top } = await page.evaluate(
    () => document.querySelector("[data-section^=evil]")?.getBoundingClientRect() ?? new DOMRect(),
  );
  const shot = (await page.screenshot()).toString("base64");
  return page.evaluate(
    async ([data, from, to]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("the browser has no canvas");
      context.drawImage(image, 0, 0);
      const { data: pixels, width } = context.getImageData(0, 0, image.width, image.height);
      let lime = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        const row = Math.floor(at / 4 / width);
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
        const isLime = red < 60 && green > 200 && blue < 60;
        if (isLime && (row < Number(from) - 5 || row > Number(to) + 5)) lime += 1;
      }
      return lime;
    },
    [shot, top, bottom] as const,
  );
}

const OURS = [
  { reached: true, shown: true },
  { reached: true, shown: true },
];

describe("a section cannot lie over another with", () => {
  test.each(Object.entries(CONTAINED_SHEETS))("%s", async (_, css) => {
    expect(styleFaults(css, "section")).toEqual([]);
    expect(await seen(sheetWith(css))).toEqual(OURS);
    expect(await spilt()).toBe(0);
  });

  test.each(["a fixed box", "a grown box", "a shadow"])(
    "while it could with %s, if nothing contained it",
    async (name) => {
      const loose = sheetWith("").replace("contain:layout style paint!important", "");
      const found = await seen(`${loose}${CONTAINED_SHEETS[name]}`);
      expect(found.some(({ reached }) => !reached) || (await spilt()) > 0).toBe(true);
    },
  );
});
