import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import type { Profiles } from "./profiles.ts";
import { type AtDesk, said, sitDown } from "./desk.ts";
import { lookFindings } from "./look.ts";
import { markupFindings } from "./markup.ts";
import { askApi } from "./member.ts";
import { lendSite, type LentSite } from "./ownEditor.ts";

/** Publishing, schedules, releases and versions in a browser. */
let lent: LentSite;
let browser: Profiles;
let site: string;
/** A member with script, who changes pages through the API. */
let writer: AtDesk;
/** The same member at a screen of this file, with scripts and without. */
let scripted: AtDesk;
let plain: AtDesk;

beforeAll(async () => {
  lent = await lendSite();
  ({ browser, site, desk: writer } = lent);
  scripted = await sitDown(browser, site, true, BERLIN, PUBLISH);
  plain = await sitDown(browser, site, false, BERLIN, PUBLISH);
});

afterAll(() => lent?.[Symbol.asyncDispose]());

const PUBLISH = "/_editor/publish";
const BERLIN = { timezoneId: "Europe/Berlin", viewport: { width: 1280, height: 900 } };

interface Item {
  readonly id: string;
  readonly version: number;
}

const pageAt = async (path: string): Promise<Item> => {
  const { body } = await askApi<{ items: (Item & { path: string })[] }>(writer.page, "GET", "/api/pages?limit=200");
  const found = body.items.find((one) => one.path === path);
  if (!found) throw new Error(`the demo has no page at ${path}`);
  return found;
};

async function retitle(path: string, title: string): Promise<void> {
  const { id, version } = await pageAt(path);
  const { status } = await askApi(writer.page, "PATCH", `/api/pages/${id}`, { version, body: { changes: { title } } });
  expect(status).toBe(200);
}

const unpublished = async (): Promise<string[]> => {
  const { body } = await askApi<{ pages: { path: string }[] }>(writer.page, "GET", "/api/changes");
  return body.pages.map(({ path }) => path).toSorted();
};

/** Discards all unpublished changes, so that tests start alike. */
async function asPublished(): Promise<void> {
  for (const path of await unpublished()) {
    const { id, version } = await pageAt(path);
    await askApi(writer.page, "DELETE", `/api/changes/pages/${id}`, { version });
  }
}

const goesTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("link", { name, exact: true }).first().click();
};

test("nothing is published past ticks that are changed and not yet chosen", async () => {
  await asPublished();
  await retitle("/services", "Ticked");
  await retitle("/contact", "Unticked");
  const { page } = scripted;
  await page.goto(site + PUBLISH);
  const [now, later] = [
    page.getByRole("button", { name: /^Publish / }),
    page.getByRole("button", { name: "Schedule" }),
  ];
  const enabled = (): Promise<boolean[]> => Promise.all([now.isEnabled(), later.isEnabled()]);
  const hint = page.getByText("The ticks have changed.").first();
  expect([await enabled(), await hint.isVisible()]).toEqual([[true, true], false]);
  await page.getByRole("checkbox", { name: "Unticked" }).uncheck();
  expect([await enabled(), await hint.isVisible()]).toEqual([[false, false], true]);
  await page.getByRole("checkbox", { name: "Unticked" }).check();
  expect([await enabled(), await hint.isVisible()]).toEqual([[true, true], false]);
  await page.getByRole("checkbox", { name: "Unticked" }).uncheck();
  await page.getByRole("button", { name: "Choose only the ticked ones" }).click();
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
  expect(await unpublished()).toEqual(["/contact"]);
});

test("without a script, what publishes says what it takes while ticks are not chosen yet", async () => {
  await asPublished();
  await retitle("/services", "Chosen");
  await retitle("/contact", "Left out");
  const { page } = plain;
  await page.goto(site + PUBLISH);
  const apart = (n: number) =>
    page.getByText(`Ticks count only after “Choose only the ticked ones”. Until then this is for ${n} of 2 changes.`);
  await page.getByRole("checkbox", { name: "Left out" }).uncheck();
  // Publishing, a schedule and a request for publication each say it.
  expect([await apart(2).count(), await page.getByRole("button", { name: "Publish all 2 changes" }).count()]).toEqual([
    3, 1,
  ]);
  await page.getByRole("button", { name: "Choose only the ticked ones" }).click();
  await page.getByRole("button", { name: "Publish 1 change" }).waitFor();
  expect([await apart(1).count(), await page.getByRole("button", { name: "Publish 1 change" }).count()]).toEqual([
    3, 1,
  ]);
});

test("the page after a publication follows a release that is made in steps", async () => {
  await asPublished();
  await retitle("/services", "Followed");
  const { page } = scripted;
  await page.goto(site + PUBLISH);
  await page.getByRole("button", { name: /^Publish / }).click();
  await page.locator(".outcome.is-ready").waitFor();
  const address = page.url();
  const ready = await page.evaluate(async () => {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    return { headers: Object.fromEntries(answer.headers), html: await answer.text() };
  });
  let looks = 0;
  await page.route(address, (route) => {
    looks += 1;
    const body = looks < 3 ? ready.html.replace("outcome is-ready", "outcome is-building") : ready.html;
    return route.fulfill({ headers: ready.headers, body });
  });
  await page.goto(address);
  expect(await page.locator(".outcome.is-building").count()).toBe(1);
  await page.locator(".outcome.is-ready").waitFor();
  await page.waitForTimeout(2_000);
  expect(looks).toBe(3);
  await page.unroute(address);
});

describe.each([
  ["with a script", true],
  ["without a script", false],
])("%s", (_, isScripted) => {
  test("one of two changed pages is looked at and published in four clicks (check 15)", async () => {
    await asPublished();
    await retitle("/services", `Services ${isScripted}`);
    await retitle("/contact", `Contact ${isScripted}`);
    const { page } = isScripted ? scripted : plain;
    await page.goto(`${site}/_editor/media`);
    await goesTo(page, "Publish");
    await page.getByRole("link", { name: `Before and after: Services ${isScripted}` }).click();
    const frames = page.locator("iframe");
    expect(await frames.count()).toBe(2);
    const titles = [0, 1].map((index) => frames.nth(index).contentFrame().locator("title").textContent());
    const [before, after] = await Promise.all(titles);
    expect([before?.includes(`Services ${isScripted}`), after?.includes(`Services ${isScripted}`)]).toEqual([
      false,
      true,
    ]);
    expect((await page.locator(".difference ins").allTextContents()).join().trim()).not.toBe("");
    await page.getByRole("link", { name: "Publish only this" }).click();
    await page.getByRole("button", { name: "Publish 1 change" }).click();
    await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
    expect(await unpublished()).toEqual(["/contact"]);
  });

  test("a publication is scheduled at the time that was meant, seen, and cancelled (check 16)", async () => {
    await asPublished();
    await retitle("/services", `Later ${isScripted}`);
    const { page } = isScripted ? scripted : plain;
    await page.goto(site + PUBLISH);
    const help = page.locator("#schedule-at-help");
    expect(await help.textContent()).toBe(
      isScripted
        ? "The time is yours: Europe/Berlin."
        : "The time is in UTC, because the settings of this site name no time zone.",
    );
    await page.getByLabel("Day and time").fill("2027-03-01T08:30");
    await page.getByRole("button", { name: "Schedule" }).click();
    await said(page, "Scheduled.");
    const { body } = await askApi<{ items: { at: number }[] }>(writer.page, "GET", "/api/schedules");
    expect(new Date(body.items[0]?.at ?? 0).toISOString()).toBe(
      isScripted ? "2027-03-01T07:30:00.000Z" : "2027-03-01T08:30:00.000Z",
    );
    expect(await page.locator('[aria-labelledby="waiting-title"] > ul time').textContent()).toBe(
      isScripted ? "Mar 1, 2027, 8:30 AM GMT+1" : "Mar 1, 2027, 8:30 AM UTC",
    );
    await page.getByRole("button", { name: "Cancel it" }).click();
    await said(page, "Cancelled.");
    expect(await page.getByText("Nothing is scheduled.").count()).toBe(1);
  });

  test("an earlier version and an earlier release are compared and brought back (check 17)", async () => {
    await asPublished();
    const { id } = await pageAt("/services");
    await retitle("/services", `Newer ${isScripted}`);
    const { page } = isScripted ? scripted : plain;
    await page.goto(`${site}/_editor/pages/${id}/history`);
    await page
      .getByRole("link", { name: /^Compare with the draft/ })
      .first()
      .click();
    expect(await page.locator("iframe").count()).toBe(2);
    await page.getByRole("button", { name: /^Go back to version/ }).click();
    await said(page, "The draft has gone back to that version.");
    expect(await unpublished()).toEqual([]);
    await goesTo(page, "Releases");
    await page
      .getByRole("link", { name: /^Compare and go back/ })
      .first()
      .click();
    expect(await page.getByText("The draft stays as it is.").count()).toBe(1);
    await page.getByRole("button", { name: /^Show visitors release/ }).click();
    await said(page, "Visitors see that release again.");
  });

  test("what a colleague types while a page is published is neither lost nor shown", async () => {
    await asPublished();
    await retitle("/services", `Mine ${isScripted}`);
    const { page } = isScripted ? scripted : plain;
    await page.goto(site + PUBLISH);
    await page
      .getByRole("link", { name: /^Only this one/ })
      .first()
      .click();
    await retitle("/contact", `Typed meanwhile ${isScripted}`);
    await page.getByRole("button", { name: "Publish 1 change" }).click();
    await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
    expect(await unpublished()).toEqual(["/contact"]);
    await retitle("/contact", `And on ${isScripted}`);
    await page.goto(site + PUBLISH);
    expect(await page.locator(".name").getByText(`And on ${isScripted}`).count()).toBe(1);
  });
});

describe("the look of", () => {
  test("each page about publishing is fit for everybody, light and dark, at every width (check 34, goal 2)", async () => {
    await asPublished();
    const { id } = await pageAt("/services");
    await retitle("/services", "A <b>title</b> that is longer than most titles of pages are, and goes on for a while");
    const body = { path: "/gone-soon", title: "New page", sections: [] };
    await askApi(writer.page, "POST", "/api/pages", { body: { body } });
    const schedule = { at: Date.now() + 86_400_000, only: { pages: [id] } };
    await askApi(writer.page, "POST", "/api/schedules", { body: schedule });
    const { page } = scripted;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const path of [
      PUBLISH,
      `${PUBLISH}?only=page%3A${id}`,
      `${PUBLISH}/change?of=page%3A${id}`,
      `${PUBLISH}/done?release=1`,
      "/_editor/releases",
      "/_editor/releases/1",
      `/_editor/pages/${id}/history`,
      `/_editor/pages/${id}/history?version=1`,
      "/_editor/history/theme",
    ]) {
      const answer = await page.goto(site + path);
      expect([path, await markupFindings((await answer?.text()) ?? "")]).toEqual([path, []]);
      expect([path, await lookFindings(page)]).toEqual([path, []]);
    }
    expect(asked.filter((address) => !address.startsWith(site))).toEqual([]);
  });
});
