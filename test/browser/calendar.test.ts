import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindingsEverywhere } from "./axe.ts";
import { said, sitDown } from "./desk.ts";
import { askApi } from "./member.ts";
import { lendSite, type LentSite } from "./ownEditor.ts";
import type { Profiles } from "./profiles.ts";
import { ISSUER } from "../../sites/machine/identity/people.ts";

/** The calendar, and changes of many pages at once. */
let lent: LentSite;
let browser: Profiles;
let site: string;
/** A member at a desk, with scripts. */
let page: Page;

const EVENT = "drawbridge.events/event";
const MONTH = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 7);
const CALENDAR = `/_editor/calendar?day=${MONTH}-10`;

beforeAll(async () => {
  lent = await lendSite();
  ({ browser, site } = lent);
  ({ page } = lent.desk);
  await page.setViewportSize({ width: 1280, height: 900 });
});

afterAll(() => lent?.[Symbol.asyncDispose]());

async function anEvent(page: Page, name: string, values: object): Promise<string> {
  const body = {
    title: name,
    path: `/events/${name.toLowerCase().replaceAll(" ", "-")}`,
    type: EVENT,
    values,
    sections: [],
  };
  const made = await askApi<{ page: string }>(page, "POST", "/api/pages", { body: { body } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.page;
}

const valuesOf = async (page: Page, id: string): Promise<Record<string, unknown>> =>
  (await askApi<{ body: { values: Record<string, unknown> } }>(page, "GET", `/api/pages/${id}`)).body.body.values;

const cell = (page: Page, day: string) => page.locator(`#day-${MONTH}-${day}`);

/** A picture for people who look at these pages. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe("the calendar", () => {
  test("moves an entry of several days by dragging, takes it back, and moves it by keys", async () => {
    const id = await anEvent(page, "Harbour days", { start: `${MONTH}-05`, end: `${MONTH}-07`, place: "Slip" });
    await page.goto(site + CALENDAR);
    await cell(page, "06").getByText("Harbour days").waitFor();
    await picture(page, "calendar-month-1280");
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    await cell(page, "06").getByRole("listitem").filter({ hasText: "Harbour days" }).dragTo(cell(page, "12"));
    await said(page, "“Harbour days” is on");
    expect(await valuesOf(page, id)).toMatchObject({ start: `${MONTH}-11`, end: `${MONTH}-13` });
    await picture(page, "calendar-moved-1280");
    await page.getByRole("button", { name: "Undo" }).click();
    await cell(page, "05").getByText("Harbour days").waitFor();
    expect(await valuesOf(page, id)).toMatchObject({ start: `${MONTH}-05`, end: `${MONTH}-07` });

    const link = cell(page, "05").getByRole("link", { name: "Move Harbour days" });
    await link.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await said(page, "Enter moves it here");
    await picture(page, "calendar-keys-1280");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await said(page, "“Harbour days” is on");
    expect(await valuesOf(page, id)).toMatchObject({ start: `${MONTH}-06`, end: `${MONTH}-08` });
  });

  test("moves what is planned and visible by a form without a script, and says a time that there is none of", async () => {
    await using desk = await sitDown(browser, site, false, {}, CALENDAR);
    const { page } = desk;
    const at = Date.parse(`${MONTH}-14T10:00:00Z`);
    const { body: made } = await askApi<{ schedule: string }>(page, "POST", "/api/schedules", {
      body: { at, label: "Spring" },
    });
    await page.reload();
    await page.getByRole("link", { name: "Move Spring" }).click();
    await page.getByLabel("Day", { exact: true }).fill(`${MONTH}-20`);
    await page.getByRole("button", { name: "Move it" }).click();
    await cell(page, "20").getByText("Spring").waitFor();
    const { body } = await askApi<{ items: { schedule: string; at: number }[] }>(page, "GET", "/api/schedules");
    const moved = body.items.find(({ schedule }) => schedule === made.schedule);
    expect(new Date(moved?.at ?? 0).toISOString().slice(0, 10)).toBe(`${MONTH}-20`);
    await page.getByRole("button", { name: "Undo" }).click();
    await cell(page, "14").getByText("Spring").waitFor();
    await askApi(page, "DELETE", `/api/schedules/${made.schedule}`);
  });

  test("is a list of days on a telephone, and reads from right to left in Arabic", async () => {
    await using desk = await sitDown(browser, site, true, { viewport: { width: 390, height: 800 } }, CALENDAR);
    await cell(desk.page, "06").getByText("Harbour days").first().waitFor();
    expect(await cell(desk.page, "20").isVisible()).toBe(false);
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await picture(desk.page, "calendar-390");
    expect(await axeFindingsEverywhere(desk.page)).toEqual([]);
    await using arabic = await sitDown(
      browser,
      site,
      true,
      { viewport: { width: 1280, height: 900 }, locale: "ar-EG", extraHTTPHeaders: { "accept-language": "ar-EG" } },
      `${CALENDAR}&view=week`,
    );
    await arabic.page.locator(".calendar th").first().waitFor();
    expect(await arabic.page.locator("html").getAttribute("dir")).toBe("rtl");
    await picture(arabic.page, "calendar-week-ar");
    expect(await axeFindingsEverywhere(arabic.page)).toEqual([]);
  });

  test("shows a viewer the days, and nothing to move", async () => {
    const invited = { issuer: ISSUER, subject: "noor-castellane", role: "viewer" };
    expect((await askApi(page, "POST", "/api/members/invitations", { body: invited })).status).toBe(201);
    await using viewer = await sitDown(browser, site, true, {}, CALENDAR, "Noor Castellane");
    await cell(viewer.page, "06").getByText("Harbour days").waitFor();
    await picture(viewer.page, "calendar-viewer");
    expect(await viewer.page.locator("[draggable], [data-move], form[data-form]").count()).toBe(0);
    const forced = await viewer.page.evaluate(async () => {
      const body = new URLSearchParams({
        do: "move",
        key: crypto.randomUUID(),
        item: "value:x:start",
        day: "2026-01-01",
        seen: "",
      });
      return (await fetch("/_editor/calendar", { method: "POST", body })).status;
    });
    expect(forced).toBe(403);

    // Ctrl+K offers a viewer nothing that the site refuses, and leads to the draft.
    await viewer.page.keyboard.press("Control+k");
    const palette = viewer.page.getByRole("dialog", { name: "Go to or do" });
    await palette.getByRole("combobox").fill("serv");
    await palette.getByRole("option", { name: /^Services.*Page$/ }).waitFor();
    expect(await palette.getByRole("option", { name: /List$/ }).count()).toBe(0);
    await palette.getByRole("option", { name: /^Services.*Page$/ }).click();
    await viewer.page.waitForURL(/\/services\?svc_mode=edit$/);
    expect(await viewer.page.locator("h1").count()).toBeGreaterThan(0);
  });
});

describe("many pages at once", () => {
  test("are looked at before they move, move together with redirects, and go back", async () => {
    for (const name of ["one", "two", "three"])
      await askApi(page, "POST", "/api/pages", {
        body: { body: { title: `Ledger ${name}`, path: `/ledger/${name}` } },
      });
    await page.goto(`${site}/_editor/pages?text=ledger`);
    await picture(page, "pages-1280");
    await page.getByRole("link", { name: /^Change all that match/ }).click();
    await page.getByRole("heading", { name: /^Change several/ }).waitFor();
    await picture(page, "bulk-1280");
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    await page.goto(`${site}/_editor/pages?text=ledger`);
    await page.getByLabel("All shown here").check();
    await page.getByLabel("Choose Ledger three").uncheck();
    await page.getByRole("button", { name: "Change the chosen ones" }).click();
    await page.getByLabel("Beginning of the addresses").fill("/ledger");
    await page.getByLabel("New beginning").fill("/notes/ledger");
    await page.getByRole("button", { name: "Move them" }).click();
    await page.getByText("becomes").first().waitFor();
    await picture(page, "bulk-look-1280");
    await page.getByRole("button", { name: /^Move \(/ }).click();
    await said(page, "Changed: 2 pages.");
    await picture(page, "bulk-done-1280");
    const paths = async (): Promise<string[]> => {
      const { body } = await askApi<{ items: { path: string }[] }>(page, "GET", "/api/pages?text=ledger");
      return body.items.map(({ path }) => path).filter((path) => /(?:one|two|three)$/.test(path));
    };
    expect((await paths()).toSorted()).toEqual(["/ledger/three", "/notes/ledger/one", "/notes/ledger/two"]);
    await page.getByRole("button", { name: "Undo this" }).click();
    await said(page, "As they were before: 2 pages.");
    expect((await paths()).toSorted()).toEqual(["/ledger/one", "/ledger/three", "/ledger/two"]);
  });

  test("are found by a filter that a member keeps and shares, and print without what is to press", async () => {
    await page.goto(`${site}/_editor/pages?text=ledger`);
    await page.locator("summary", { hasText: "Save this filter" }).click();
    await page.getByLabel("Name", { exact: true }).fill("The <b>ledger</b>");
    await page.getByLabel("For all members of the site").check();
    await page.getByRole("button", { name: "Save the filter" }).click();
    await said(page, "The filter is saved.");
    await page.goto(`${site}/_editor/pages`);
    await page
      .getByRole("navigation", { name: "Saved filters" })
      .getByRole("link", { name: "The <b>ledger</b>" })
      .click();
    await page.waitForURL(/text=ledger/);
    await picture(page, "saved-1280");
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await picture(page, "print-pages");
    expect(await page.locator(".bar").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Change the chosen ones" }).isVisible()).toBe(false);
    expect(await page.getByText("Ledger one").isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.locator("summary", { hasText: "Save this filter" }).click();
    await page.getByRole("button", { name: "Remove “The <b>ledger</b>”" }).click();
    await said(page, "The filter is removed.");
  });

  test("show the columns that a member chose", async () => {
    await page.goto(`${site}/_editor/entries?type=${EVENT}`);
    await page.locator("summary", { hasText: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Place" }).first().uncheck();
    await page.getByRole("button", { name: "Show these columns" }).click();
    await said(page, "You see these columns");
    await picture(page, "columns-1280");
    expect(await page.getByRole("columnheader", { name: "Place" }).count()).toBe(0);
    expect(await page.getByRole("columnheader", { name: "Day", exact: true }).count()).toBe(1);
    await page.locator("summary", { hasText: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Place" }).first().check();
    await page.getByRole("button", { name: "Show these columns" }).click();
    await page.getByRole("columnheader", { name: "Place" }).waitFor();
  });
});
