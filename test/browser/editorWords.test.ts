import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { unsigned } from "../../sites/cli/plugin/signed/packageFile.ts";
import { readKey, signed } from "../../sites/cli/plugin/signed/signing.ts";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { Driver } from "../support/driver.ts";
import { bySectionMenu, goToCanvas, openCanvas, outlineOf, rowOf, standsAs, storedPage } from "./editor.ts";
import { askApi } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";

/** Foreign texts that the canvas shows: from a plugin's author and from a member's name. */
const LURE = packPlugin(join(import.meta.dirname, "../fixtures/plugins/lantern-lure"));
const WORDS = LURE.manifest.name;
/** The beginning of these texts. Section names drop Markdown characters. */
const MARKUP = "<img src=x onerror=alert(1)";
const PAGE = "services";

let own: OwnEditor;
let page: Page;
/** Signs of an executed script: a dialog, or a request that the markup would cause. */
const happened: string[] = [];

beforeAll(async () => {
  own = await openEditor(PAGE);
  ({ page } = own.desk);
  page.on("dialog", (dialog) => {
    happened.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== own.site || pathname.endsWith("/x")) happened.push(request.url());
  });
  const body = await signed(unsigned(LURE), await readKey(own.demo.signingKey));
  const { status } = await askApi(page, "POST", "/api/plugins", { body });
  const state = await askApi(page, "PUT", "/api/plugins/lantern.lure/state", { body: { state: "enabled" } });
  if (status !== 201 || state.status !== 200)
    throw new Error(`the plugin was not switched on: ${status}, ${state.status}`);
  await goToCanvas(page, own.site, PAGE);
});

afterAll(async () => {
  await askApi(page, "DELETE", "/api/plugins/lantern.lure");
  await own?.[Symbol.asyncDispose]();
});

/** Elements that the texts would have created, in the editor or its frames. */
async function madeOfWords(): Promise<string[]> {
  const found = page.frames().map((frame) =>
    frame.evaluate(() => {
      const scripts = [...document.scripts].filter(({ textContent }) => textContent === "alert(1)");
      return [...scripts, ...document.querySelectorAll('img[src="x"]')].map(({ outerHTML }) => outerHTML);
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Reasons to doubt that the texts are shown, and only as text. */
const doubts = async (shown: readonly (string | null)[]): Promise<string[]> => [
  ...(shown.length === 0 ? ["nothing is shown"] : []),
  ...shown.map(String).filter((text) => !text.includes(MARKUP)),
  ...(await madeOfWords()),
  ...happened,
];

describe("what a plugin's author calls things is text (hazard 2)", () => {
  test("in the list of what can be added, with its pictures", async () => {
    await page.getByRole("button", { name: "Add a section", exact: true }).click();
    const search = page.getByRole("combobox", { name: "Search sections" });
    await search.fill("onerror");
    const offers = page.locator("#insert-list [role=option]");
    await offers.first().locator('.picture[data-state="drawn"]').waitFor();
    expect(await doubts(await offers.locator("strong").allInnerTexts())).toEqual([]);
    await search.press("Enter");
    await standsAs(page, "Saved");
  });

  test("in the outline, in the draft and in what is said aloud", async () => {
    const { sections } = (await storedPage(page, PAGE)).body;
    expect(sections.some(({ type }) => type === "lantern.lure/lure")).toBe(true);
    expect(await doubts((await outlineOf(page)).filter((name) => name.includes("onerror")))).toEqual([]);
    expect(await doubts([await page.locator(".said").textContent()])).toEqual([]);
  });

  test("in its properties: looks, groups, labels, help and choices", async () => {
    await rowOf(page, await lureId()).click();
    const panel = page.locator(".panel");
    expect(await doubts(await panel.locator("h2 bdi").allInnerTexts())).toEqual([]);
    expect(await doubts(await panel.locator(".variants label").allInnerTexts())).toEqual([]);
    const shown = ((await panel.textContent()) ?? "").split(WORDS).length - 1;
    expect(shown).toBeGreaterThanOrEqual(9);
  });

  test("in the places to move to", async () => {
    await bySectionMenu(page, "next", "Move to…");
    const places = page.getByRole("dialog").locator(".choices button").filter({ hasText: "onerror" });
    expect(await doubts(await places.allInnerTexts())).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test("in what a new page may begin with", async () => {
    await page.goto(`${own.site}/_editor/new-page`);
    const beginnings = page.getByLabel("Begin with").locator("option").filter({ hasText: "onerror" });
    expect(await doubts(await beginnings.allTextContents())).toEqual([]);
  });
});

test("the name of another member on the page is text (hazard 2)", async () => {
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "editor" };
  expect((await askApi(page, "POST", "/api/members/invitations", { body: invited })).status).toBe(201);
  await using other = await openCanvas(own.browser, own.site, PAGE, {}, "Noor Castellane");
  await new Driver(own.demo.port).post("sql", {
    query: "UPDATE memberships SET name = ?1 WHERE tenant_id = 'saltmarrow' AND role = 'editor'",
    values: [WORDS],
  });
  await other.page.reload();
  await goToCanvas(page, own.site, PAGE);
  const person = page.locator(".people li").first();
  await person.waitFor({ state: "attached" });
  // Names arrive after the places.
  await expect.poll(async () => doubts([await person.textContent(), await person.getAttribute("title")])).toEqual([]);
});

const lureId = async (): Promise<string> => {
  const { sections } = (await storedPage(page, PAGE)).body;
  return sections.find(({ type }) => type === "lantern.lure/lure")?.id ?? "";
};
