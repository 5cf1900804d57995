import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import { FORM_MIN_SECONDS } from "../../manifests/bounds/forms.ts";
import { pause } from "../support/driver.ts";
import { PDF } from "../support/mediaFiles.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { askApi, choose } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";
import { Visitors } from "./visitors.ts";

const site = `http://${DEMO_HOST}:${inject("port")}`;
const BEFORE_A_PERSON_MS = FORM_MIN_SECONDS * 1_000 + 100;

let browser: Profiles;
let visitors: Visitors;

beforeAll(async () => {
  browser = await openProfiles();
  visitors = new Visitors(browser, "f");
});
afterAll(async () => void (await browser?.close()));

/** With script the visitor stays on the page; without, the answer is a new page. */
async function expectSent(
  page: Page,
  script: boolean,
  { page: path, form }: { readonly page: string; readonly form: string },
): Promise<void> {
  await page.locator(".form-sent").waitFor();
  expect(page.url()).toBe(`${site}${script ? path : `/api/forms/${form}/sent#${form.split(".")[1]}`}`);
}

async function write(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}

describe.each([
  ["off", false],
  ["on", true],
] as const)("the demo's contact form with script %s", (_, script) => {
  test("is filled in by its labels, and says thank you", async () => {
    const page = await visitors.next(script);
    await page.goto(`${site}/contact`);
    await write(page, {
      "Your name": "Robin Ferry",
      Email: "robin@example.com",
      Message: "She is eighteen feet, and dry.",
    });
    await page.getByLabel("What is it about?").selectOption({ label: "A visit" });
    await page.getByRole("button", { name: "Send message" }).click();
    await expectSent(page, script, { page: "/contact", form: "contact.write" });
    expect(await page.getByRole("status").textContent()).toContain("Your message is on the bench");
    if (script)
      expect(await page.getByRole("status").evaluate((status) => status === document.activeElement)).toBe(true);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.context().cookies()).toEqual([]);
  });

  test("keeps what was typed when something has to be mended, and is sent then", async () => {
    const page = await visitors.next(script);
    await page.goto(`${site}/contact`);
    // Disables the browser's own validation, which not every client has.
    await page.locator("form[method=post]").evaluate((form) => form.setAttribute("novalidate", ""));
    await write(page, { "Your name": "Robin <b>Ferry</b>", Email: "robin@example.com" });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("alert").waitFor();
    expect(page.url()).toBe(`${site}${script ? "/contact" : "/api/forms/contact.write"}`);
    expect(await page.getByRole("alert").evaluate((alert) => alert === document.activeElement)).toBe(true);
    expect(await page.getByLabel("Your name").inputValue()).toBe("Robin <b>Ferry</b>");
    await page.getByRole("link", { name: "Message" }).click();
    expect(await page.getByLabel("Message").getAttribute("aria-invalid")).toBe("true");
    await write(page, { Message: "She is eighteen feet, and dry." });
    await pause(BEFORE_A_PERSON_MS);
    await page.getByRole("button", { name: "Send message" }).click();
    await expectSent(page, script, { page: "/contact#contact-write-message", form: "contact.write" });
  });
});

const CV = { name: "Robin Ferry, boats.pdf", mimeType: "application/pdf", buffer: Buffer.from(PDF) };

async function apply(page: Page, letter: string): Promise<void> {
  await page.goto(`${site}/team`);
  await page.locator("form[method=post]").evaluate((form) => form.setAttribute("novalidate", ""));
  await write(page, {
    "Your name": "Robin Ferry",
    Email: "robin@example.com",
    "Why you would like to work here": letter,
  });
  await page.getByLabel("CV", { exact: true }).setInputFiles(CV);
  await page.getByLabel("You may keep this").check();
  await page.getByRole("button", { name: "Send application" }).click();
}

describe.each([
  ["off", false],
  ["on", true],
] as const)("the demo's application with script %s", (_, script) => {
  test(`${script ? "keeps its file" : "asks for its file again"} when something has to be mended, and says thank you`, async () => {
    const page = await visitors.next(script);
    await apply(page, "");
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Your name").inputValue()).toBe("Robin Ferry");
    const problem = page.locator("#team-apply-cv-problem");
    if (script) {
      expect([
        await problem.count(),
        await page.getByLabel("CV", { exact: true }).evaluate((input) => (input as HTMLInputElement).files?.[0]?.name),
      ]).toEqual([0, CV.name]);
    } else {
      expect(await problem.textContent()).toBe("Please choose this file again.");
      await page.getByLabel("CV", { exact: true }).setInputFiles(CV);
    }
    await write(page, { "Why you would like to work here": "I sweep well." });
    await pause(BEFORE_A_PERSON_MS);
    await page.getByRole("button", { name: "Send application" }).click();
    await expectSent(page, script, { page: "/team", form: "team.apply" });
  });

  test("is read by a member, who saves its file and is shown none of it", async () => {
    const member = await browser.newContext();
    const page = await member.newPage();
    await page.goto(`${site}/api/auth/start`);
    await choose(page, "Ottilie Marchbank");
    const {
      body: {
        items: [newest],
      },
    } = await askApi<{ items: { id: number; fields: object }[] }>(page, "GET", "/api/forms/team.apply/submissions");
    expect(newest?.fields).toMatchObject({
      name: "Robin Ferry",
      cv: { file: 1, name: CV.name, type: CV.mimeType, bytes: PDF.length },
    });
    const before = page.url();
    const saving = page.waitForEvent("download");
    await page.evaluate(
      (address) => location.assign(address),
      `/api/forms/team.apply/submissions/${newest?.id}/files/1`,
    );
    const download = await saving;
    expect([download.suggestedFilename(), page.url()]).toEqual([CV.name, before]);
    expect(readFileSync(await download.path()).equals(CV.buffer)).toBe(true);
    await member.close();
  });
});

test("the newsletter takes an address with nothing but the keyboard", async () => {
  const page = await visitors.next(false);
  await page.goto(`${site}/journal`);
  await page.getByLabel("Email").focus();
  await page.keyboard.type("robin@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/api\/forms\/journal\.newsletter\/sent/);
  expect(await page.getByRole("status").textContent()).toContain("when the tide is right");
});

describe("a form that a script sends", () => {
  const open = async (): Promise<Page> => {
    const page = await visitors.next(true);
    await page.goto(`${site}/contact`);
    await write(page, {
      "Your name": "Robin Ferry",
      Email: "robin@example.com",
      Message: "She is eighteen feet, and dry.",
    });
    return page;
  };

  test("is sent once however often its button is pressed", async () => {
    const page = await open();
    let posts = 0;
    await page.route("**/api/forms/contact.write", async (route) => {
      posts += 1;
      await pause(300);
      await route.continue();
    });
    await page
      .getByRole("button", { name: "Send message" })
      .evaluate((button) => [1, 2, 3].forEach(() => (button as HTMLButtonElement).click()));
    await page.locator(".form-sent").waitFor();
    expect(posts).toBe(1);
  });

  test("is left to the browser when what answers is no form, and when nothing does", async () => {
    const page = await open();
    let posts = 0;
    await page.route("**/api/forms/contact.write", (route) => {
      posts += 1;
      if (posts === 1) return route.abort();
      if (posts === 2) return route.continue();
      return route.fulfill({
        status: 429,
        contentType: "text/html",
        body: "<!doctype html><title>Wait</title><p>Too many.",
      });
    });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL(/\/sent#write$/);
    expect(posts).toBe(2);
    await page.goto(`${site}/contact`);
    await write(page, { "Your name": "Robin Ferry", Email: "robin@example.com", Message: "And she is blue." });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Too many.").waitFor();
    expect([posts, page.url()]).toEqual([4, `${site}/api/forms/contact.write`]);
  });

  test("is sent with fields that are called like what a form has", async () => {
    const page = await open();
    const names = [
      "action",
      "matches",
      "submit",
      "getAttribute",
      "querySelectorAll",
      "replaceWith",
      "setAttribute",
      "elements",
      "append",
    ];
    await page.locator("form[method=post]").evaluate((form, all) => {
      for (const name of all)
        Element.prototype.append.call(
          form,
          Object.assign(document.createElement("input"), { type: "hidden", name, disabled: true }),
        );
    }, names);
    await page.evaluate(() => document.querySelector<HTMLButtonElement>("form[method=post] button")?.click());
    await expectSent(page, true, { page: "/contact", form: "contact.write" });
    expect(await page.locator("form[method=post]").count()).toBe(0);
  });

  test("goes on to the page the owner has chosen", async () => {
    const page = await open();
    await page.route("**/api/forms/contact.write", (route) =>
      route.fulfill({ status: 303, headers: { location: "/journal" } }),
    );
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL(`${site}/journal`);
    expect(await page.getByRole("status").count()).toBe(0);
  });

  test("goes on to the next step, and tells which button was pressed", async () => {
    const page = await open();
    const sent: string[] = [];
    await page.route("**/api/forms/contact.write", (route) => {
      sent.push(route.request().postData() ?? "");
      const form =
        '<input type="hidden" name="_step" value="two"><label>Second <input name="b"></label><button>Send</button><button name="_go" value="back">Back</button>';
      return route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><form action="/api/forms/contact.write">${form}</form>`,
      });
    });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "b");
    expect(await page.getByLabel("Message").count()).toBe(0);
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toEqual([expect.stringMatching(/^name=Robin\+Ferry&/), "_step=two&b=&_go=back"]);
  });

  test("shows how much of its files has gone, by the name of its button", async () => {
    const page = await visitors.next(true);
    let isOver = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (isOver = resolve));
    await page.route("**/api/forms/team.apply", async (route) => {
      await waiting;
      await route.continue();
    });
    await apply(page, "I sweep well.");
    await page.getByRole("progressbar", { name: "Send application" }).waitFor();
    expect(await page.locator("form[aria-busy=true]").count()).toBe(1);
    isOver();
    await expectSent(page, true, { page: "/team", form: "team.apply" });
  });
});
