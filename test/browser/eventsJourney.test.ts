/** An agency writes the plugin of docs/plugins/events.md, brings it to a site, and its member uses it in the editor. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { pages } from "../docs/page.ts";
import { Terminal } from "../machine/terminal.ts";
import { persistently, visit } from "../support/driver.ts";
import { axeFindings } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { type AtDesk, sitDown } from "./desk.ts";
import { standsAs } from "./editor.ts";
import { startDemo } from "./ownDemo.ts";
import { DEMO_HOST } from "./sitePages.ts";

const BLOCKS = pages().find(({ path }) => path === "docs/plugins/events.md")?.blocks ?? [];
const FILE = /^[\w./]+\.(?:jsonc|json|liquid)$/;
const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const folder = mkdtempSync(join(tmpdir(), "drawbridge-journey-"));
let demo: Demo;
let browser: Profiles;
let desk: AtDesk;
let page: Page;
let terminal: Terminal;
let site: string;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await openProfiles();
  terminal = new Terminal({ work: folder, home: join(folder, "home"), site });
});

afterAll(async () => {
  terminal?.[Symbol.dispose]();
  await desk?.[Symbol.asyncDispose]();
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const panel = () => page.getByRole("complementary");
const draft = () => page.frameLocator(".paper iframe");

test("the files of the page pass its check, and its commands bring the plugin to the site", async () => {
  for (const { heading, code } of BLOCKS.filter((block) => FILE.test(block.heading))) {
    const path = join(folder, "plugins/events", heading);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  const commands =
    BLOCKS.find(({ heading }) => heading === "On the site")
      ?.code.trim()
      .split("\n") ?? [];
  expect(commands.map((one) => one.replace("npx svc ", ""))).toEqual([
    "plugin check plugins/events",
    "plugin dev plugins/events",
  ]);
  expect(await terminal.typed("plugin check plugins/events")).toMatch(/^ok {2}acme\.events 1\.0\.0 /);
  await terminal.logInAs("ottilie-marchbank");
  expect(await terminal.typed(`plugin dev plugins/events --once --key ${demo.signingKey}`)).toMatch(
    /acme\.events +1\.0\.0-dev\.\d+ +installed +active\n/,
  );
});

async function addEvent(title: string, day: string, place: string): Promise<void> {
  await page.goto(`${site}/_editor/new-page`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Begin with").selectOption({ label: "Event (acme.events)" });
  await page.getByRole("button", { name: "Create the page" }).click();
  await draft().getByRole("heading", { level: 1, name: title }).waitFor();
  await panel().getByLabel("Day").fill(day);
  await panel().getByLabel("Place").fill(place);
  await standsAs(page, "Saved");
}

const event = (path: string, title: string, values: object, more: object = {}): object => ({
  do: "create",
  body: { path, title, type: "acme.events/event", values, sections: [], ...more },
});

/** Eleven events of the past and a German one, as an import would bring them. */
async function addPast(): Promise<void> {
  const past = Array.from({ length: 11 }, (_, at) =>
    event(`/events/long-ago-${at + 1}`, `Long ago ${at + 1}`, {
      start: `2020-01-${String(at + 1).padStart(2, "0")}`,
      place: "Old slip",
    }),
  );
  const german = event(
    "/de/events/takelkurs",
    "Takelkurs",
    { start: dayFromNow(4), place: "Mastschuppen" },
    { language: "de" },
  );
  const answer = await page.evaluate(
    async (body) => {
      const headers = { "Content-Type": "application/json", "Idempotency-Key": "a-year-of-events" };
      return (await fetch("/api/pages/batch", { method: "POST", headers, body })).text();
    },
    JSON.stringify({ items: [...past, german] }),
  );
  expect(answer).toContain("inverse");
}

test("a member writes events with a topic, and a page with both lists", async () => {
  desk = await sitDown(browser, site, true, { viewport: { width: 1280, height: 900 } }, "/_editor/pages");
  ({ page } = desk);
  await addEvent("Rigging for hands", dayFromNow(3), "Mast shed");
  await panel().getByLabel("Price").fill("12");
  await draft().getByText("12 €").waitFor();
  await panel().getByRole("button", { name: "Add Topics" }).click();
  await panel()
    .getByRole("button", { name: /^Topics 1/ })
    .click();
  // A click on a list that the answer moves meanwhile would choose nothing.
  const answered = page.waitForResponse((one) => one.url().includes("Services"));
  await page.getByRole("dialog").getByLabel("Search pages by title").fill("Services");
  await answered;
  await expect.poll(() => page.getByRole("dialog").getByRole("status").innerText()).toBe("");
  await page
    .getByRole("dialog")
    .getByRole("option", { name: /^Services/ })
    .or(page.getByRole("dialog").getByRole("button", { name: /^Services/ }))
    .first()
    .click();
  await standsAs(page, "Saved");
  await draft().getByRole("link", { name: "Services" }).last().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await addPast();

  await page.goto(`${site}/_editor/new-page`);
  await page.getByLabel("Title").fill("What is on");
  await page.getByRole("button", { name: "Create the page" }).click();
  await page.locator('.paper[aria-busy="false"]').waitFor();
  for (const name of ["Coming events", "Past events"]) {
    await page.getByRole("button", { name: "Add a section", exact: true }).click();
    const search = page.getByRole("combobox", { name: "Search sections" });
    await search.fill(name);
    await page.getByRole("option", { name }).first().waitFor();
    await search.press("Enter");
    await standsAs(page, "Saved");
  }
  await draft().getByRole("link", { name: "Rigging for hands" }).waitFor();
  await draft().getByRole("link", { name: "Long ago 11" }).waitFor();
});

test("visitors see the event, the lists, the second page of the archive, structured data, a calendar and German words", async () => {
  await page.goto(`${site}/_editor/publish`);
  await page
    .getByRole("button", { name: /^Publish/ })
    .first()
    .click();
  const seen = async (path: string): Promise<string> => {
    const { status, body } = await visit(demo.port, DEMO_HOST, path);
    expect(status, path).toBe(200);
    return body;
  };
  await persistently(async () => {
    expect(await seen("/events/rigging-for-hands")).toContain("Mast shed");
  });
  const gig = await seen("/events/rigging-for-hands");
  expect(gig).toContain("12 €");
  expect(gig).toContain('"@type": "Event"');
  expect(await seen("/events/rigging-for-hands.ics")).toContain(
    `DTSTART;VALUE=DATE:${dayFromNow(3).replaceAll("-", "")}`,
  );
  const lists = await seen("/what-is-on");
  expect(lists).toContain('href="/events/rigging-for-hands"');
  expect(lists.match(/href="\/events\/long-ago-\d+"/g)).toHaveLength(10);
  expect(await seen("/what-is-on/page/2")).toContain('href="/events/long-ago-1"');
  expect(await seen("/what-is-on/2020/01")).toContain("Long ago 11");
  expect(gig).toContain("<dt>Place</dt>");
  expect(await seen("/de/events/takelkurs")).toContain("<dt>Ort</dt>");
});
