/** Screenshots of the shipped plugins' gallery: every section once, and each theme on a page. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { type Shot, Gallery } from "../../sites/cli/plugin/gallery/gallery.ts";
import { GalleryServer } from "../../sites/cli/plugin/gallery/server.ts";

const SECTIONS = ["basics", "showcase", "company", "journal", "reading", "forms", "poll", "announcement", "embeds"];
const THEMES = ["slate", "almanac", "signal"];

interface Sheet {
  readonly name: string;
  readonly plugins: readonly string[];
  readonly columns: number;
  /** The window size of each screenshot. */
  readonly size: { readonly width: number; readonly height: number };
  readonly take: (shots: readonly Shot[]) => readonly Shot[];
}

/** The first of several looks of a section. */
const firstLooks = (shots: readonly Shot[]): readonly Shot[] => {
  const light = shots.filter(({ scheme }) => scheme === "light");
  return light.filter(
    ({ exhibit }, index) =>
      light.findIndex((other) => other.exhibit.sections[0]?.type === exhibit.sections[0]?.type) === index,
  );
};

const SHEETS: readonly Sheet[] = [
  { name: "gallery", plugins: SECTIONS, columns: 6, size: { width: 960, height: 600 }, take: firstLooks },
  {
    name: "themes",
    plugins: THEMES,
    columns: 3,
    size: { width: 1280, height: 900 },
    take: (shots) =>
      shots.filter(({ exhibit }) => !exhibit.isBare).toSorted((one, other) => (one.scheme < other.scheme ? 1 : -1)),
  },
];

/** Centres a short section vertically. */
const CENTRED = "body{display:grid;grid-template-columns:minmax(0,1fr);align-content:safe center;min-block-size:100vh}";

const WIDTH = 1200;
const GAP = 12;

async function photographs(browser: Browser, { plugins, size, take }: Sheet): Promise<string[]> {
  await using server = new GalleryServer();
  const address = await server.listen(0);
  // The gallery's policy would block our additional style.
  const context = await browser.newContext({ viewport: size, bypassCSP: true });
  const page = await context.newPage();
  const taken: { readonly scheme: string; readonly data: string }[] = [];
  for (const name of plugins) {
    const plugin = packPlugin(join(import.meta.dirname, "../../plugins", name));
    server.show(plugin);
    for (const { path, scheme, exhibit } of take(new Gallery(plugin).shots)) {
      await page.goto(new URL(path, address).href, { waitUntil: "load" });
      if (exhibit.isBare) await page.addStyleTag({ content: CENTRED });
      if ((await page.locator("[data-section]").first().innerText()).trim() === "") continue;
      taken.push({ scheme, data: (await page.screenshot()).toString("base64") });
    }
  }
  await context.close();
  // Light previews come first, in the order of the plugins.
  return taken.toSorted((one, other) => other.scheme.localeCompare(one.scheme)).map(({ data }) => data);
}

const sheetOf = (pictures: readonly string[], columns: number): string => `<!doctype html><style>
  body { margin: 0; padding: ${GAP}px; background: #d9dde2; display: grid; gap: ${GAP}px; grid-template-columns: repeat(${columns}, 1fr); inline-size: ${WIDTH - 2 * GAP}px; }
  img { display: block; inline-size: 100%; border-radius: 3px; }
</style>${pictures.map((data) => `<img alt="" src="data:image/png;base64,${data}">`).join("")}`;

interface GalleryPicture {
  readonly name: string;
  readonly html: string;
  readonly size: Sheet["size"];
}

async function sheet(browser: Browser, wish: Sheet): Promise<GalleryPicture> {
  const { name, columns, size } = wish;
  const pictures = await photographs(browser, wish);
  const across = (WIDTH - (columns + 1) * GAP) / columns;
  const rows = Math.ceil(pictures.length / columns);
  const height = Math.round(rows * ((across * size.height) / size.width) + (rows + 1) * GAP);
  return { name, html: sheetOf(pictures, columns), size: { width: WIDTH, height } };
}

export async function galleryPictures(browser: Browser): Promise<GalleryPicture[]> {
  const made: GalleryPicture[] = [];
  for (const wish of SHEETS) made.push(await sheet(browser, wish));
  return made;
}
