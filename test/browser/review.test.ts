import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindingsEverywhere } from "./axe.ts";
import { said, sitDown } from "./desk.ts";
import { goToCanvas } from "./editor.ts";
import { askApi } from "./member.ts";
import { type OwnEditor, openEditor } from "./ownEditor.ts";
import { ISSUER } from "../../sites/machine/identity/people.ts";

/** An author asks for publication, the owner sends it back and then approves it, and visitors see it. */
let own: OwnEditor;

beforeAll(async () => {
  own = await openEditor("services");
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "author" };
  const { status } = await askApi(own.desk.page, "POST", "/api/members/invitations", { body: invited });
  if (status !== 201) throw new Error(`nobody was invited: ${status}`);
});

afterAll(async () => {
  if (own) await askApi(own.desk.page, "PUT", "/api/review", { body: { review: null } });
  await own?.[Symbol.asyncDispose]();
});

async function retitle(page: Page, title: string): Promise<void> {
  const { body } = await askApi<{ version: number }>(page, "GET", "/api/pages/services");
  const change = { operations: [{ op: "set", section: "opening", fields: { title } }] };
  const { status } = await askApi(page, "POST", "/api/pages/services/operations", {
    version: body.version,
    body: change,
  });
  expect(status).toBe(200);
}

/** Waits at the page after a publication, which follows a release in steps. */
const published = (page: Page): Promise<void> => page.locator(".outcome.is-ready").waitFor({ timeout: 90_000 });

const visitorsSee = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    const answer = await fetch(`/services?now=${Math.random()}`, { credentials: "omit", cache: "no-store" });
    return (await answer.text()).includes(wanted);
  }, text);

test("an author asks, is sent back, asks again, and the owner's approval publishes", async () => {
  const owner = own.desk.page;
  await using noor = await sitDown(own.browser, own.site, true, {}, "/_editor/account", "Noor Castellane");
  const author = noor.page;

  await owner.goto(`${own.site}/_editor/requests/rules`);
  expect(await axeFindingsEverywhere(owner)).toEqual([]);
  await owner.getByLabel("Changes need an approval").check();
  await owner.getByRole("button", { name: "Save" }).click();
  await said(owner, "It holds from now on");

  await retitle(author, "What we do for boats by request");
  await author.goto(`${own.site}/_editor/publish?only=page%3Aservices`);
  await author.getByText("Your role may not publish").or(author.getByText("only after an approval")).first().waitFor();
  await author.getByLabel("What changed, and why").fill("A better title\n<b>please</b>");
  await author.getByRole("button", { name: "Ask for publication" }).click();
  await said(author, "The request is made");
  await author.locator(".said", { hasText: "<b>please</b>" }).waitFor();

  await owner.goto(`${own.site}/_editor/publish?only=page%3Aservices`);
  await owner.getByText("This site publishes these changes only after an approval").waitFor();
  await owner.locator(".badge", { hasText: "1 to decide" }).waitFor();
  await owner.getByRole("link", { name: "Requests" }).click();
  await owner.locator("[data-form=approve]").waitFor();
  expect(await axeFindingsEverywhere(owner)).toEqual([]);
  await owner.getByRole("link", { name: /^Before and after/ }).click();
  await owner.locator("ins", { hasText: "by request" }).first().waitFor();
  await owner.goBack();
  await owner.locator("summary", { hasText: "Send back" }).click();
  await owner.getByLabel("What should change").fill("Say which boats");
  await owner.getByRole("button", { name: "Send back" }).click();
  await said(owner, "Sent back with your words");
  expect(await visitorsSee(owner, "by request")).toBe(false);

  await author.goto(`${own.site}/_editor/requests`);
  await author.locator(".said", { hasText: "Say which boats" }).waitFor();
  await retitle(author, "What we do for wooden boats by request");
  await author.getByRole("button", { name: "Ask again" }).click();
  await said(author, "The request is made");

  await owner.goto(`${own.site}/_editor/requests`);
  await owner.getByRole("button", { name: "Approve and publish" }).click();
  await published(owner);
  await expect.poll(() => visitorsSee(owner, "wooden boats by request")).toBe(true);
  await author.goto(`${own.site}/_editor/requests`);
  await author.locator(".badge.is-published").first().waitFor();
});

test("the owner approves no own request, and says so to publish past it", async () => {
  const { page } = own.desk;
  await retitle(page, "What we do in the harbour");
  await page.goto(`${own.site}/_editor/publish?only=page%3Aservices`);
  await page.getByLabel("What changed, and why").fill("The harbour");
  await page.getByRole("button", { name: "Ask for publication" }).click();
  await said(page, "The request is made");
  await expect.poll(() => page.locator("[data-form=approve]").count()).toBe(0);
  await page.goto(`${own.site}/_editor/publish?only=page%3Aservices`);
  await page.locator("summary", { hasText: "Publish without approval" }).click();
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await published(page);
  // The alarm delivers the rows of the log a second later.
  const told = async (): Promise<number> => {
    await page.goto(`${own.site}/_editor/log`);
    return page.getByText("without the approval that the site demands").count();
  };
  await expect.poll(told, { timeout: 20_000 }).toBeGreaterThan(0);
});

test("words are replaced in the whole draft after a look at each, and taken back", async () => {
  const { page } = own.desk;
  await page.goto(`${own.site}/_editor/pages`);
  await page.getByRole("link", { name: "Find and replace" }).click();
  await page.getByLabel("Find", { exact: true }).fill("harbour");
  await page.getByLabel("Replace by").fill("lagoon");
  await page.getByRole("button", { name: "Look" }).click();
  const services = page.locator(".row", { hasText: "/services" }).first();
  await services.locator("ins", { hasText: "lagoon" }).first().waitFor({ timeout: 60_000 });
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  for (const row of await page.locator(".row").all())
    if (!(await row.innerText()).includes("/services")) {
      const tick = row.getByRole("checkbox").first();
      if ((await tick.count()) > 0) await tick.uncheck();
    }
  await page.getByRole("button", { name: /^Replace the chosen texts/ }).click();
  await page.getByRole("button", { name: "Take it all back" }).waitFor();
  const titleNow = async (): Promise<string> => JSON.stringify((await askApi(page, "GET", "/api/pages/services")).body);
  expect(await titleNow()).toContain("in the lagoon");
  await page.getByRole("button", { name: "Take it all back" }).click();
  await page.getByRole("heading", { name: "Taken back: 1" }).waitFor();
  expect(await titleNow()).toContain("in the harbour");
});

test("Ctrl+K finds pages, lists and actions, in the editor's pages and over the canvas", async () => {
  const { page } = own.desk;
  const palette = page.getByRole("dialog", { name: "Go to or do" });
  const field = palette.getByRole("combobox");
  await page.goto(`${own.site}/_editor/media`);
  await page.keyboard.press("Control+k");
  await field.fill("e");
  await palette.getByRole("option", { name: /Page$/ }).first().waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.keyboard.press("ArrowUp");
  const marked = await field.getAttribute("aria-activedescendant");
  expect(await palette.getByRole("option").last().getAttribute("id")).toBe(marked);
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator("[data-palette]").click();
  await field.fill("redirects");
  await page.keyboard.press("Enter");
  await page.waitForURL(/_editor\/redirects/);
  await page.setViewportSize({ width: 1280, height: 800 });

  await goToCanvas(page, own.site, "services");
  await page.keyboard.press("Control+k");
  await field.fill("service");
  await palette.getByRole("option", { name: /Page$/ }).first().waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await field.fill("add a sec");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a section" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Go to or do" }).click();
  await field.fill("about");
  await palette
    .getByRole("option", { name: /^About.*Page$/ })
    .first()
    .click();
  await page.waitForURL(/page=about/);
});

test("remarks stand in the canvas, beside before and after and in the list, also a guest's", async () => {
  const { page } = own.desk;
  const draft = await goToCanvas(page, own.site, "services");
  await draft.locator('[data-section-id="opening"]').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Alt+KeyM");
  const panel = page.getByRole("complementary", { name: "Remarks on this page" });
  await panel.getByLabel("What do you want to say?").fill("Which <b>boats</b>?");
  await page.keyboard.press("Control+Enter");
  await panel.locator(".remark-words", { hasText: "Which <b>boats</b>?" }).waitFor();
  await draft.locator('[data-section-id="opening"][data-remarks="1"]').waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Remarks on this page \(1\)/ }).waitFor();

  const made = await askApi<{ path: string }>(page, "POST", "/api/share-links", {
    body: { name: "A client", pages: ["services"], days: 1, remarks: true },
  });
  const guest = await own.browser.newContext();
  const shown = await guest.newPage();
  await shown.goto(own.site + made.body.path);
  await shown.locator("summary", { hasText: "Leave a remark" }).click();
  await shown.getByLabel("Your name").fill("Ada Lovelace");
  await shown.getByLabel("Your remark").fill("I like it");
  await shown.getByRole("button", { name: "Send" }).click();
  await shown.locator("#svc-remarked").waitFor({ state: "visible" });

  await page.goto(`${own.site}/_editor/publish/change?of=page%3Aservices`);
  await page.locator(".remark-words", { hasText: "I like it" }).waitFor();
  await page.goto(`${own.site}/_editor/overview`);
  await page.getByRole("main").getByRole("link", { name: "Remarks", exact: true }).waitFor();
  await page.locator("#changed-title").waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.goto(`${own.site}/_editor/remarks`);
  const list = page.locator(".remark");
  const theirs = list.filter({ hasText: "Ada Lovelace (guest)" });
  await theirs.locator("summary", { hasText: "Answer" }).click();
  await theirs.getByText("People with the link read your answer, without your name.").waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await theirs.getByLabel("Your answer").fill("Thank you, <i>Ada</i>");
  await theirs.getByRole("button", { name: "Answer" }).click();
  await theirs.locator(".remark-words", { hasText: "Thank you" }).waitFor();
  await shown.reload();
  await shown.locator("summary", { hasText: "What was said here (1)" }).click();
  await shown.locator(".svc-answer", { hasText: "Thank you, <i>Ada</i>" }).waitFor();
  expect(await axeFindingsEverywhere(shown)).toEqual([]);
  await guest.close();
  const first = list.filter({ hasText: "Which <b>boats</b>?" });
  await first.locator("summary").click();
  await first.getByLabel("Your answer").fill("All of them");
  await first.getByRole("button", { name: "Answer" }).click();
  await first.locator(".remark-words", { hasText: "All of them" }).waitFor();
  await first.getByRole("button", { name: "Resolve" }).click();
  await expect.poll(() => list.count()).toBe(1);
  await page.getByRole("button", { name: "Resolved" }).click();
  await first.waitFor();
});
