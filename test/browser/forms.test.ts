import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { FORM_MIN_SECONDS } from "../../manifests/bounds.ts";
import { pause } from "../support/driver.ts";
import { PDF } from "../support/mediaFiles.ts";
import { launch } from "./chromium.ts";
import { askApi, choose } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";

const site = `http://${DEMO_HOST}:${inject("port")}`;
const BEFORE_A_PERSON_MS = FORM_MIN_SECONDS * 1_000 + 100;

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => void (await browser?.close()));

let visitors = 0;
const aVisitor = (javaScriptEnabled: boolean): Promise<BrowserContext> =>
  browser.newContext({ javaScriptEnabled, extraHTTPHeaders: { "cf-connecting-ip": `2001:db8:f:${(visitors += 1)}::1` } });

async function write(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}

describe.each([["off", false], ["on", true]] as const)("the demo's contact form with script %s", (_, script) => {
  test("is filled in by its labels, and says thank you", async () => {
    const visitor = await aVisitor(script);
    const page = await visitor.newPage();
    await page.goto(`${site}/contact`);
    await write(page, { "Your name": "Robin Ferry", Email: "robin@example.com", Message: "She is eighteen feet, and dry." });
    await page.getByLabel("What is it about?").selectOption({ label: "A visit" });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL(`${site}/api/forms/contact.write/sent#write`);
    expect(await page.getByRole("status").textContent()).toContain("Your message is on the bench");
    expect(await page.locator("h1").count()).toBe(1);
    expect(await visitor.cookies()).toEqual([]);
    await visitor.close();
  });

  test("keeps what was typed when something has to be mended, and is sent then", async () => {
    const visitor = await aVisitor(script);
    const page = await visitor.newPage();
    await page.goto(`${site}/contact`);
    // A browser's own check stops nobody whose browser has none.
    await page.locator("form[method=post]").evaluate((form) => form.setAttribute("novalidate", ""));
    await write(page, { "Your name": "Robin <b>Ferry</b>", Email: "robin@example.com" });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("alert").waitFor();
    expect(page.url()).toBe(`${site}/api/forms/contact.write`);
    expect(await page.getByLabel("Your name").inputValue()).toBe("Robin <b>Ferry</b>");
    await page.getByRole("link", { name: "Message" }).click();
    expect(await page.getByLabel("Message").getAttribute("aria-invalid")).toBe("true");
    await write(page, { Message: "She is eighteen feet, and dry." });
    await pause(BEFORE_A_PERSON_MS);
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL(/\/sent#write$/);
    await visitor.close();
  });
});

const CV = { name: "Robin Ferry, boats.pdf", mimeType: "application/pdf", buffer: Buffer.from(PDF) };

async function apply(page: Page, letter: string): Promise<void> {
  await page.goto(`${site}/team`);
  await page.locator("form[method=post]").evaluate((form) => form.setAttribute("novalidate", ""));
  await write(page, { "Your name": "Robin Ferry", Email: "robin@example.com", "Why you would like to work here": letter });
  await page.getByLabel("CV", { exact: true }).setInputFiles(CV);
  await page.getByLabel("You may keep this").check();
  await page.getByRole("button", { name: "Send application" }).click();
}

describe.each([["off", false], ["on", true]] as const)("the demo's application with script %s", (_, script) => {
  test("asks for its file again when something has to be mended, and says thank you", async () => {
    const visitor = await aVisitor(script);
    const page = await visitor.newPage();
    await apply(page, "");
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Your name").inputValue()).toBe("Robin Ferry");
    expect(await page.locator("#team-apply-cv-problem").textContent()).toBe("Please choose this file again.");
    await apply(page, "I sweep well.");
    await page.waitForURL(`${site}/api/forms/team.apply/sent#apply`);
    await visitor.close();
  });

  test("is read by a member, who saves its file and is shown none of it", async () => {
    const member = await browser.newContext();
    const page = await member.newPage();
    await page.goto(`${site}/api/auth/start`);
    await choose(page, "Ottilie Marchbank");
    const { body: { items: [newest] } } = await askApi<{ items: { id: number; fields: object }[] }>(page, "GET", "/api/forms/team.apply/submissions");
    expect(newest?.fields).toMatchObject({ name: "Robin Ferry", cv: { file: 1, name: CV.name, type: CV.mimeType, bytes: PDF.length } });
    const before = page.url();
    const saving = page.waitForEvent("download");
    await page.evaluate((address) => location.assign(address), `/api/forms/team.apply/submissions/${newest?.id}/files/1`);
    const download = await saving;
    expect([download.suggestedFilename(), page.url()]).toEqual([CV.name, before]);
    expect(readFileSync(await download.path()).equals(CV.buffer)).toBe(true);
    await member.close();
  });
});

test("the newsletter takes an address with nothing but the keyboard", async () => {
  const visitor = await aVisitor(false);
  const page = await visitor.newPage();
  await page.goto(`${site}/journal`);
  await page.getByLabel("Email").focus();
  await page.keyboard.type("robin@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/api\/forms\/journal\.newsletter\/sent/);
  expect(await page.getByRole("status").textContent()).toContain("when the tide is right");
  await visitor.close();
});
