/**
 * Two members, an agent and a client without an account take a page from a draft through remarks and an approval to a
 * scheduled publication. The members and the client sit in Chromium.
 */
import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { said, sitDown } from "../browser/desk.ts";
import { askApi } from "../browser/member.ts";
import { openProfiles, type Profiles } from "../browser/profiles.ts";
import { DEMO_HOST } from "../browser/sitePages.ts";
import { visit } from "../support/driver.ts";
import { agentOf } from "./memberAgent.ts";
import { serveAgents, type Served } from "./start.ts";

let served: Served;
let browser: Profiles;
let site: string;

beforeAll(async () => {
  served = await serveAgents("full");
  site = `http://${DEMO_HOST}:${served.port}`;
  browser = await openProfiles();
});
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

const DRAFTED = "Boats that we mend by hand";
const AGREED = "Wooden boats that we mend by hand";

async function visitorsSee(text: string): Promise<boolean> {
  const reader = await browser.newContext();
  const page = await reader.newPage();
  await page.goto(`${site}/services?now=${randomUUID()}`);
  const seen = (await page.content()).includes(text);
  await reader.close();
  return seen;
}

/** Time for what visitors must not see yet. */
const UNTIL_DUE_MS = 20_000;

/** Enters a time to the second. People choose minutes, for which nobody waits here. */
const enterSoon = (at: Locator): Promise<void> =>
  at.evaluate((input: HTMLInputElement, ms) => {
    const due = Date.now() + ms;
    input.step = "1";
    input.value = new Date(due - new Date(due).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, UNTIL_DUE_MS);

test("a page goes from a draft through remarks and an approval to a scheduled publication", async () => {
  await using owner = await sitDown(browser, site, true, {}, "/_editor/requests/rules");
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "author" };
  expect((await askApi(owner.page, "POST", "/api/members/invitations", { body: invited })).status).toBe(201);
  await owner.page.getByLabel("Changes need an approval").check();
  await owner.page.getByRole("button", { name: "Save" }).click();
  await said(owner.page, "It holds from now on");

  // The author's agent writes. Its member may not publish, so it may not either.
  await using agent = await agentOf(`http://127.0.0.1:${served.port}`, "noor-castellane");
  const write = (name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> =>
    agent.call(name, { idempotencyKey: randomUUID(), ...given });
  const retitle = async (title: string): Promise<void> => {
    const { id, version } = await agent.call("read_draft_page", { page: "services" });
    const operations = [{ op: "set", section: "opening", fields: { title } }];
    await write("edit_page", { page: id, version, operations });
  };
  await retitle(DRAFTED);
  await expect(write("publish", {})).rejects.toThrow("Unauthorized");
  expect(await visitorsSee(DRAFTED)).toBe(false);

  // The client opens a link and says what they think.
  const { body: link } = await askApi<{ path: string }>(owner.page, "POST", "/api/share-links", {
    body: { name: "The client", pages: ["services"], days: 1, remarks: true },
  });
  const client = await (await browser.newContext()).newPage();
  await client.goto(site + link.path);
  await client.getByText(DRAFTED).first().waitFor();
  await client.locator("summary", { hasText: "Leave a remark" }).click();
  await client.getByLabel("Your name").fill("Ada Lovelace");
  await client.getByLabel("Your remark").fill("Say which boats");
  await client.getByRole("button", { name: "Send" }).click();
  await client.locator("#svc-remarked").waitFor({ state: "visible" });

  // The author reads it, and the agent follows it.
  await using author = await sitDown(browser, site, true, {}, "/_editor/remarks", "Noor Castellane");
  const remark = author.page.locator(".remark").filter({ hasText: "Say which boats" });
  await remark.filter({ hasText: "Ada Lovelace (guest)" }).waitFor();
  await retitle(AGREED);
  await remark.locator("summary").first().click();
  await remark.getByLabel("Your answer").fill("The wooden ones");
  await remark.getByRole("button", { name: "Answer" }).click();
  await remark.locator(".remark-words", { hasText: "The wooden ones" }).waitFor();
  await remark.getByRole("button", { name: "Resolve" }).click();
  await client.reload();
  await client.getByText(AGREED).first().waitFor();
  await write("request_publication", { words: "As the client wants it" });

  // The owner looks at it and approves it for a time. The calendar shows it until then.
  await owner.page.goto(`${site}/_editor/requests`);
  await owner.page.locator(".said", { hasText: "As the client wants it" }).waitFor();
  await owner.page
    .getByRole("link", { name: /^Before and after/ })
    .first()
    .click();
  await owner.page.locator("ins", { hasText: "Wooden" }).first().waitFor();
  await owner.page.goBack();
  const approving = owner.page.locator("[data-form=approve]");
  await approving.locator("summary").click();
  await enterSoon(approving.locator('input[name="at"]'));
  await approving.locator('button[type="submit"]').click();
  await said(owner.page, "It is published at that time");
  expect(await visitorsSee(AGREED)).toBe(false);
  await owner.page.goto(`${site}/_editor/calendar?view=week&show=publications`);
  await owner.page.locator(".calendar .is-publication").first().waitFor();

  const answered = async (): Promise<string> =>
    (await visit(served.port, DEMO_HOST, `/services?now=${randomUUID()}`)).body;
  await expect.poll(answered, { timeout: 120_000, interval: 500 }).toContain(AGREED);
  expect(await visitorsSee(AGREED)).toBe(true);
  await client.context().close();
});
