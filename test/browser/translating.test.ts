import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { said } from "./desk.ts";
import { askApi } from "./member.ts";
import { type OwnEditor, openEditor } from "./ownEditor.ts";

/** A translator's day: pages that have no translation, one whose source has changed, and a file of an agency. */
let own: OwnEditor;

beforeAll(async () => {
  own = await openEditor("services");
});

afterAll(() => own?.[Symbol.asyncDispose]());

interface Read<T> {
  readonly version: number;
  readonly body: T;
}

const read = async <T>(page: Page, path: string): Promise<Read<T>> => (await askApi<Read<T>>(page, "GET", path)).body;

async function rewrite(page: Page, id: string, title: string): Promise<void> {
  const { version } = await read(page, `/api/pages/${id}`);
  const body = { operations: [{ op: "set", section: "opening", fields: { title } }] };
  const { status } = await askApi(page, "POST", `/api/pages/${id}/operations`, { version, body });
  expect(status).toBe(200);
}

/** Translates the units of some pages, as the program of an agency does. */
const translated = (text: string, pages: readonly string[]): string =>
  text.replaceAll(/<file id="([^"]+)".*?<\/file>/gs, (file, id: string) =>
    pages.includes(id)
      ? file
          .replaceAll(/\n<target .*?<\/target>/gs, "")
          .replaceAll(/<source xml:space="preserve">(.*?)<\/source>/gs, "$&\n<target>FR $1</target>")
          .replaceAll(/state="\w+"/g, 'state="final"')
      : file,
  );

/** The draft of the source, beside the draft of the translation. */
async function sourceFrame(page: Page): Promise<Frame> {
  const element = await page.locator(".beside iframe").elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("the source is not there");
  return frame;
}

test("a translator's day", async () => {
  const { page } = own.desk;
  const go = (path: string) => page.goto(own.site + path);

  await go("/_editor/languages");
  await page.getByLabel("Language", { exact: true }).fill("fr");
  await page.getByRole("button", { name: "Add the language" }).click();
  await said(page, "The language is in the draft");

  await go("/_editor/pages/services");
  await page.getByText("Translate this page into Français").click();
  await page.getByRole("button", { name: "A copy of the page" }).click();
  await said(page, "The translation is in the draft");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await rewrite(page, "services", "What we do for your boat now");

  await go("/_editor/translations?language=fr&state=outdated");
  await page.getByText("Source changed: 1 text").waitFor();
  await page.getByRole("link", { name: /^Side by side/ }).click();
  await page.locator(".beside iframe").waitFor();
  const source = await sourceFrame(page);
  await source.locator("[data-source-changed]").filter({ hasText: "What we do for your boat now" }).waitFor();
  await source.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const draft = page.frameLocator(".paper iframe").locator("html");
  await expect.poll(() => draft.evaluate(() => scrollY)).toBeGreaterThan(200);

  await go(`/_editor/translations/${id}`);
  await page.locator("ins", { hasText: "now" }).first().waitFor();
  await page.getByRole("button", { name: /^Still right/ }).click();
  await said(page, "The translation counts as done");

  await go("/_editor/translation-files?language=fr");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("en-GB-fr.xlf");
  const pages = ["boats", "contact", "pricing"];
  const back = translated(await readFile(await download.path(), "utf8"), pages);
  const file = { name: "back.xlf", mimeType: "application/xliff+xml", buffer: Buffer.from(back) };
  await page.getByLabel("A translated file").setInputFiles(file);
  await page.getByRole("heading", { name: "What became of the file" }).waitFor();
  expect(await page.locator("#xliff").innerText()).toContain("3 pages have new texts.");
  const found = await read<{ readonly title: string; readonly translationOf: string }>(page, "/api/pages/fr-boats");
  expect(found.body).toMatchObject({ translationOf: "boats", title: expect.stringMatching(/^FR /) });

  await page.getByRole("button", { name: "Undo this" }).click();
  await said(page, "Everything is as it was.");
  expect((await askApi(page, "GET", "/api/pages/fr-boats")).status).toBe(404);
});
