import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { visit } from "../support/driver.ts";
import { axeFindingsEverywhere } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { outline, shape, skips, sticksOut } from "./layout.ts";
import { markupFindings } from "./markup.ts";
import { HOSTS, allPages } from "./sitePages.ts";
import { DESK, HEIGHT, WIDTHS, loadAll, openTab, type Tab } from "./view.ts";

const port = inject("port");
const pages = await allPages(port);
let browser: Profiles;
/** A visitor's tab, and one without scripts. */
let tab: Tab;
let plainTab: Tab;

beforeAll(async () => {
  browser = await openProfiles();
  tab = await openTab(browser);
  plainTab = await openTab(browser, { javaScriptEnabled: false });
});

afterAll(() => browser.close());

test("the demo is as large as it should be", () => {
  const counts = HOSTS.map((host) => pages.filter((page) => page.host === host && page.status === 200).length);
  expect(counts[0]).toBeGreaterThanOrEqual(14);
  expect(counts[1]).toBeGreaterThan(0);
});

describe.each(pages.map((page) => [page.host + page.path, page] as const))("%s", (_, sitePage) => {
  let wrong: readonly string[];
  beforeAll(async () => {
    await tab.page.setViewportSize({ width: DESK, height: HEIGHT });
    await tab.page.emulateMedia({ colorScheme: "light" });
    wrong = await tab.show(sitePage);
    await loadAll(tab.page);
  });

  test("is valid HTML as it is served", async () => {
    const { status, headers, body } = await visit(port, sitePage.host, sitePage.path);
    expect([status, headers["content-type"]]).toEqual([sitePage.status, "text/html; charset=utf-8"]);
    expect(await markupFindings(body)).toEqual([]);
  });

  test("is ordered by its headings and landmarks", async () => {
    const { levels, landmarks } = await outline(tab.page);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(skips(levels)).toEqual([]);
    expect([...new Set(landmarks)]).toEqual(["header", "nav", "main", "footer"]);
    for (const one of ["header", "main", "footer"])
      expect(landmarks.filter((landmark) => landmark === one)).toHaveLength(1);
  });

  test("is the same without JavaScript", async () => {
    await plainTab.show(sitePage);
    await loadAll(plainTab.page);
    const shapes = [await shape(tab.page), await shape(plainTab.page)];
    expect(shapes[0]?.length).toBeGreaterThan(20);
    expect(shapes[1]).toEqual(shapes[0]);
  });

  test("fits every width", async () => {
    for (const width of WIDTHS) {
      await tab.page.setViewportSize({ width, height: HEIGHT });
      expect.soft(await sticksOut(tab.page), `${width} px`).toEqual([]);
    }
  });

  test("has nothing axe finds, on a phone or a desk, light or dark", async () => {
    expect.soft(await axeFindingsEverywhere(tab.page)).toEqual([]);
  });

  test("has asked all the while for nothing that is missing, foreign or forbidden, and said nothing to the console", () => {
    expect(wrong).toEqual([]);
  });
});
