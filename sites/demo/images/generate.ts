/**
 * Draws every picture of the demo and writes it as WebP into `media/<tenant>/`.
 * Usage: node sites/demo/images/generate.ts [name ...]   (without a name: all of them)
 */
import { mkdir, writeFile } from "node:fs/promises";
import sparticuz from "@sparticuz/chromium";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { GARDEN_PICTURES } from "./garden.ts";
import { JOINERY_PICTURES } from "./joinery.ts";
import { LINE_PICTURES } from "./lines.ts";
import { PORTRAITS } from "./people.ts";
import { SHED } from "./shed.ts";
import type { Picture } from "./shapes.ts";
import { shapeSize, toSvg, wide } from "./shapes.ts";
import { WATER_PICTURES } from "./water.ts";
import { WORDMARKS } from "./wordmarks.ts";

/** Pictures that also stand at the head of an article, where they are as wide as the page. */
const LEADS = ["repair-planks", "steamed-ribs", "timber-stack", "runner-beans"];

const withLeads = (pictures: readonly Picture[]): readonly Picture[] => [
  ...pictures,
  ...pictures.filter(({ name }) => LEADS.includes(name)).map(wide),
];

const SETS: Readonly<Record<string, readonly Picture[]>> = {
  saltmarrow: withLeads([
    SHED,
    ...WATER_PICTURES,
    ...JOINERY_PICTURES,
    ...LINE_PICTURES,
    ...PORTRAITS.saltmarrow,
    ...WORDMARKS,
  ]),
  pocketful: withLeads([...GARDEN_PICTURES, ...PORTRAITS.pocketful]),
};

interface Sheet {
  svg: string;
  width: number;
  height: number;
  quality: number;
}

/** Runs in the page: paints the SVG on a canvas and encodes the canvas. */
async function encode({ svg, width, height, quality }: Sheet): Promise<string> {
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/webp", quality).slice("data:image/webp;base64,".length);
}

async function write(page: Page, tenant: string, picture: Picture): Promise<void> {
  const { width, height } = shapeSize(picture);
  const bytes = Buffer.from(
    await page.evaluate(encode, { svg: toSvg(picture), width, height, quality: picture.quality ?? 0.8 }),
    "base64",
  );
  await writeFile(new URL(`../media/${tenant}/${picture.name}.webp`, import.meta.url), bytes);
  console.log(`${tenant}/${picture.name}.webp  ${width}x${height}  ${(bytes.length / 1024).toFixed(1)} kB`);
}

const wanted = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args });
const page = await browser.newPage();
for (const [tenant, pictures] of Object.entries(SETS)) {
  await mkdir(new URL(`../media/${tenant}/`, import.meta.url), { recursive: true });
  for (const picture of pictures) {
    if (wanted.length === 0 || wanted.includes(picture.name)) await write(page, tenant, picture);
  }
}
await browser.close();
