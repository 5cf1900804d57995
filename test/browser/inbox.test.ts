import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { PDF, pdfOf } from "../support/mediaFiles.ts";
import { axeFindings } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { type AtDesk, said, sitDown } from "./desk.ts";
import { outline, skips } from "./layout.ts";
import { lookFindings } from "./look.ts";
import { markupFindings } from "./markup.ts";
import { askApi } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";
import { SCHEMES } from "./view.ts";
import { Visitors } from "./visitors.ts";
import { watch } from "./watch.ts";

const site = `http://${DEMO_HOST}:${inject("port")}`;
const FORMS = "/_editor/forms";

let browser: Profiles;
let visitors: Visitors;
beforeAll(async () => {
  browser = await openProfiles();
  visitors = new Visitors(browser, "b");
});
afterAll(async () => void (await browser?.close()));

/** Sends a form of the demo as a visitor of their own. */
async function visit(
  path: string,
  sent: string,
  javaScriptEnabled: boolean,
  fill: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await visitors.next(javaScriptEnabled);
  await page.goto(site + path);
  await fill(page);
  if (!javaScriptEnabled) await page.waitForURL(`${site}${sent}`);
  await page.locator(".form-sent").waitFor();
}

const write = (name: string, message: string, isOn = false): Promise<void> =>
  visit("/contact", "/api/forms/contact.write/sent#write", isOn, async (page) => {
    for (const [label, text] of Object.entries({ "Your name": name, Email: "robin@example.com", Message: message }))
      await page.getByLabel(label).fill(text);
    await page.getByLabel("What is it about?").selectOption({ label: "A visit" });
    await page.getByRole("button", { name: "Send message" }).click();
  });

const apply = (name: string, file: string, buffer: Buffer, isOn = false): Promise<void> =>
  visit("/team", "/api/forms/team.apply/sent#apply", isOn, async (page) => {
    for (const [label, text] of Object.entries({
      "Your name": name,
      Email: "robin@example.com",
      "Why you would like to work here": "I sweep well.",
    }))
      await page.getByLabel(label).fill(text);
    await page.getByLabel("CV", { exact: true }).setInputFiles({ name: file, mimeType: "application/pdf", buffer });
    await page.getByLabel("You may keep this").check();
    await page.getByRole("button", { name: "Send application" }).click();
  });

const submission = (page: Page, words: string): Locator => page.getByRole("article").filter({ hasText: words });
const answers = (one: Locator): Promise<string[]> => one.locator("dt, dd").allTextContents();
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

describe.each([
  ["on", true],
  ["off", false],
] as const)("what visitors sent, with script %s", (script, isOn) => {
  let desk: AtDesk;
  let page: Page;
  beforeAll(async () => {
    desk = await sitDown(browser, site, isOn, { acceptDownloads: true }, FORMS);
    ({ page } = desk);
  });
  afterAll(() => desk?.[Symbol.asyncDispose]());

  const name = `Robin Ferry, script ${script}`;

  test("is read, marked, searched for, exported and deleted", async () => {
    await write(name, "=1+1\n<b>She is</b> eighteen feet.", isOn);
    await page.goto(site + FORMS);
    await page.getByRole("link", { name: "Contact", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
    const mine = submission(page, name);
    expect(await answers(mine)).toEqual([
      "Your name",
      name,
      "Email",
      "robin@example.com",
      "What is it about?",
      "A visit",
      "Message",
      "=1+1\n<b>She is</b> eighteen feet.",
    ]);

    const marking = mine.getByRole("button", { name: "Mark as read" });
    // A plugin's page has such buttons. Their name hides the property of the form with its address.
    if (isOn)
      await marking.evaluate((button: HTMLButtonElement) => {
        const named = { type: "button", name: "action", hidden: true } as const;
        for (const value of ["a", "b"])
          button.form?.append(Object.assign(document.createElement("button"), named, { value }));
      });
    await marking.click();
    await said(page, "Marked as read.");
    expect(await mine.getByRole("status").textContent()).toBe("Marked as read.");
    if (isOn) expect(await focused(page)).toBe("Marked as read.");
    else expect(new URL(page.url()).hash).toMatch(/^#s\d+$/);
    await page.getByRole("link", { name: /^Unread/ }).click();
    await page.waitForURL(/unread=true/);
    expect(await mine.count()).toBe(0);
    await page.getByRole("link", { name: /^All \(/ }).click();
    await page.waitForURL(/contact\.write$/);

    await page.getByLabel("Find in answers").fill(`script ${script.toUpperCase()}`);
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=/);
    expect(decodeURIComponent(page.url()).toLowerCase()).not.toContain("script");
    expect(await page.getByRole("article").count()).toBe(1);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export all as CSV" }).click(),
    ]);
    const csv = readFileSync(await download.path(), "utf8");
    expect([
      download.suggestedFilename(),
      csv.includes(`"${name}"`),
      csv.includes('"\'=1+1\n<b>She is</b> eighteen feet."'),
    ]).toEqual(["contact.write.csv", true, true]);

    await mine.getByRole("button", { name: "Delete" }).click();
    await mine.getByRole("alert").waitFor();
    if (isOn) expect(await focused(page)).toContain("Delete this submission");
    await mine.getByRole("link", { name: "Keep it" }).click();
    await mine.getByRole("button", { name: "Delete", exact: true }).click();
    await mine.getByRole("button", { name: "Delete for good" }).click();
    await said(page, "Deleted.");
    expect([await mine.count(), await page.getByLabel("Find in answers").inputValue()]).toEqual([
      0,
      `script ${script.toUpperCase()}`,
    ]);
  });

  test("with a file is saved, and its file taken among the media or deleted", async () => {
    await apply(name, `cv ${script}.pdf`, Buffer.from(pdfOf(script)), isOn);
    await apply(`${name}, again`, "again.pdf", Buffer.from(PDF), isOn);
    await page.goto(`${site}${FORMS}/team.apply`);
    const mine = submission(page, `cv ${script}.pdf`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      mine.getByRole("link", { name: "Download" }).click(),
    ]);
    expect([
      download.suggestedFilename(),
      readFileSync(await download.path()).equals(Buffer.from(pdfOf(script))),
    ]).toEqual([`cv ${script}.pdf`, true]);
    await mine.getByRole("button", { name: "Add to media" }).click();
    await said(page, "The file is in the media now");

    const again = submission(page, `${name}, again`);
    await again.getByRole("button", { name: "Delete the file" }).click();
    await again.getByRole("button", { name: "Delete the file for good" }).click();
    await said(page, "The file is deleted.");
    expect(await again.getByRole("link", { name: "Download" }).count()).toBe(0);

    await mine.getByRole("link", { name: "Added to media" }).click();
    await page.getByRole("heading", { level: 1, name: `cv ${script}.pdf` }).waitFor();
    await page.getByRole("navigation", { name: "Editor" }).getByRole("link", { name: "Forms" }).click();
    await page.waitForURL(site + FORMS);
  });

  test("that somebody deletes meanwhile is said to be gone", async () => {
    await write(`${name}, gone`, "Hello");
    await page.goto(`${site}${FORMS}/contact.write`);
    const id = Number(
      (
        await page
          .getByRole("listitem")
          .filter({ hasText: `${name}, gone` })
          .first()
          .getAttribute("id")
      )?.slice(1),
    );
    await using other = await sitDown(browser, site, true, {}, FORMS);
    expect((await askApi(other.page, "DELETE", `/api/forms/contact.write/submissions/${id}`)).status).toBe(200);
    await submission(page, `${name}, gone`).getByRole("button", { name: "Mark as read" }).click();
    await page.getByRole("alert").filter({ hasText: "There is nothing here." }).waitFor();
    expect(await submission(page, `${name}, gone`).count()).toBe(0);
  });
});

test("the pages of forms fit any window, are valid and accessible, are used by keyboard, and break no rule of their policy (goal 2)", async () => {
  await write("W".repeat(120), `${"https://example.com/".padEnd(900, "w")}\n`.repeat(2));
  await apply("Robin", "a rather long name of a file with nothing in it but one page.pdf", Buffer.from(pdfOf("long")));
  await using desk = await sitDown(browser, site, true, {}, FORMS);
  const { page } = desk;
  const wrong = await watch(page, 200);
  for (const path of [FORMS, `${FORMS}/contact.write`, `${FORMS}/team.apply`]) {
    const response = await page.goto(site + path);
    expect(await markupFindings((await response?.text()) ?? "")).toEqual([]);
    expect(skips((await outline(page)).levels)).toEqual([]);
    expect(await lookFindings(page)).toEqual([]);
  }
  await page.goto(`${site}${FORMS}/contact.write`);
  await page.getByLabel("Find in answers").fill("nobody wrote this");
  await page.keyboard.press("Enter");
  await page.getByText("No submission searched so far has").waitFor();
  const again = await page.goto(page.url());
  expect(await markupFindings((await again?.text()) ?? "")).toEqual([]);
  expect(skips((await outline(page)).levels)).toEqual([]);
  expect(await lookFindings(page)).toEqual([]);
  expect(wrong).toEqual([]);

  await page.goto(`${site}${FORMS}/contact.write`);
  const summary = submission(page, "W".repeat(120)).locator("summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  expect(await submission(page, "W".repeat(120)).locator("details").getAttribute("open")).toBe("");
  await submission(page, "W".repeat(120)).getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Delete for good");
  expect(await page.locator("main a[href*='example.com']:not([href^='mailto:'])").count()).toBe(0);
});

test.each([
  ["on", true],
  ["off", false],
] as const)("whoever logs out, with script %s, is on the site and has to log in again", async (_, isOn) => {
  await using desk = await sitDown(browser, site, isOn, {}, FORMS);
  await desk.page.getByRole("button", { name: "Log out" }).click();
  await desk.page.waitForURL(`${site}/`);
  expect((await desk.context.cookies(site)).filter(({ name }) => name.includes("session"))).toEqual([]);
  await desk.page.goto(site + FORMS);
  await desk.page.getByRole("button", { name: "Ottilie Marchbank" }).waitFor();
});
