import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Browser } from "playwright-core";
import { visit } from "../support/driver.ts";
import { axeFindings } from "./axe.ts";
import { launch } from "./chromium.ts";
import { outline, shape, skips, sticksOut } from "./layout.ts";
import { markupFindings } from "./markup.ts";
import { HOSTS, allPages } from "./sitePages.ts";
import { DESK, HEIGHT, PHONE, SCHEMES, WIDTHS, loadAll, view } from "./view.ts";

const port = inject("port");
const pages = await allPages(port);
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

test("the demo is as large as it should be", () => {
  const counts = HOSTS.map((host) => pages.filter((page) => page.host === host && page.status === 200).length);
  expect(counts[0]).toBeGreaterThanOrEqual(14);
  expect(counts[1]).toBeGreaterThan(0);
});

describe.each(pages.map((page) => [page.host + page.path, page] as const))("%s", (_, sitePage) => {
  test("has nothing axe finds, on a phone or a desk, light or dark", async () => {
    await using shown = await view(browser, sitePage);
    for (const width of [PHONE, DESK]) {
      await shown.page.setViewportSize({ width, height: HEIGHT });
      for (const colorScheme of SCHEMES) {
        await shown.page.emulateMedia({ colorScheme });
        expect.soft(await axeFindings(shown.page), `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test("is valid HTML as it is served", async () => {
    const { status, headers, body } = await visit(port, sitePage.host, sitePage.path);
    expect([status, headers["content-type"]]).toEqual([sitePage.status, "text/html; charset=utf-8"]);
    expect(await markupFindings(body)).toEqual([]);
  });

  test("fits every width, asks for nothing that is missing, foreign or forbidden, and says nothing to the console", async () => {
    await using shown = await view(browser, sitePage);
    await loadAll(shown.page);
    for (const width of WIDTHS) {
      await shown.page.setViewportSize({ width, height: HEIGHT });
      expect.soft(await sticksOut(shown.page), `${width} px`).toEqual([]);
    }
    expect(shown.wrong).toEqual([]);
  });

  test("is ordered by its headings and landmarks", async () => {
    await using shown = await view(browser, sitePage);
    const { levels, landmarks } = await outline(shown.page);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(skips(levels)).toEqual([]);
    expect([...new Set(landmarks)]).toEqual(["header", "nav", "main", "footer"]);
    for (const one of ["header", "main", "footer"]) expect(landmarks.filter((landmark) => landmark === one)).toHaveLength(1);
  });

  test("is the same without JavaScript", async () => {
    const shapes = await Promise.all([true, false].map(async (javaScriptEnabled) => {
      await using shown = await view(browser, sitePage, { javaScriptEnabled });
      await loadAll(shown.page);
      return await shape(shown.page);
    }));
    expect(shapes[0]?.length).toBeGreaterThan(20);
    expect(shapes[1]).toEqual(shapes[0]);
  });
});
