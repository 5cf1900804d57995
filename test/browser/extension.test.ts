/**
 * The extension's built script in pages of the demo. The Chromium from npm loads no extensions, so the test page plays
 * the browser. It keeps the click listener, runs functions in pages, and records opened tabs.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import { buildExtension } from "../../sites/bundles/extension.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { askApi, choose } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";

const folder = mkdtempSync(join(tmpdir(), "drawbridge-extension-"));
const site = `http://${DEMO_HOST}:${inject("port")}`;
let browser: Profiles;
let page: Page;
let script: string;

beforeAll(async () => {
  await buildExtension(folder);
  script = readFileSync(join(folder, "background.js"), "utf8");
  browser = await openProfiles();
  page = await browser.newPage();
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Done {
  readonly opened: readonly { readonly url: string; readonly index: number }[];
  readonly badge: readonly string[];
}

/** Runs a function in a page from its text, as extensions do. It may use nothing from its surroundings. */
const sentInto = (at: Page) => (text: string, given: readonly unknown[]) =>
  at.evaluate(`(${text})(${given.map((value) => JSON.stringify(value)).join(", ")})`);

/** Clicks the button of the extension at this page. */
async function click(at: Page): Promise<Done> {
  await at.exposeFunction("sendIntoPage", sentInto(at));
  await at.evaluate(standIn);
  await at.evaluate(script);
  return at.evaluate(() => (globalThis as unknown as { clickOnce: () => Promise<Done> }).clickOnce());
}

/** Defines the browser API that the script uses. */
function standIn(): void {
  type Listener = (tab: object) => void;
  const { sendIntoPage } = globalThis as unknown as {
    readonly sendIntoPage: (text: string, given: readonly unknown[]) => Promise<unknown>;
  };
  const done = { opened: [] as { url: string; index: number }[], badge: [] as string[] };
  const clicked: Listener[] = [];
  const { promise: settled, resolve } = Promise.withResolvers<typeof done>();
  const chrome = {
    action: {
      onClicked: { addListener: (listener: Listener) => void clicked.push(listener) },
      setTitle: () => Promise.resolve(),
      setBadgeText: ({ text }: { text: string }) => {
        done.badge.push(text);
        resolve(done);
      },
    },
    scripting: {
      executeScript: async ({ func, args }: { func: unknown; args: unknown[] }) => [
        { result: await sendIntoPage(String(func), args) },
      ],
    },
    tabs: {
      create: (tab: { url: string; index: number }) => {
        done.opened.push(tab);
        resolve(done);
      },
    },
  };
  const clickOnce = (): Promise<typeof done> => {
    for (const listener of clicked) listener({ id: 1, index: 4 });
    return settled;
  };
  Object.assign(globalThis, { chrome, clickOnce });
}

describe("a click on the extension", () => {
  test("at a published page leads through the login to the editor of that page", async () => {
    await page.goto(`${site}/services?from=elsewhere`);
    const { opened, badge } = await click(page);
    expect([opened.length, opened[0]?.index, badge]).toEqual([1, 5, []]);
    await page.goto(opened[0]?.url ?? "");
    expect(new URL(page.url()).hostname).toBe("identity.localhost");
    await choose(page, "Ottilie Marchbank");
    const editor = new URL(page.url());
    expect([editor.origin, editor.pathname]).toEqual([site, "/_editor/edit"]);
    const shown = await askApi(page, "GET", `/api/pages/${editor.searchParams.get("page")}`);
    expect(shown.body).toMatchObject({ body: { path: "/services" } });
  });

  test.each([
    ["names no editor", "<p>A page</p>"],
    ["names an editor elsewhere", '<meta name="svc-editor-endpoint" content="//elsewhere.example/_editor">'],
  ])("at a page that %s opens nothing and says so", async (_, markup) => {
    const stranger = await browser.newPage();
    await stranger.route("https://stranger.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<!doctype html><title>A</title>${markup}` }),
    );
    await stranger.goto("https://stranger.example/");
    expect(await click(stranger)).toEqual({ opened: [], badge: ["–"] });
    await stranger.close();
  });
});
