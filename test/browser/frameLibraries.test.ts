/** Well-kept libraries that draw in frames, as authors bundle them from npm. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, type Frame, type Page, chromium } from "playwright-core";
import { chromiumFromNpm } from "./chromium.ts";
import { drawingWith } from "./drawing.ts";
import { type FrameSite, frameSite } from "./frameSite.ts";
import { requireChromium } from "./launch.ts";

const TILES = "tiles.example.com";

/** A picture of one dark pixel. */
const TILE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let browser: Browser;
const sites: FrameSite[] = [];
const wrong: string[] = [];

beforeAll(async () => {
  requireChromium();
  const { path, args, env } = await chromiumFromNpm();
  // No other file draws with a graphics card, so the shared browser emulates none.
  const card = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  const kept = args.filter((argument) => argument !== "--disable-gpu");
  browser = await chromium.launch({ executablePath: path, args: [...kept, ...card], env });
});

afterAll(async () => {
  await browser?.close();
  for (const site of sites) site.stop();
});

/** The frame of a page whose plugin draws with a package. */
async function drawn(name: string, css = "plain.css", hosts: readonly string[] = []): Promise<[Page, Frame]> {
  const site = await frameSite(drawingWith(name, css, hosts), `drawing.${name}/face`, {});
  sites.push(site);
  const page = await browser.newPage({ reducedMotion: "reduce" });
  page.on("console", (message) => (message.type() === "error" ? wrong.push(message.text()) : undefined));
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.route(`https://${TILES}/**`, (route) => route.fulfill({ contentType: "image/png", body: TILE }));
  await page.goto(site.origin);
  const frame = await (await page.waitForSelector("[data-frame] iframe")).contentFrame();
  if (!frame) throw new Error("there is no frame");
  return [page, frame];
}

/** Counts the pixels of a colour in a canvas, within what smoothing changes. */
const pixelsOf = (frame: Frame, [red, green, blue]: readonly [number, number, number]): Promise<number> =>
  frame.evaluate(
    ([r, g, b]) => {
      const from = document.querySelector("canvas");
      if (!from) return 0;
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [from.width, from.height];
      const context = copy.getContext("2d");
      context?.drawImage(from, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, copy.width, copy.height) ?? {};
      let found = 0;
      for (let at = 0; at < data.length; at += 4)
        if (Math.abs((data[at] ?? 0) - r) + Math.abs((data[at + 1] ?? 0) - g) + Math.abs((data[at + 2] ?? 0) - b) < 12)
          found += 1;
      return found;
    },
    [red, green, blue] as const,
  );

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["DRAWBRIDGE_PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

test("leaflet shows tiles of a granted host, a marker and words, and zooms", async () => {
  const [page, frame] = await drawn("leaflet", "leaflet.css", [TILES]);
  const tiles = frame.locator("img.leaflet-tile-loaded");
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  const widths = await tiles.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
  expect(new Set(widths)).toEqual(new Set([1]));
  expect(await frame.locator(".pin i").textContent()).toBe("⚓");
  expect(await frame.locator(".leaflet-popup-content strong").textContent()).toBe("The pier");
  expect(await frame.locator(".leaflet-control-attribution b").textContent()).toBe("The chart office");
  await frame.locator(".leaflet-control-zoom-in").click();
  await expect.poll(() => tiles.first().getAttribute("src")).toContain(`https://${TILES}/13/`);
  await shot(page, "leaflet");
  await page.close();
});

test("chart.js draws bars", async () => {
  const [page, frame] = await drawn("chart");
  await expect.poll(() => pixelsOf(frame, [200, 30, 30])).toBeGreaterThan(5_000);
  await shot(page, "chart");
  await page.close();
});

test("three draws a box by the graphics card", async () => {
  const [page, frame] = await drawn("three");
  await expect.poll(() => pixelsOf(frame, [244, 180, 0])).toBeGreaterThan(5_000);
  expect(await pixelsOf(frame, [11, 57, 84])).toBeGreaterThan(20_000);
  await shot(page, "three");
  await page.close();
});

test("d3 draws bars, axes and a title from text, in the theme's colour", async () => {
  const [page, frame] = await drawn("d3");
  await expect.poll(() => frame.locator("rect").count()).toBe(3);
  expect(await frame.locator("h3 em").textContent()).toBe("in the harbour");
  const heights = await frame
    .locator("rect")
    .evaluateAll((all) => all.map((one) => Math.round(Number(one.getAttribute("height")))));
  expect(heights).toEqual([60, 180, 100]);
  expect(await frame.locator(".tick").count()).toBeGreaterThan(5);
  const [fill, accent] = await frame.evaluate(() => {
    const asked = document.body.appendChild(document.createElement("i"));
    asked.style.color = "var(--accent)";
    return [getComputedStyle(document.querySelector("rect") as Element).fill, getComputedStyle(asked).color];
  });
  expect(fill).toBe(accent);
  await shot(page, "d3");
  await page.close();
});

test("nothing of them was refused or failed", () => expect(wrong).toEqual([]));
