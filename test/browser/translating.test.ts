import { readFile } from "node:fs/promises";
import type { TranslationsView } from "../../runtime/editing/languages/views.ts";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { type AtDesk, said, sitDown } from "./desk.ts";
import { askApi } from "./member.ts";
import { type OwnEditor, openEditor } from "./ownEditor.ts";

/**
 * A translator's day: three pages that have no translation, one whose source has changed, and a file of an agency.
 * The translator may change French alone.
 */
let own: OwnEditor;
let translator: AtDesk;

beforeAll(async () => {
  own = await openEditor("services");
  const { page } = own.desk;
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "editor" };
  await done(page, "POST", "/api/members/invitations", invited);
  await page.goto(`${own.site}/_editor/languages`);
  await page.getByLabel("Language", { exact: true }).fill("fr");
  await page.getByRole("button", { name: "Add the language" }).click();
  await said(page, "The language is in the draft");
  const viewport = { viewport: { width: 1280, height: 800 } };
  translator = await sitDown(own.browser, own.site, true, viewport, "/_editor/account", "Noor Castellane");
  const { member } = (await askApi<{ member: { id: string } }>(translator.page, "GET", "/api/site")).body;
  await done(page, "PUT", `/api/members/${member.id}/languages`, { languages: ["fr"] });
});

afterAll(async () => {
  await translator?.[Symbol.asyncDispose]();
  await own?.[Symbol.asyncDispose]();
});

async function done(page: Page, method: string, path: string, body: object): Promise<void> {
  const { status } = await askApi(page, method, path, { body });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
}

interface Read<T> {
  readonly version: number;
  readonly body: T;
}

const read = async <T>(page: Page, path: string): Promise<Read<T>> => (await askApi<Read<T>>(page, "GET", path)).body;

async function rewrite(page: Page, id: string, title: string): Promise<number> {
  const { version } = await read(page, `/api/pages/${id}`);
  const body = { operations: [{ op: "set", section: "opening", fields: { title } }] };
  return (await askApi(page, "POST", `/api/pages/${id}/operations`, { version, body })).status;
}

/** The states of the French pages that translate these. */
async function statesOf(page: Page, ids: readonly string[]): Promise<Record<string, string>> {
  const { items } = (await askApi<TranslationsView>(page, "GET", "/api/translations?language=fr&limit=200")).body;
  return Object.fromEntries(
    items
      .filter(({ id }) => ids.includes(id))
      .map(({ id, translations }) => [id, translations.find(({ language }) => language === "fr")?.state ?? ""]),
  );
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
  const { page } = translator;
  const go = (path: string) => page.goto(own.site + path);
  const three = ["boats", "contact", "pricing"];
  expect(await statesOf(page, three)).toEqual({ boats: "missing", contact: "missing", pricing: "missing" });

  await go("/_editor/pages/services");
  await page.getByText("Translate this page into Français").click();
  await page.getByRole("button", { name: "A copy of the page" }).click();
  await said(page, "The translation is in the draft");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await rewrite(page, "services", "Nothing of a translator")).toBe(403);
  expect(await rewrite(own.desk.page, "services", "What we do for your boat now")).toBe(200);

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
  const back = translated(await readFile(await download.path(), "utf8"), three);
  const file = { name: "back.xlf", mimeType: "application/xliff+xml", buffer: Buffer.from(back) };
  await page.getByLabel("A translated file").setInputFiles(file);
  await page.getByRole("heading", { name: "What became of the file" }).waitFor();
  expect(await page.locator("#xliff").innerText()).toContain("3 pages have new texts.");
  const found = await read<{ readonly title: string; readonly translationOf: string }>(page, "/api/pages/fr-boats");
  expect(found.body).toMatchObject({ translationOf: "boats", title: expect.stringMatching(/^FR /) });

  expect(await statesOf(page, three)).toEqual({ boats: "draft", contact: "draft", pricing: "draft" });

  await page.getByRole("button", { name: "Undo this" }).click();
  await said(page, "Everything is as it was.");
  expect((await askApi(page, "GET", "/api/pages/fr-boats")).status).toBe(404);
});
