import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { axeFindingsEverywhere } from "./axe.ts";
import type { Profiles } from "./profiles.ts";
import { type AtDesk, said, sitDown } from "./desk.ts";
import { storedPage } from "./editor.ts";
import { askApi } from "./member.ts";
import { lendSite, type LentSite } from "./ownEditor.ts";
import { watch } from "./watch.ts";

/** The editor's lists with and without script. */
let lent: LentSite;
let browser: Profiles;
let site: string;

beforeAll(async () => {
  lent = await lendSite();
  ({ browser, site } = lent);
});

afterAll(() => lent?.[Symbol.asyncDispose]());

const PAGES = "/_editor/pages";
const MENU = "/_editor/menu";

/** The region of the top menu, and its labels. */
const atTop = (page: Page): Locator => page.getByRole("region", { name: "Menu at the top" });
const labels = (page: Page): Promise<string[]> => atTop(page).locator(".name").allTextContents();

async function leadsTo(page: Page, path: string): Promise<string[]> {
  await page.goto(`${site}/_editor/redirects?test=${encodeURIComponent(path)}`);
  return page.locator(".steps .path").allTextContents();
}

describe.each([
  ["without a script", false],
  ["with the script", true],
])("%s", (_, scripted) => {
  const mark = scripted ? "scripted" : "plain";
  let desk: AtDesk;
  let page: Page;

  beforeAll(async () => {
    desk = await sitDown(browser, site, scripted, {}, PAGES);
    ({ page } = desk);
  });

  afterAll(() => desk?.[Symbol.asyncDispose]());

  test("a member makes a page with an entry in the menu, moves it, and deletes it (check 10)", async () => {
    await page.goto(site + PAGES);
    await page.getByRole("link", { name: "New page", exact: true }).click();
    await page.getByLabel("Title").fill(`Open day ${mark}`);
    await page.getByLabel("Put it into the menu").check();
    await page.getByRole("button", { name: "Create the page" }).click();
    await page.waitForURL(`${site}/_editor/edit?page=open-day-${mark}`);
    await page.goto(site + MENU);
    expect(await labels(page)).toContain(`Open day ${mark}`);
    await page.goto(`${site}${PAGES}/open-day-${mark}`);
    const address = page.getByRole("region", { name: "Address" });
    await address.getByRole("textbox").fill(`/days/${mark}`);
    await address.getByLabel("Lead visitors").check();
    await address.getByRole("button", { name: "Change the address" }).click();
    await said(page, "The address is changed");
    expect(await leadsTo(page, `/open-day-${mark}`)).toEqual([`/open-day-${mark}`, `/days/${mark}`]);
    await page.goto(`${site}${PAGES}/open-day-${mark}`);
    await page.getByRole("button", { name: "Delete this page" }).click();
    await page.getByText("2 places link or refer to this page").waitFor();
    await page.getByRole("button", { name: "Delete it" }).click();
    await said(page, "The page is deleted");
    await page.goto(site + MENU);
    await page.getByText("1 entry leads nowhere.").waitFor();
    await page.getByRole("button", { name: `Remove: Open day ${mark}` }).click();
    await said(page, "Removed from the menu.");
    await page.goto(`${site}${PAGES}?state=deleted`);
    await page.getByRole("button", { name: `Bring it back: Open day ${mark}` }).click();
    await said(page, "The page is back");
  });

  test("a member copies a page (check 9)", async () => {
    await page.goto(`${site}${PAGES}/pricing`);
    const copy = page.getByRole("region", { name: "Copy" });
    await copy.getByLabel("Title").fill(`Prices ${mark}`);
    await copy.getByLabel("Address").fill(`/prices-${mark}`);
    await copy.getByRole("button", { name: "Make a copy" }).click();
    await said(page, "The page is copied. You see the copy.");
    const [made, of] = await Promise.all([storedPage(page, `prices-${mark}`), storedPage(page, "pricing")]);
    expect([made.body.sections, made.body.title]).toEqual([of.body.sections, `Prices ${mark}`]);
  });

  test("the menu is put in order by keyboard alone, and the focus stays with the item (check 14)", async () => {
    await page.goto(site + MENU);
    const before = await labels(page);
    const down = atTop(page).getByRole("button", { name: "Move down: Boats", exact: true });
    await down.focus();
    await page.keyboard.press("Enter");
    await said(page, "“Boats” is now 3 of");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Move down: Boats");
    await atTop(page).getByRole("button", { name: "Move up: Boats", exact: true }).press("Enter");
    await said(page, "“Boats” is now 2 of");
    await atTop(page).getByRole("button", { name: "Move under the entry above: Boats", exact: true }).press("Enter");
    await said(page, "below “Services”.");
    await atTop(page).getByRole("button", { name: "Move one level up: Boats", exact: true }).press("Enter");
    await said(page, "“Boats” is now 2 of");
    expect(await labels(page)).toEqual(before);
  });

  test("redirects are imported after a look at what would change", async () => {
    await page.goto(`${site}/_editor/redirects`);
    await page.getByLabel("Rows from a spreadsheet").fill(`/one-${mark},/about\n/two-${mark},nowhere`);
    await page.getByRole("button", { name: "Preview the changes" }).click();
    await page.getByText("1 redirect would change. 1 line is not accepted.").waitFor();
    await page.getByRole("button", { name: "Add the redirects" }).click();
    await said(page, "Added to the draft. They work");
    expect(await leadsTo(page, `/one-${mark}`)).toEqual([`/one-${mark}`, "/about"]);
  });

  test("an address that visitors asked for in vain becomes a redirect", async () => {
    await page.goto(`${site}/_editor/redirects`);
    const visit = (path: string): Promise<number> =>
      page.evaluate(async (at) => (await fetch(at, { credentials: "omit" })).status, path);
    expect([await visit(`/lost-${mark}`), await visit(`/closed-${mark}`)]).toEqual([404, 404]);
    await page.reload();
    const missed = page.getByRole("region", { name: "Asked for in vain" });
    await missed.getByRole("link", { name: `Redirect /lost-${mark}` }).click();
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe(`/lost-${mark}`);
    await page.getByLabel("To", { exact: true }).fill("/about");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await said(page, "Added to the draft");
    await missed.getByRole("button", { name: `/closed-${mark} is gone for good` }).click();
    await said(page, "Added to the draft");
    await expect.poll(() => missed.getByText(mark).count()).toBe(0);
  });

  test("a colour is changed and put back, and another theme is seen before it is chosen (check 13)", async () => {
    await page.goto(`${site}/_editor/theme`);
    const field = page.locator('[id="tokens-light.accent"]');
    const before = await field.inputValue();
    await field.fill("#777777");
    const accent = (): Promise<string> =>
      page
        .frameLocator("#draft")
        .locator("html")
        .evaluate((root) => getComputedStyle(root).getPropertyValue("--accent"));
    if (scripted) {
      await expect.poll(accent).toBe("#777777");
      expect(await page.locator('[data-pair="light.accent light.background"]').textContent()).toMatch(
        /^[34]\.\d, only for/,
      );
    }
    await page.getByRole("button", { name: "Save" }).first().click();
    await said(page, "Saved in the draft.");
    await expect.poll(accent).toBe("#777777");
    await page
      .getByRole("button", { name: /^Reset to the theme’s value: / })
      .first()
      .click();
    await said(page, "The draft uses the theme’s value again.");
    expect(await field.inputValue()).toBe(before);
    await page.getByRole("link", { name: "Preview: Slate" }).click();
    const title = page.frameLocator("#draft").locator("h1").first();
    await expect.poll(() => title.evaluate((h1) => getComputedStyle(h1).fontFamily)).toContain("system-ui");
    const { body } = await askApi<{ body: { theme: string } }>(page, "GET", "/api/theme");
    expect(body.body.theme).toBe("drawbridge.almanac/almanac");
  });

  test("the site's name is changed", async () => {
    await page.goto(`${site}/_editor/settings`);
    await page.getByLabel("A few words beside the name").fill(`Words ${mark}`);
    await page.getByRole("button", { name: "Save" }).click();
    await said(page, "Saved in the draft.");
    expect(await page.getByLabel("A few words beside the name").inputValue()).toBe(`Words ${mark}`);
  });

  test("the logo is chosen by sight: its picture stands beside the field", async () => {
    await page.goto(`${site}/_editor/settings`);
    const field = page.getByLabel("Logo");
    const picture = page.locator(".pictured", { has: field }).locator("img");
    const isSeen = (): Promise<boolean> => picture.evaluate((img: HTMLImageElement) => img.naturalWidth > 0);
    const value = (await field.locator("option").last().getAttribute("value")) ?? "";
    await field.selectOption(value);
    if (scripted) await expect.poll(isSeen).toBe(true);
    await page.getByRole("button", { name: "Save" }).click();
    await said(page, "Saved in the draft.");
    await expect.poll(isSeen).toBe(true);
    await field.selectOption("none");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => picture.count()).toBe(0);
  });

  test("what somebody else changes meanwhile stays, and where both changed a text both are shown", async () => {
    await page.goto(`${site}/_editor/settings`);
    interface Stored {
      readonly version: number;
      readonly body: Readonly<Record<string, unknown>>;
    }
    const stored = async (): Promise<Stored> => (await askApi<Stored>(page, "GET", "/api/settings")).body;
    const elsewhere = async (changes: object): Promise<void> => {
      const { version, body } = await stored();
      const put = await askApi(page, "PUT", "/api/settings", { version, body: { body: { ...body, ...changes } } });
      expect(put.status).toBe(200);
    };
    const tagline = page.getByLabel("A few words beside the name");
    await elsewhere({ description: `Theirs ${mark}` });
    await tagline.fill(`Mine ${mark}`);
    await page.getByRole("button", { name: "Save" }).click();
    await said(page, "Saved in the draft.");
    expect((await stored()).body).toMatchObject({ description: `Theirs ${mark}`, tagline: `Mine ${mark}` });
    await elsewhere({ tagline: `Also theirs ${mark}`, description: `Theirs again ${mark}` });
    await tagline.fill(`Still mine ${mark}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(`You saved last, perhaps in another tab. It says “Also theirs ${mark}” here by now`).waitFor();
    expect([await tagline.inputValue(), await page.getByLabel("Description").inputValue()]).toEqual([
      `Still mine ${mark}`,
      `Theirs again ${mark}`,
    ]);
    await page.getByRole("button", { name: "Save" }).click();
    await said(page, "Saved in the draft.");
    expect((await stored()).body["tagline"]).toBe(`Still mine ${mark}`);
  });
});

/** The time limit for thirty pages twice, in milliseconds. A loaded machine took 88 seconds. */
const EVERY_LIST_MS = 300_000;

test(
  "no list breaks a rule of accessibility, and nothing goes wrong on any (check 34, goal 2)",
  async () => {
    await using desk = await sitDown(browser, site, true, {}, PAGES);
    const wrong = await watch(desk.page, 200);
    const areas = await desk.page
      .locator("#areas a")
      .evaluateAll((all) =>
        all
          .map((link) => link.getAttribute("href") ?? "")
          .filter((path) => path.startsWith("/_editor/") && path !== "/_editor/edit"),
      );
    expect(areas.length).toBeGreaterThan(12);
    const further = [
      `${PAGES}?state=deleted`,
      `${PAGES}/services`,
      "/_editor/new-page",
      "/_editor/redirects?test=/blog/x",
      "/_editor/theme?look=drawbridge.slate%2Fslate",
      "/_editor/plugins/drawbridge.basics",
      "/_editor/plugins/find?text=notices",
      "/_editor/people/agents",
      "/_editor/account",
    ];
    for (const path of new Set([...areas, ...further])) {
      await desk.page.goto(site + path);
      expect([path, await axeFindingsEverywhere(desk.page)]).toEqual([path, []]);
    }
    await desk.page.goto(`${site}/_editor/plugins`);
    await desk.page.getByRole("link", { name: "Find plugins and updates" }).press("Enter");
    const words = desk.page.getByRole("searchbox", { name: "Words from a name or a description" });
    await words.fill("opening hours");
    await words.press("Enter");
    await desk.page.waitForURL(`${site}/_editor/plugins/find?text=opening+hours`);
    expect(await words.inputValue()).toBe("opening hours");
    expect(wrong).toEqual([]);
  },
  EVERY_LIST_MS,
);

test("on a phone, the areas open by a button without any script", async () => {
  await using desk = await sitDown(browser, site, false, { viewport: { width: 390, height: 844 } }, PAGES);
  const { page } = desk;
  const link = page.getByRole("navigation", { name: "Editor" }).getByRole("link", { name: "Redirects" });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await link.click();
  await page.getByRole("heading", { level: 1, name: "Redirects" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
