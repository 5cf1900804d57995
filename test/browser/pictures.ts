/**
 * `npm run pictures`: takes screenshots of the demo, on a desktop and a phone, and of the operator's commands, for
 * docs/pictures.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { loadThemes } from "../../sites/demo/load.ts";
import { launch } from "./launch.ts";
import { startDemo } from "./demo.ts";
import { openFile, said, sitDown, upload } from "./desk.ts";
import { Dressing } from "./dressing.ts";
import { galleryPictures } from "./galleryPictures.ts";
import { choose } from "./member.ts";
import { DEMO_HOST, pageAt } from "./sitePages.ts";
import { terminalPictures } from "./terminal.ts";
import { loadAll, view } from "./view.ts";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

interface Picture {
  readonly name: string;
  readonly path: string;
  /** A theme of the demo, by its short name. */
  readonly theme: string;
  /** The background behind both windows. */
  readonly ground: string;
}

const PICTURES: readonly Picture[] = [
  { name: "home", path: "/", theme: "almanac", ground: "#d9cfbb" },
  { name: "article", path: "/journal/three-planks", theme: "slate", ground: "#c9d3d6" },
  { name: "dark", path: "/", theme: "signal", ground: "#4b4d57" },
];

const demoMedia = fileURLToPath(new URL("../../sites/demo/media/saltmarrow/", import.meta.url));
const MEDIA_OPENED = "launch-wake.webp";
const MEDIA_SHOWN = [
  MEDIA_OPENED,
  "hull-in-frame.webp",
  "lug-sails.webp",
  "bench-tools.webp",
  "portrait-noor.webp",
  "steamed-ribs.webp",
];

const DESK = { width: 1280, height: 1240 };
const PHONE = { width: 390, height: 920 };
/** The pixel density. Both windows are shown scaled down, and their text must stay sharp. */
const DENSITY = 2;

const CANVAS = { width: 1400, height: 1195 };
/** The WebP quality in percent. */
const QUALITY = 82;
/** The largest size of one picture in bytes, because a README is read over the network. */
const MOST_BYTES = 250_000;

/** The longest wait for drawing on a busy machine, in milliseconds. */
const DRAWN_MS = 180_000;

type Size = typeof DESK;

async function photograph(browser: Browser, url: ReturnType<typeof pageAt>, viewport: Size): Promise<string> {
  await using shown = await view(browser, url, { viewport, deviceScaleFactor: DENSITY });
  await loadAll(shown.page);
  return await shot(shown.page);
}

const composition = (ground: string, desk: string, phone: string): string => `<!doctype html><style>
  body { margin: 0; background: ${ground}; position: relative; inline-size: ${CANVAS.width}px; block-size: ${CANVAS.height}px; }
  img { position: absolute; display: block; }
  .desk { left: 50px; top: 50px; width: 1130px; border-radius: 10px; box-shadow: 0 20px 50px rgb(0 0 0 / 0.25); }
  .phone { right: 50px; bottom: 50px; width: 300px; border-radius: 30px; border: 8px solid #17161a; box-shadow: 0 20px 50px rgb(0 0 0 / 0.45); }
</style><img class="desk" alt="" src="${desk}"><img class="phone" alt="" src="${phone}">`;

/** Encodes a screenshot with the browser's WebP encoder, which only a canvas offers. */
async function encode(browser: Browser, html: string, viewport: Size = CANVAS): Promise<Buffer> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.setContent(html);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await context.close();
  return Buffer.from(data, "base64");
}

async function take(browser: Browser, port: number, { name, path, ground }: Picture): Promise<void> {
  const page = pageAt(port, DEMO_HOST, `${path}?fresh`);
  await keep(browser, { name, ground }, await photograph(browser, page, DESK), await photograph(browser, page, PHONE));
}

/** Waits until the preview of every visible section is drawn. */
async function drawn(page: Page, place: string): Promise<void> {
  await page.waitForFunction(
    (within) => {
      const pictures = [...document.querySelectorAll(`${within} .picture`)].filter((picture) => {
        const { top, bottom } = picture.getBoundingClientRect();
        // Previews outside of the visible part of their list are not drawn.
        const list = picture.closest(".offers, .panel")?.getBoundingClientRect();
        return top < Math.min(innerHeight, list?.bottom ?? 0) && bottom > Math.max(0, list?.top ?? 0);
      });
      return pictures.length > 0 && pictures.every((picture) => picture.getAttribute("data-state") !== "waiting");
    },
    place,
    { timeout: DRAWN_MS },
  );
  for (const frame of await page.locator(`${place} .picture iframe`).all())
    if (await frame.isVisible()) await frame.contentFrame().locator("section").first().waitFor({ timeout: DRAWN_MS });
}

/** Takes the canvas after a click on the headline of the home page. */
async function takeEditor(browser: Browser, port: number): Promise<void> {
  await using seat = await sitDown(
    browser,
    `http://${DEMO_HOST}:${port}`,
    true,
    { deviceScaleFactor: DENSITY, viewport: DESK },
    "/_editor/edit?page=home",
  );
  const { page } = seat;
  await page.locator('.paper[aria-busy="false"]').waitFor();
  await page.frameLocator(".paper iframe").locator("h1").first().click();
  await drawn(page, ".variants");
  const desk = await shot(page);
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Sections", exact: true }).click();
  await keep(browser, { name: "editor", ground: "#c3cbe0" }, desk, await shot(page));
}

/** Takes a new invitation link, and the page on a phone on which the invited person agrees. */
async function takeInvitation(browser: Browser, port: number): Promise<void> {
  const site = `http://${DEMO_HOST}:${port}`;
  const more = { deviceScaleFactor: DENSITY, viewport: { ...DESK, height: 1100 } };
  await using seat = await sitDown(browser, site, true, more, "/_editor/people");
  const { page } = seat;
  await page.getByLabel("Who is it for?").fill("Corin Vantrell");
  await page.getByRole("button", { name: "Make the link" }).click();
  const address = await page.locator("#made-link").inputValue();
  const desk = await shot(page);
  await using context = await browser.newContext({ deviceScaleFactor: DENSITY, viewport: PHONE });
  const guest = await context.newPage();
  await guest.goto(address);
  await guest.getByRole("link", { name: "Log in" }).click();
  await choose(guest, "Corin Vantrell");
  await guest.getByRole("button", { name: "Join", exact: true }).waitFor();
  await keep(browser, { name: "invitation", ground: "#cfd8cc" }, desk, await shot(guest));
}

/** Takes the list of sections to add, and the variants of a section on a phone. */
async function takeInsert(browser: Browser, port: number): Promise<void> {
  await using seat = await sitDown(
    browser,
    `http://${DEMO_HOST}:${port}`,
    true,
    { deviceScaleFactor: DENSITY, viewport: DESK },
    "/_editor/edit?page=home",
  );
  const { page } = seat;
  await page.locator('.paper[aria-busy="false"]').waitFor();
  await page.getByRole("button", { name: "Add a section", exact: true }).click();
  await page.locator("dialog[open]").getByRole("combobox").fill("picture");
  await drawn(page, "dialog[open]");
  const desk = await shot(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Sections", exact: true }).click();
  await page.locator(".row-name", { hasText: "Two numbers" }).click();
  await page.getByRole("button", { name: "Properties", exact: true }).click();
  await drawn(page, ".variants");
  await keep(browser, { name: "insert", ground: "#cdc6dd" }, desk, await shot(page));
}

/** Takes the page with the changes of a publication. */
async function takePublish(browser: Browser, port: number): Promise<void> {
  const site = `http://${DEMO_HOST}:${port}`;
  await using seat = await sitDown(
    browser,
    site,
    true,
    { deviceScaleFactor: DENSITY, viewport: DESK },
    "/_editor/edit?page=services",
  );
  const { page } = seat;
  await page.frameLocator(".paper iframe").locator("h1").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("Everything a wooden boat needs");
  await page.locator(".state", { hasText: "Saved" }).waitFor();
  await page.goto(`${site}/_editor/publish`);
  const desk = await shot(page);
  await page.setViewportSize(PHONE);
  await page.goto(`${site}/_editor/pages`);
  await loadAll(page);
  await keep(browser, { name: "publish", ground: "#c9cfc0" }, desk, await shot(page));
}

/** Takes the media page after some uploads. */
async function takeMedia(browser: Browser, port: number): Promise<void> {
  await using seat = await sitDown(browser, `http://${DEMO_HOST}:${port}`, true, {
    deviceScaleFactor: DENSITY,
    viewport: DESK,
  });
  const { page } = seat;
  await upload(
    page,
    ...MEDIA_SHOWN.map((name) => ({ name, mimeType: "image/webp", buffer: readFileSync(join(demoMedia, name)) })),
  );
  await said(page, "files are stored.");
  await openFile(page, MEDIA_OPENED);
  await page.getByLabel("Description").fill("A launch from above, with her wake behind her");
  await page.locator("#stage img").click({ position: { x: 430, y: 210 } });
  await page.getByRole("button", { name: "Save" }).click();
  await said(page, "Saved.");
  const desk = await shot(page);
  await page.setViewportSize(PHONE);
  await page.goto(`http://${DEMO_HOST}:${port}/_editor/media`);
  await loadAll(page);
  await keep(browser, { name: "media", ground: "#b9c6c2" }, desk, await shot(page));
}

const LETTERS = [
  {
    name: "Marisol Thorne",
    email: "marisol@example.com",
    topic: "offer",
    message:
      "We have forty feet of larch, three winters dry. Would you come and look before we sell it to the sawmill?",
  },
  {
    name: "Robin Ferry",
    email: "robin@example.com",
    topic: "visit",
    message:
      "She is eighteen feet, clinker built, and dry since March.\n\nCould the three of us bring her round on Saturday?",
  },
];

/** Takes the submissions page of the demo's contact form. */
async function takeInbox(browser: Browser, port: number): Promise<void> {
  const site = `http://${DEMO_HOST}:${port}`;
  await using seat = await sitDown(
    browser,
    site,
    true,
    { deviceScaleFactor: DENSITY, viewport: DESK },
    "/_editor/forms",
  );
  const { page } = seat;
  for (const fields of LETTERS)
    await page.evaluate(
      (body) =>
        fetch("/api/forms/contact.write", { method: "POST", headers: { "content-type": "application/json" }, body }),
      JSON.stringify({ fields }),
    );
  await page.evaluate(
    (body) =>
      fetch("/api/forms/journal.newsletter", { method: "POST", headers: { "content-type": "application/json" }, body }),
    JSON.stringify({ fields: { email: "robin@example.com" } }),
  );
  await page.goto(`${site}/_editor/forms/contact.write`);
  await page.getByRole("button", { name: "Mark as read" }).last().click();
  await said(page, "Marked as read.");
  const desk = await shot(page);
  await page.setViewportSize(PHONE);
  await page.goto(`${site}/_editor/forms`);
  await keep(browser, { name: "forms", ground: "#cfc4b4" }, desk, await shot(page));
}

const shot = async (page: Page): Promise<string> =>
  `data:image/png;base64,${(await page.screenshot()).toString("base64")}`;

async function keep(
  browser: Browser,
  { name, ground }: Pick<Picture, "name" | "ground">,
  desk: string,
  phone: string,
): Promise<void> {
  store(name, await encode(browser, composition(ground, desk, phone)));
}

function store(name: string, bytes: Buffer): void {
  if (bytes.length > MOST_BYTES) throw new Error(`${name}.webp has ${bytes.length} bytes, of ${MOST_BYTES} at most`);
  writeFileSync(`${FOLDER}${name}.webp`, bytes);
  console.log(`docs/pictures/${name}.webp ${Math.round(bytes.length / 1000)} kB`);
}

mkdirSync(FOLDER, { recursive: true });
const demo = await startDemo({ tell: (line) => process.stderr.write(`${line}\n`) });
const browser = await launch();
try {
  const dressing = new Dressing(demo.port);
  const themes = loadThemes();
  for (const picture of PICTURES) {
    const theme = themes[picture.theme];
    if (!theme) throw new Error(`the demo has no theme ${picture.theme}`);
    await dressing.wear(theme, [`${picture.path}?fresh`]);
    await take(browser, demo.port, picture);
  }
  if (themes["almanac"]) await dressing.wear(themes["almanac"], ["/?fresh"]);
  await takeEditor(browser, demo.port);
  await takeInsert(browser, demo.port);
  await takeMedia(browser, demo.port);
  await takeInbox(browser, demo.port);
  await takePublish(browser, demo.port);
  await takeInvitation(browser, demo.port);
  for (const { name, bytes } of await terminalPictures(browser)) store(name, bytes);
  for (const { name, html, size } of await galleryPictures(browser)) store(name, await encode(browser, html, size));
} finally {
  await browser.close();
  await demo.stop();
}
