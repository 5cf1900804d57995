import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Browser } from "playwright-core";
import type { Theme } from "../../runtime/content.ts";
import { loadDemo, loadThemes } from "../../sites/demo/load.ts";
import { Driver, persistently, visit } from "../support/driver.ts";
import { axeFindings } from "./axe.ts";
import { launch } from "./chromium.ts";
import { sticksOut } from "./layout.ts";
import { markupFindings } from "./markup.ts";
import { DEMO_HOST, pageAt } from "./sitePages.ts";
import { DESK, HEIGHT, PHONE, SCHEMES, WIDTHS, view } from "./view.ts";

/** The theme document changes through a command and a publication, as it does when a member changes it. */
const { tenant, site, theme: ownTheme } = loadDemo("saltmarrow");
const port = inject("port");
const driver = new Driver(port);
let browser: Browser;

/** A question mark keeps these views out of the page cache, which may be stale for a while. */
const PAGES = ["/", "/journal/offsets", "/pricing", "/services"].map((path) => `${path}?fresh`);

async function command<T>(name: string, input: unknown): Promise<T> {
  const envelope = { site: site.id, actor: { kind: "member", id: "tester" }, key: randomUUID(), requestId: randomUUID() };
  const { json } = await driver.call<{ json: string }>(tenant.id, "execute", name, envelope, input);
  return JSON.parse(json) as T;
}

let version = 1;

async function dress(body: Theme): Promise<void> {
  await command("documents.write", { writes: [{ kind: "theme", id: "site", expected: version, body }] });
  version += 1;
  await command("publish", {});
  await persistently(async () => {
    const seen = await Promise.all(PAGES.map((path) => visit(port, DEMO_HOST, path)));
    if (!seen.every((page) => page.body.includes(`data-theme="${body.theme}"`))) throw new Error(`visitors do not see ${body.theme} yet`);
  });
}

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await dress(ownTheme);
  await browser.close();
});

describe.each(Object.entries(loadThemes()))("the demo in %s", (_, theme) => {
  beforeAll(() => dress({ ...theme, scheme: "auto" }));

  test.each(PAGES)("has nothing axe or the validator finds, and fits: %s", async (path) => {
    const { body } = await visit(port, DEMO_HOST, path);
    expect(await markupFindings(body)).toEqual([]);
    await using shown = await view(browser, pageAt(port, DEMO_HOST, path));
    for (const width of [PHONE, DESK]) {
      await shown.page.setViewportSize({ width, height: HEIGHT });
      for (const colorScheme of SCHEMES) {
        await shown.page.emulateMedia({ colorScheme });
        expect.soft(await axeFindings(shown.page), `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    for (const width of WIDTHS) {
      await shown.page.setViewportSize({ width, height: HEIGHT });
      expect.soft(await sticksOut(shown.page), `${width} px`).toEqual([]);
    }
    expect(shown.wrong).toEqual([]);
  });
});
