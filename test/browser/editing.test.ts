import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BrowserContext, Page } from "playwright-core";
import { persistently } from "../support/driver.ts";
import { axeFindings } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { startDemo } from "./ownDemo.ts";
import { type AtDesk, type GivenFile, openFile, putInto, said, sitDown, upload } from "./desk.ts";
import { lookFindings } from "./look.ts";
import { markupFindings } from "./markup.ts";
import { askApi, choose } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";
import { watch } from "./watch.ts";

/** A member and a visitor with separate browser profiles, on a demo of this file alone. */
let demo: Demo;
let browser: Profiles;
let profiles: Readonly<Record<"member" | "visitor" | "uninvited", BrowserContext>>;
let member: Page;
let visitor: Page;
let site: string;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await openProfiles();
  profiles = {
    member: await browser.newContext(),
    visitor: await browser.newContext(),
    uninvited: await browser.newContext(),
  };
  [member, visitor] = [await profiles.member.newPage(), await profiles.visitor.newPage()];
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

const PAGE = "/services";
const BEFORE = "What we can do for a boat";
const AFTER = "Everything a wooden boat needs";

const headline = async (page: Page): Promise<string> => (await page.locator("h1").first().textContent())?.trim() ?? "";
const editorMarks = (page: Page): Promise<number> =>
  page.locator('meta[name="svc-draft-change"], [data-page-id], [data-section-id]').count();
const cookieNames = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies(site)).map(({ name }) => name).toSorted();

/** Protected cookies, and the copies that a browser below `localhost` gets of them under plain names. */
const withPlain = (names: readonly string[]): string[] =>
  ["__Host-", "local_host_"].flatMap((prefix) => names.map((name) => prefix + name));

/** Waits until the visitor sees the words. A publication reaches visitors shortly after its answer. */
const visitorSees = (words: string): Promise<void> =>
  persistently(async () => {
    await visitor.goto(site + PAGE);
    expect(await headline(visitor)).toBe(words);
  });

interface Item {
  readonly id: string;
  readonly path: string;
  readonly version: number;
}

async function services(): Promise<Item> {
  const { body } = await askApi<{ items: Item[] }>(member, "GET", "/api/pages?limit=200");
  const found = body.items.find(({ path }) => path === PAGE);
  if (!found) throw new Error("the demo has no page of services");
  return found;
}

const publish = async (): Promise<number> => {
  const {
    body: { change },
  } = await askApi<{ change: number }>(member, "GET", "/api/changes");
  const { status, body } = await askApi<{ release: number }>(member, "POST", "/api/publish", { version: change });
  expect(status).toBe(200);
  return body.release;
};

describe("in a browser", () => {
  test("a stranger sees the published page and nothing meant for an editor (check 40)", async () => {
    const response = await member.goto(`${site}${PAGE}?svc_mode=edit`);
    expect([response?.status(), await headline(member), await editorMarks(member)]).toEqual([200, BEFORE, 0]);
    expect(response?.headers()["x-robots-tag"]).toBeUndefined();
    expect(await cookieNames(profiles.member)).toEqual([]);
    expect((await askApi(member, "GET", "/api/site")).body).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("the owner logs in at the identity provider and lands in the draft", async () => {
    await member.goto(`${site}/api/auth/start?return=${PAGE}`);
    expect(new URL(member.url()).hostname).toBe("identity.localhost");
    await choose(member, "Ottilie Marchbank");
    expect(member.url()).toBe(site + PAGE);
    expect(await member.locator('meta[name="svc-editor-endpoint"]').getAttribute("content")).toBe("/_editor");
    expect(await editorMarks(member)).toBeGreaterThan(3);
    const login = (await profiles.member.cookies(site)).find(({ name }) => name === "__Host-svc_session");
    expect(login).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
    expect(await member.evaluate(() => document.cookie)).toBe("svc_mode=edit");
  });

  test("a change through the API is in the draft at once, and no visitor sees it", async () => {
    const { id, version } = await services();
    const section = `/api/pages/${id}/sections/opening`;
    const changed = await askApi(member, "PATCH", section, { version, body: { fields: { title: AFTER } } });
    expect(changed).toMatchObject({ status: 200, etag: `"${version + 1}"` });
    const late = await askApi(member, "PATCH", section, { version, body: { fields: { title: "Too late" } } });
    expect([late.status, late.body]).toMatchObject([412, { code: "STALE_VERSION", current: version + 1 }]);
    await member.reload();
    expect(await headline(member)).toBe(AFTER);
    await visitorSees(BEFORE);
    await visitor.goto(`${site}${PAGE}?svc_mode=edit`);
    expect([await headline(visitor), await editorMarks(visitor)]).toEqual([BEFORE, 0]);
  });

  test("published, it is what visitors see", async () => {
    expect(await publish()).toBe(2);
    await visitorSees(AFTER);
    expect(await editorMarks(visitor)).toBe(0);
  });

  test("a publication can be planned and called off", async () => {
    const at = Date.now() + 3_600_000;
    const planned = await askApi<{ schedule: string }>(member, "POST", "/api/schedules", {
      body: { at, label: "In an hour" },
    });
    expect([planned.status, planned.body]).toMatchObject([201, { at, state: "waiting" }]);
    const cancelled = await askApi(member, "DELETE", `/api/schedules/${planned.body.schedule}`);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { state: "cancelled" }]);
    const past = await askApi(member, "POST", "/api/schedules", { body: { at: Date.now() - 1_000 } });
    expect([past.status, past.body]).toMatchObject([400, { code: "INVALID_REQUEST" }]);
  });

  test("an earlier release shown again is what visitors see, and the draft stays", async () => {
    const restored = await askApi(member, "POST", "/api/releases/1/restore");
    expect(restored.status).toBe(200);
    await visitorSees(BEFORE);
    await member.reload();
    expect(await headline(member)).toBe(AFTER);
  });

  test("logged out, the same browser is a visitor again", async () => {
    expect((await askApi(member, "POST", "/api/auth/logout")).status).toBe(204);
    expect(await cookieNames(profiles.member)).toEqual(withPlain(["svc_known", "svc_login"]));
    const [mine, theirs] = [
      await member.goto(`${site}${PAGE}?svc_mode=edit`),
      await visitor.goto(`${site}${PAGE}?svc_mode=edit`),
    ];
    expect(await mine?.text()).toBe(await theirs?.text());
    expect([await headline(member), await editorMarks(member)]).toEqual([BEFORE, 0]);
    expect((await askApi(member, "GET", "/api/site")).body).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("somebody who is not invited gets a receipt, and no cookie to come in with", async () => {
    const page = await profiles.uninvited.newPage();
    await page.goto(`${site}/api/auth/start?return=${PAGE}`);
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().includes("/api/auth/callback")),
      choose(page, "Corin Vantrell"),
    ]);
    const headers = await answer.allHeaders();
    expect([answer.status(), headers["cache-control"], headers["set-cookie"]]).toEqual([403, "no-store", undefined]);
    expect(await page.locator("dd").allTextContents()).toEqual(["corin-vantrell", "http://identity.localhost"]);
    expect(await cookieNames(profiles.uninvited)).toEqual(withPlain(["svc_login"]));
    expect(await page.locator("main").evaluate((main) => getComputedStyle(main).display)).toBe("grid");
    expect(await axeFindings(page)).toEqual([]);
    expect((await page.goto(`${site}${PAGE}?svc_mode=edit`))?.headers()["x-robots-tag"]).toBeUndefined();
  });
});

const text = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.alloc(40),
});
/** A screenshot as a picture, different for each width. */
async function picture(name: string, width: number): Promise<GivenFile> {
  await visitor.setViewportSize({ width, height: 600 });
  return { name, mimeType: "image/png", buffer: await visitor.screenshot() };
}

describe.each([
  ["on", true],
  ["off", false],
] as const)("the page of media with script %s", (script, isOn) => {
  let desk: AtDesk;
  let page: Page;
  beforeAll(async () => {
    desk = await sitDown(browser, site, isOn);
    ({ page } = desk);
  });
  afterAll(() => desk?.[Symbol.asyncDispose]());

  const name = `slip-${script}.png`;
  const alt = `The slip at low water, script ${script}`;

  test("takes a picture, its description and focal point, puts it into a gallery and publishes it; a visitor sees it", async () => {
    await upload(page, await picture(name, isOn ? 800 : 801));
    await said(page, "1 file is stored.");
    await openFile(page, name);
    await page.getByLabel("Description").fill(alt);
    if (isOn) await page.locator("#stage img").click({ position: { x: 2, y: 2 } });
    else
      for (const field of ["From the left, in percent", "From the top, in percent"])
        await page.getByLabel(field).fill("0");
    await page.getByRole("region", { name: "Describe it" }).getByRole("button", { name: "Save" }).click();
    await said(page, "Saved.");
    await putInto(page, "Boats");
    await page.getByRole("button", { name: "Publish the draft" }).click();
    await said(page, "Published.");
    await persistently(async () => {
      await visitor.goto(`${site}/boats`);
      expect(await visitor.getByAltText(alt).count()).toBe(1);
    });
    const shown = visitor.getByAltText(alt);
    await shown.scrollIntoViewIfNeeded();
    expect(
      await shown.evaluate((image: HTMLImageElement) =>
        image.decode().then(() => [image.naturalWidth > 0, getComputedStyle(image).objectPosition]),
      ),
    ).toEqual([true, "0% 0%"]);
  });

  test("says beside each file what is wrong with it, and keeps the others", async () => {
    await page.goto(`${site}/_editor/media`);
    await upload(page, text("notes.png"), await picture(`good-${script}.png`, isOn ? 700 : 701));
    const refused = page.locator(".is-refused", { hasText: "notes.png" });
    await refused.waitFor();
    expect(await refused.textContent()).toMatch(/This type of file is not accepted here\..*UNSUPPORTED_MEDIA_TYPE/);
    await page.locator(".is-stored", { hasText: `good-${script}.png` }).waitFor();
    await page.getByRole("link", { name: `good-${script}.png` }).waitFor();
    expect(await page.getByRole("link", { name: "notes.png" }).count()).toBe(0);
  });

  test("removes what is used with a second step only", async () => {
    await page.goto(`${site}/_editor/media`);
    await openFile(page, name);
    await page.getByRole("button", { name: "Remove this file" }).click();
    await page.getByRole("alert").filter({ hasText: "Visitors would see a gap there." }).waitFor();
    expect(await page.getByRole("link", { name: "Boats" }).count()).toBe(1);
    await page.getByRole("button", { name: "Remove it anyway" }).click();
    await said(page, "Removed.");
    expect([new URL(page.url()).pathname, await page.getByRole("link", { name }).count()]).toEqual([
      "/_editor/media",
      0,
    ]);
  });
});

test("the pages of media fit any window, are valid and accessible, take files that are dropped, and break no rule of their policy", async () => {
  await using desk = await sitDown(browser, site, true);
  const { page } = desk;
  const wrong = await watch(page, 200);
  await openFile(page, "good-on.png");
  for (const address of [`${site}/_editor/media`, page.url()]) {
    const response = await page.goto(address);
    expect(await markupFindings((await response?.text()) ?? "")).toEqual([]);
    expect(await lookFindings(page)).toEqual([]);
  }

  await page.goto(`${site}/_editor/media`);
  const bytes = (await picture("dropped.png", 600)).buffer.toString("base64");
  await page.evaluate((base64) => {
    const file = new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], "dropped.png");
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, bytes);
  await said(page, "1 file is stored.");
  await page.getByRole("link", { name: "dropped.png" }).waitFor();
  expect([page.url(), wrong]).toEqual([`${site}/_editor/media`, []]);
});
