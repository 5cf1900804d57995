/** The draft in a frame, in a real browser: accessible for pages of the same origin and for no others. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { openProfiles, type Profiles } from "./profiles.ts";
import { type AtDesk, sitDown } from "./desk.ts";
import { DEMO_HOST } from "./sitePages.ts";

const port = inject("port");
const site = `http://${DEMO_HOST}:${port}`;
let browser: Profiles;
let member: AtDesk;

beforeAll(async () => {
  browser = await openProfiles();
  member = await sitDown(browser, site, true);
});

afterAll(() => browser?.close());

/** Adds a frame with this URL to the page, and waits until it has loaded. */
async function framed(page: Page, address: string): Promise<Frame> {
  const handle = await page.evaluateHandle(async (source) => {
    const frame = document.createElement("iframe");
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    frame.id = "framed";
    frame.src = source;
    document.body.append(frame);
    await loaded;
    return frame;
  }, address);
  const frame = await handle.asElement()?.contentFrame();
  if (!frame) throw new Error("the page shows no frame");
  return frame;
}

const isDraft = (frame: Frame): Promise<boolean> =>
  frame.evaluate(() => document.querySelector('meta[name="svc-draft-change"]') !== null);

const isRefused = (frame: Frame): boolean => frame.url().startsWith("chrome-error:");

/** A page at this URL, served to this browser alone. */
async function stranger(address: string): Promise<Page> {
  const page = await member.context.newPage();
  await page.route(address, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A</title>" }),
  );
  await page.goto(address);
  return page;
}

describe("the draft in a frame of the editor", () => {
  let frame: Frame;

  beforeAll(async () => {
    await member.page.goto(`${site}/_editor/edit?page=services`);
    frame = await framed(member.page, `${site}/services`);
  });

  test("says which field each text is, where the editor's page reads it", async () => {
    const marked = await member.page.evaluate(() => {
      const inside = document.querySelector<HTMLIFrameElement>("#framed")?.contentDocument;
      const comments = inside?.createTreeWalker(inside, NodeFilter.SHOW_COMMENT);
      const found: string[] = [];
      while (comments?.nextNode())
        found.push(`${comments.currentNode.nodeValue} ${comments.currentNode.nextSibling?.textContent ?? ""}`);
      return found;
    });
    expect(marked).toContain("[opening/title What we can do for a boat");
  });

  test("runs no script that anybody puts into it (check 39, hazard 7)", async () => {
    const ran = await member.page.evaluate(async () => {
      const inside = document.querySelector<HTMLIFrameElement>("#framed");
      const page = inside?.contentDocument;
      if (!page || !inside.contentWindow) return "no frame";
      const script = page.createElement("script");
      script.append("globalThis.ran = 'a script';");
      const picture = page.createElement("img");
      picture.setAttribute("onerror", "globalThis.ran = 'a handler'");
      const failed = new Promise((resolve) => picture.addEventListener("error", resolve, { once: true }));
      picture.src = "/no-such-picture.png";
      const link = page.createElement("a");
      link.href = "javascript:globalThis.ran = 'a link'";
      page.body.append(script, picture, link);
      await failed;
      link.click();
      return (inside.contentWindow as unknown as { readonly ran?: string }).ran ?? "nothing";
    });
    expect(ran).toBe("nothing");
  });

  test("stays the draft behind a link", async () => {
    expect(await isDraft(frame)).toBe(true);
    await Promise.all([
      frame.waitForURL((address) => address.pathname !== "/services"),
      frame.evaluate(() =>
        document.querySelector<HTMLAnchorElement>('header a[href^="/"]:not([href="/services"])')?.click(),
      ),
    ]);
    expect([new URL(frame.url()).origin, await isDraft(frame)]).toEqual([site, true]);
  });
});

describe("a form in a page that is only looked at", () => {
  test.each([
    ["the draft beside the theme", "/_editor/theme"],
    ["a page that is compared", "/_editor/pages/services/history?version=1"],
  ])("sends nothing with the member's login: %s (hazard 13)", async (_, path) => {
    const { page } = member;
    await page.goto(site + path);
    await page.frameLocator("iframe").first().locator("main").waitFor();
    const posted: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
    const refused = page.waitForEvent("console", (message) => message.text().includes("allow-forms"));
    await page.evaluate(() => {
      const inside = document.querySelector("iframe")?.contentDocument;
      const form = inside?.createElement("form");
      if (!inside || !form) throw new Error("no page is shown");
      Object.assign(form, { method: "post", action: "/_editor/settings", target: "_top" });
      inside.body.append(form);
      form.requestSubmit();
    });
    expect((await refused).text()).toContain("/_editor/settings");
    expect([posted, page.url()]).toEqual([[], site + path]);
  });
});

describe("a page of another origin shows in a frame (hazard 9, hazard 10)", () => {
  test.each([
    ["no draft", "/services"],
    ["no draft by its query", "/services?svc_mode=edit"],
    ["no editor", "/_editor/edit?page=services"],
    ["no login", "/api/auth/start"],
  ])("%s", async (_, path) => {
    const page = await stranger("https://stranger.example/");
    expect(isRefused(await framed(page, site + path))).toBe(true);
    await page.close();
  });

  test("no draft, also under a name beside the site's", async () => {
    const page = await stranger(`http://evil.${DEMO_HOST}:${port}/`);
    expect(isRefused(await framed(page, `${site}/services?svc_mode=edit`))).toBe(true);
    await page.close();
  });
});

test("a visitor's page stands in no frame, also of its own origin", async () => {
  await using visitor = await browser.newContext();
  const page = await visitor.newPage();
  const address = `${site}/a-page-of-the-same-origin`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A</title>" }),
  );
  await page.goto(address);
  expect(isRefused(await framed(page, `${site}/services?svc_mode=edit`))).toBe(true);
});
