import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindingsEverywhere } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { sitDown } from "./desk.ts";
import { storedPage } from "./editor.ts";
import { askApi } from "./member.ts";
import { startDemo } from "./ownDemo.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** The list and the calendar of a content type, on a demo of this file alone. */
let demo: Demo;
let browser: Profiles;
let site: string;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await openProfiles();
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

const EVENTS = "/_editor/entries?type=drawbridge.events%2Fevent";

test("a member finds events by place, in the order of a column, and by their days", async () => {
  await using desk = await sitDown(browser, site, true, {}, "/_editor/pages");
  const { page } = desk;
  const month = new Date().toISOString().slice(0, 7);
  for (const [day, place] of [
    ["05", "North slip"],
    ["12", "South slip"],
    ["19", "North slip"],
  ] as const)
    await askApi(page, "POST", "/api/pages", {
      body: {
        body: {
          title: `Launch of the ${day}th`,
          path: `/events/launch-${day}`,
          type: "drawbridge.events/event",
          values: { start: `${month}-${day}`, place, topics: ["services"] },
          sections: [],
        },
      },
    });
  await page.reload();
  await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: "Events", exact: true }).click();
  await page.getByRole("heading", { name: "Events", level: 1 }).waitFor();
  const titles = (): Promise<string[]> => page.locator(".entries tbody th a").allTextContents();
  const all = await titles();
  expect(all.length).toBeGreaterThan(1);
  await page.getByRole("columnheader", { name: "Day", exact: true }).getByRole("link").click();
  await page.waitForURL(/order=-start/);
  expect(await titles()).toEqual(all.toReversed());
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.locator("main").getByRole("link", { name: "Calendar" }).click();
  const day = page.getByRole("cell").filter({ hasText: "Launch of the 12th" });
  await day.waitFor();
  expect(await day.locator(".short").textContent()).toBe("12");
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.goto(site + EVENTS);
  await page.getByRole("link", { name: "New Event" }).click();
  expect(await page.getByLabel("Begin with").inputValue()).toBe("drawbridge.events/event");

  await page.goto(site + EVENTS);
  await page.getByLabel("Choose Launch of the 05th").check();
  await page.getByLabel("Choose Launch of the 12th").check();
  await page.getByRole("button", { name: "Change the chosen ones" }).click();
  await page.getByRole("heading", { name: "Change several (2 pages)" }).waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  const topics = page.getByRole("region", { name: "Topics" });
  await topics.getByRole("combobox").selectOption("home");
  await topics.getByRole("button", { name: "Add to each" }).click();
  await page.getByText("Nothing is stored yet.").waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Add to each (2 pages)" }).click();
  await page.getByText("Changed: 2 pages.").waitFor();
  const topicsOf = async (): Promise<unknown> => (await storedPage(page, "events-launch-05")).body;
  expect(await topicsOf()).toMatchObject({ values: { topics: ["services", "home"] } });
  await page.getByRole("button", { name: "Undo this" }).click();
  await page.getByText("As they were before: 2 pages.").waitFor();
  await expect.poll(topicsOf).toMatchObject({ values: { topics: ["services"] } });
});
