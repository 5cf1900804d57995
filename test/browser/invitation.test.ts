import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindingsEverywhere } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { type AtDesk, sitDown } from "./desk.ts";
import { askApi, choose } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";

const site = `http://${DEMO_HOST}:${inject("port")}`;
const JOIN = `${site}/_editor/join`;
const GUEST = "Corin Vantrell";

let browser: Profiles;
let owner: AtDesk;
beforeAll(async () => {
  browser = await openProfiles();
  owner = await sitDown(browser, site, true, {}, "/_editor/people");
});
afterAll(async () => {
  await owner?.[Symbol.asyncDispose]();
  await browser?.close();
});

interface Members {
  readonly items: readonly { readonly id: string; readonly name: string | null }[];
}

/** Removes the guest, because all tests share the demo's people. */
async function removeGuest(name: string): Promise<void> {
  const { body } = await askApi<Members>(owner.page, "GET", "/api/members");
  const guest = body.items.find((one) => one.name === name);
  expect((await askApi(owner.page, "DELETE", `/api/members/${guest?.id}`)).status).toBe(200);
}

async function madeFor(name: string): Promise<string> {
  const { page } = owner;
  await page.goto(`${site}/_editor/people`);
  await page.getByLabel("Who is it for?").fill(name);
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = page.locator("#made-link");
  await link.waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(page.url()).toBe(`${site}/_editor/people`);
  return link.inputValue();
}

const finish = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Log in" }).click();
  await choose(page, GUEST);
  await page.getByText("You are logged in as").waitFor();
};

describe("an invitation by a link", () => {
  test("is opened by its address alone, which the browser then forgets", async () => {
    const address = await madeFor("Corin by link");
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
    await page.goto(address);
    await page.getByRole("link", { name: "Log in" }).waitFor();
    expect(page.url()).toBe(JOIN);
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    await finish(page);
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    expect(asked.join("\n")).not.toContain(address.split("#")[1]);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await page.waitForURL(/\/_editor\/edit/);
    await context.close();
    await owner.page.goto(`${site}/_editor/people`);
    await owner.page.getByText("Corin by link joined").waitFor();
    expect(await axeFindingsEverywhere(owner.page)).toEqual([]);
    await removeGuest("Corin by link");
  });

  test("is pasted where no script runs", async () => {
    const address = await madeFor("Corin by hand");
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByLabel("Your link").fill(address);
    await page.getByRole("button", { name: "Open it" }).click();
    await finish(page);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await page.waitForURL(/\/_editor\/edit/);
    await page.goto(address);
    expect(await page.locator("h1").innerText()).toBe("You work on this site already");
    await context.close();
    await removeGuest("Corin by hand");
  });
});
