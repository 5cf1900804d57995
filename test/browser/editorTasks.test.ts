import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { persistently, visit } from "../support/driver.ts";
import { axeFindings, axeFindingsEverywhere } from "./axe.ts";
import { launch } from "./chromium.ts";
import type { Demo } from "./demo.ts";
import { startDemo } from "./ownDemo.ts";
import type { AtCanvas } from "./editor.ts";
import { goToCanvas, heard, openCanvas, rewrite, sectionIds, standsAs, storedPage } from "./editor.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** The tasks people come for, in as few actions as they should take, and with keys alone. */
let demo: Demo;
let browser: Browser;
let site: string;
let desk: AtCanvas;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await launch();
  desk = await openCanvas(browser, site, "services");
  ({ page } = desk);
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

/** Counts what a person does: a click, a key with a meaning of its own, a text that is typed. */
class Actions {
  count = 0;

  async click(what: Locator): Promise<void> {
    this.count += 1;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.count += 1;
    await page.keyboard.type(text);
  }
}

const visitorSees = (path: string, words: string): Promise<void> =>
  persistently(async () => {
    const { status, body } = await visit(demo.port, DEMO_HOST, `${path}?fresh=${Date.now()}`);
    expect([status, body.includes(words)]).toEqual([200, true]);
  });

describe("in few actions", () => {
  test("a headline is changed with two clicks and typing (check 1)", async () => {
    const hands = new Actions();
    const draft = await goToCanvas(page, site, "services");
    await hands.click(draft.locator("h1"));
    await hands.press("ControlOrMeta+a");
    await hands.type("Everything for a boat");
    await standsAs(page, "Saved");
    const { sections } = (await storedPage(page, "services")).body;
    expect([hands.count <= 3, sections[0]?.fields["title"]]).toEqual([true, "Everything for a boat"]);
  });

  test("a page with three sections and an entry in the menu is made and published (check 8)", async () => {
    const hands = new Actions();
    await hands.click(page.getByLabel("Menu", { exact: true }));
    await hands.click(page.getByRole("link", { name: "Pages", exact: true }));
    await hands.click(page.getByRole("link", { name: "New page" }));
    await hands.click(page.getByLabel("Title"));
    await hands.type("Open shed");
    await hands.click(page.getByLabel("Put it into the menu"));
    await hands.click(page.getByRole("button", { name: "Create the page" }));
    await page.locator('.paper[aria-busy="false"]').waitFor();
    for (const wanted of ["hero", "faq", "quote"]) {
      await hands.click(page.getByRole("button", { name: "Add a section", exact: true }));
      await hands.type(wanted);
      await hands.press("Enter");
      await heard(page, "is added.");
    }
    await hands.click(page.getByRole("link", { name: "Publish" }));
    await hands.click(page.getByRole("link", { name: "All of them" }));
    await hands.click(page.getByRole("button", { name: /^Publish all/ }));
    await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
    expect(hands.count).toBeLessThanOrEqual(25);
    await visitorSees("/open-shed", "Open shed");
    await visitorSees("/pricing", 'href="/open-shed"');
  });
});

test("a headline is changed and published in German, in pages that are fit for everybody", async () => {
  await using german = await openCanvas(browser, site, "services", { locale: "de-CH" });
  const { page: seite } = german;
  const language = (): Promise<string | null> => seite.locator("html").getAttribute("lang");
  await rewrite(german, "h1", "Alles für Boote");
  await standsAs(seite, "Gespeichert");
  expect([await language(), await axeFindings(seite)]).toEqual(["de", []]);
  await seite.getByRole("button", { name: "Abschnitt hinzufügen", exact: true }).click();
  await seite.getByRole("dialog", { name: "Abschnitt hinzufügen" }).waitFor();
  await seite.keyboard.press("Escape");
  await seite.getByRole("link", { name: "Veröffentlichen" }).click();
  await seite.getByRole("button", { name: "1 Änderung veröffentlichen" }).waitFor();
  expect([await language(), await axeFindings(seite)]).toEqual(["de", []]);
  await seite.getByRole("button", { name: "1 Änderung veröffentlichen" }).click();
  await seite.getByRole("heading", { level: 1, name: "Veröffentlicht" }).waitFor();
  await visitorSees("/services", "Alles für Boote");
  await seite.goto(`${site}/_editor/account`);
  await seite.getByLabel("Sprache", { exact: true }).selectOption({ label: "English" });
  await seite.getByRole("button", { name: "Speichern" }).click();
  await seite.getByRole("status").filter({ hasText: "The editor speaks this language now." }).waitFor();
  await goToCanvas(seite, site, "services");
  await standsAs(seite, "Saved");
});

/** The name of the focused element, as a screen reader would say it. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.closest("label") ?? (element as HTMLInputElement | null)?.labels?.[0];
    return (element?.getAttribute("aria-label") ?? label?.textContent ?? element?.textContent ?? "").trim();
  });

/** Presses a key until the focus is where it is wanted; a keyboard has nothing else. */
async function go(to: string | RegExp, key = "Tab", most = 120): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    const at = await focused();
    if (typeof to === "string" ? at === to : to.test(at)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not get to ${to}: it is at ${await focused()}`);
}

const region = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.closest("[data-region]")?.getAttribute("aria-label") ?? null);

/** From region to region, as far as there are any. */
async function goToRegion(name: string): Promise<void> {
  for (let pressed = 0; pressed < 6; pressed += 1) {
    if ((await region()) === name) return;
    await page.keyboard.press("F6");
  }
  throw new Error(`F6 does not get to ${name}`);
}

async function goToRow(id: string): Promise<void> {
  await goToRegion("Sections");
  const at = (): Promise<string | undefined> =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["id"]);
  const ids = await page
    .locator(".row-name")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset["id"]));
  const key = ids.indexOf((await at()) ?? "") > ids.indexOf(id) ? "ArrowUp" : "ArrowDown";
  for (let pressed = 0; (await at()) !== id; pressed += 1) {
    if (pressed > 60) throw new Error(`no row ${id}`);
    if ((await at()) === undefined) await page.keyboard.press("Tab");
    else await page.keyboard.press(key);
  }
}

/** An entry of the menu of a section, opened from its row. */
async function goToMenuEntry(id: string, word: RegExp): Promise<void> {
  await goToRow(id);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await go(word, "ArrowDown");
  await page.keyboard.press("Enter");
}

describe("by keyboard alone (check 34)", () => {
  const ids = async (id = "services"): Promise<string[]> => sectionIds(await storedPage(page, id));

  beforeAll(async () => {
    await goToCanvas(page, site, "services");
    // From here on nothing is clicked, pointed at or given the focus by the test.
    for (const forbidden of ["click", "dblclick", "tap"] as const)
      Object.assign(page.mouse, { [forbidden]: () => Promise.reject(new Error("no pointer")) });
  });

  test("a headline is changed (task 1)", async () => {
    await goToRow("opening");
    await page.keyboard.press("Enter");
    await goToRegion("Draft");
    await page.keyboard.press("Enter");
    // The line above the headline is the first text of this section.
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Written with keys");
    await page.keyboard.press("Enter");
    await standsAs(page, "Saved");
    expect((await storedPage(page, "services")).body.sections[0]?.fields["title"]).toBe("Written with keys");
  });

  test("a section is added (task 2), moved with Alt (task 3) and into a slot (task 6) and to another place by a list (tasks 4 and 5)", async () => {
    await goToRow("opening");
    for (const key of ["/", "f", "a", "q", "Enter"]) await page.keyboard.press(key);
    await heard(page, "is added.");
    await standsAs(page, "Saved");
    expect(await ids()).toEqual(["opening", "faq", "all", "how", "next"]);
    await goToRow("faq");
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await heard(page, "is now number 4 of 5.");
    await goToMenuEntry("faq", /^Move to…/);
    await go(/^Before Written with keys/);
    await page.keyboard.press("Enter");
    await heard(page, "is now number 1 of 5.");
    await goToRow("next");
    for (const key of ["/", ..."columns", "Enter"]) await page.keyboard.press(key);
    await heard(page, "is added.");
    await goToMenuEntry("faq", /^Move to…/);
    await go(/^Into First column of/);
    await page.keyboard.press("Enter");
    await heard(page, "in First column of");
    await standsAs(page, "Saved");
    expect(await ids()).toEqual(["opening", "all", "how", "next", "columns"]);
  });

  test("a variant is chosen (task 7)", async () => {
    await goToRow("how");
    await page.keyboard.press("Enter");
    await goToRegion("Properties");
    await go(/./, "Tab", 1);
    for (let tabs = 0; tabs < 10; tabs += 1) {
      if (await page.evaluate(() => document.activeElement?.matches(".variants input") === true)) break;
      await page.keyboard.press("Tab");
    }
    const before = (await storedPage(page, "services")).body.sections.find(({ id }) => id === "how")?.variant;
    await page.keyboard.press("ArrowDown");
    await standsAs(page, "Saved");
    const after = (await storedPage(page, "services")).body.sections.find(({ id }) => id === "how")?.variant;
    expect([before, after === before]).toEqual(["across", false]);
  });

  test("a page with a menu entry is made and published (task 8)", async () => {
    await goToRegion("Page and publishing");
    await go("Menu");
    await page.keyboard.press("Enter");
    await go("Pages");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/_editor/pages");
    await go("New page", "Tab", 400);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/_editor/new-page");
    await go(/^Title/);
    await page.keyboard.type("Keys only");
    await go(/^Put it into the menu/);
    await page.keyboard.press("Space");
    await go("Create the page");
    await page.keyboard.press("Enter");
    await page.locator('.paper[aria-busy="false"]').waitFor();
    for (const wanted of ["hero", "faq", "quote"]) {
      await goToRegion("Draft");
      await page.keyboard.press("/");
      await page.keyboard.type(wanted);
      await page.keyboard.press("Enter");
      await heard(page, "is added.");
    }
    await goToRegion("Page and publishing");
    await go("Publish");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/_editor/publish?*");
    await go("All of them", "Tab", 200);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/_editor/publish");
    await go(/^Publish all/, "Tab", 200);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
    await visitorSees("/keys-only", "Keys only");
    expect(sectionIds(await storedPage(page, "keys-only"))).toHaveLength(3);
  });

  test("the draft is no trap: F6 and Shift with F6 lead through all regions and back", async () => {
    await goToCanvas(page, site, "services");
    await goToRow("opening");
    await page.keyboard.press("Enter");
    await goToRegion("Draft");
    await page.keyboard.press("Enter");
    const round = async (key: string): Promise<(string | null)[]> => {
      const seen = [];
      for (let pressed = 0; pressed < 4; pressed += 1) {
        await page.keyboard.press(key);
        seen.push(await region());
      }
      return seen;
    };
    expect(await round("F6")).toEqual(["Properties", "Page and publishing", "Sections", "Draft"]);
    expect(await round("Shift+F6")).toEqual(["Sections", "Page and publishing", "Properties", "Draft"]);
  });
});

/** No plugin's code runs in this demo: answers stand in for it, and what is applied is the site's own doing. */
describe("an action of a plugin", () => {
  const plugin = { id: "lantern.shorten", version: "1.0.0", name: "Short texts" };
  const sentences = { type: "integer", title: "Sentences", minimum: 1, default: 1 };
  const action = {
    plugin,
    name: "shorten",
    title: "Shorten",
    description: "Keeps the first sentences.",
    input: { type: "object", properties: { sentences }, additionalProperties: false },
    section: { types: ["drawbridge.basics/rich-text"] },
    page: false,
    picture: false,
  };
  const after = "A wooden boat is the only vehicle that can be repaired for ever.";
  const dialog = (): Locator => page.getByRole("dialog", { name: "Shorten" });
  const bodyOf = async (): Promise<unknown> =>
    (await storedPage(page, "about")).body.sections.find(({ id }) => id === "idea")?.fields["body"];

  test("proposes with keys alone, is read before and after, applied, and taken back", async () => {
    const before = await bodyOf();
    const { version } = await storedPage(page, "about");
    const section = { id: "idea", type: "drawbridge.basics/rich-text" };
    const proposal = {
      plugin: { id: plugin.id, version: plugin.version },
      action: action.name,
      title: action.title,
      summary: "<b>64 characters</b>",
      page: "about",
      section: "idea",
      media: null,
      version,
      operations: [{ op: "set", section: "idea", fields: { body: after }, was: { body: before } }],
      picture: null,
      changes: [{ section, pointer: "/fields/body", was: before, is: after, isCut: false }],
      shown: { root: {}, stylesheet: "", sections: [{ id: "idea", before: null, after: null }] },
      proof: "",
      expiresAt: 0,
    };
    await page.route("**/api/actions", (route) => route.fulfill({ json: { items: [action] } }));
    await page.route("**/api/plugins/*/actions/shorten", (route) => route.fulfill({ json: proposal }));

    await goToCanvas(page, site, "about");
    await page.locator('[data-row="idea"] .row-more').press("Enter");
    await page.locator(".popup:popover-open").getByRole("button", { name: "Shorten (Short texts)" }).press("Enter");
    await dialog().getByRole("button", { name: "Get a proposal" }).press("Enter");
    await dialog().getByText("<b>64 characters</b>").waitFor();
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    expect(await bodyOf()).toBe(before);
    await dialog().getByRole("button", { name: "Apply" }).press("Enter");
    await dialog().waitFor({ state: "detached" });
    await expect.poll(bodyOf).toBe(after);
    await standsAs(page, "Saved");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(bodyOf).toBe(before);
  });
});
