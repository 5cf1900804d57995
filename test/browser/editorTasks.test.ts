import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { persistently, visit } from "../support/driver.ts";
import { axeFindings, axeFindingsEverywhere } from "./axe.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import { goToCanvas, heard, openCanvas, rewrite, sectionIds, standsAs, storedPage } from "./editor.ts";
import { Keys } from "./keys.ts";
import { askApi } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";
import type { Profiles } from "./profiles.ts";

/** Common tasks at the canvas, with a bound on the number of actions, and with the keyboard alone. */
let own: OwnEditor;
let browser: Profiles;
let site: string;
let page: Page;
let keys: Keys;

beforeAll(async () => {
  own = await openEditor("services");
  ({ browser, site } = own);
  ({ page } = own.desk);
  keys = new Keys(page);
});

afterAll(() => own?.[Symbol.asyncDispose]());

/** Counts a person's actions: clicks, special keys and typed texts. */
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
    const { status, body } = await visit(own.demo.port, DEMO_HOST, `${path}?fresh=${Date.now()}`);
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
    await hands.click(page.getByRole("link", { name: "New page", exact: true }));
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

/** Checks that the editor says once that visitors still see the undone change. */
async function isToldOfVisitorsOnce(): Promise<void> {
  const said = page.getByRole("status").filter({ hasText: "Visitors still see the published page" });
  await said.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await said.getByRole("link", { name: "Publish" }).getAttribute("href")).toContain("/_editor/publish?only=");
  await said.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await heard(page, "Done again");
  await standsAs(page, "Saved");
  await goToCanvas(page, site, "pricing");
  await page.getByRole("button", { name: "Undo" }).click();
  await heard(page, "Undone");
  await standsAs(page, "Saved");
  expect(await said.count()).toBe(0);
}

test("a newcomer's walk: a headline, a section with a picture, moved, seen on a phone, published alone, taken back (goal 9)", async () => {
  const hands = new Actions();
  const draft = await goToCanvas(page, site, "pricing");
  const { sections: before } = (await storedPage(page, "pricing")).body;
  const title = before[0]?.fields["title"];
  const { version } = await storedPage(page, "contact");
  const other = { version, body: { changes: { title: "Not to be published" } } };
  expect((await askApi(page, "PATCH", "/api/pages/contact", other)).status).toBe(200);
  await hands.click(draft.locator("h1"));
  await hands.press("ControlOrMeta+a");
  await hands.type("What it costs");
  await hands.click(page.getByRole("button", { name: "Add a section", exact: true }));
  await hands.type("picture");
  await hands.press("Enter");
  await hands.click(draft.locator("img[data-editor-lost]").first());
  await hands.click(page.getByRole("dialog", { name: "Choose a picture" }).locator(".pictures button").first());
  await hands.click(page.locator(".section-tools").getByRole("button", { name: "Move up" }));
  await heard(page, "is now number");
  await hands.click(page.locator(".widths").getByRole("button", { name: "Phone" }));
  await expect.poll(() => draft.locator("html").evaluate((html) => html.clientWidth)).toBeLessThanOrEqual(390);
  await standsAs(page, "Saved");
  await hands.click(page.getByRole("link", { name: "Publish" }));
  await hands.click(page.getByRole("button", { name: "Publish 1 change" }));
  await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
  await visitorSees("/pricing", "What it costs");
  const { pages } = (await askApi<{ pages: { path: string }[] }>(page, "GET", "/api/changes")).body;
  expect(pages.map(({ path }) => path)).toEqual(["/contact"]);
  await hands.click(page.getByRole("link", { name: "Go on editing" }));
  await page.locator('.paper[aria-busy="false"]').waitFor();
  const steps = page.getByRole("button", { name: "Undo" });
  while (await steps.isEnabled()) await hands.click(steps);
  await standsAs(page, "Saved");
  const { sections } = (await storedPage(page, "pricing")).body;
  expect([sections.length, sections[0]?.fields["title"]]).toEqual([before.length, title]);
  expect(hands.count).toBeLessThanOrEqual(20);
  await isToldOfVisitorsOnce();
});

test("a headline is changed and published in German, in pages that are fit for everybody", async () => {
  await using german = await openCanvas(browser, site, "services", { locale: "de-CH" });
  const { page: seite } = german;
  const language = (): Promise<string | null> => seite.locator("html").getAttribute("lang");
  await rewrite(german, "h1", "Alles für Boote");
  await standsAs(seite, "Gespeichert");
  expect([await language(), await axeFindings(seite)]).toEqual(["de", []]);
  // The field type of a button is the kernel's, and its two parts are words of the editor.
  await seite.getByRole("group", { name: "Hauptschaltfläche" }).getByLabel("Beschriftung").waitFor();
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
  await seite.getByRole("status").filter({ hasText: "The editor uses this language now." }).waitFor();
  await goToCanvas(seite, site, "services");
  await standsAs(seite, "Saved");
});

const ids = async (): Promise<string[]> => sectionIds(await storedPage(page, "services"));

async function changeHeadline(): Promise<void> {
  await keys.goToRow("opening");
  await keys.press("Enter");
  await keys.goToRegion("Draft");
  await keys.press("Enter");
  // The line above the headline is the section's first text.
  await keys.press("Tab");
  await keys.press("ControlOrMeta+a");
  await keys.type("Written with keys");
  await keys.press("Enter");
  await standsAs(page, "Saved");
  expect((await storedPage(page, "services")).body.sections[0]?.fields["title"]).toBe("Written with keys");
}

async function addSection(): Promise<void> {
  await keys.goToRow("opening");
  for (const key of ["/", "f", "a", "q", "Enter"]) await keys.press(key);
  await heard(page, "is added.");
  await standsAs(page, "Saved");
  expect(await ids()).toEqual(["opening", "faq", "all", "how", "next"]);
}

async function moveWithAlt(): Promise<void> {
  await keys.goToRow("faq");
  await keys.press("Alt+ArrowDown");
  await keys.press("Alt+ArrowDown");
  await heard(page, "is now number 4 of 5.");
}

async function moveByList(): Promise<void> {
  await keys.chooseInMenu("faq", /^Move to…/);
  await keys.go(/^Before Written with keys/);
  await keys.press("Enter");
  await heard(page, "is now number 1 of 5.");
}

async function putIntoSlot(): Promise<void> {
  await keys.goToRow("next");
  for (const key of ["/", ..."columns", "Enter"]) await keys.press(key);
  await heard(page, "is added.");
  await keys.chooseInMenu("faq", /^Move to…/);
  await keys.go(/^Into First column of/);
  await keys.press("Enter");
  await heard(page, "in First column of");
  await standsAs(page, "Saved");
  expect(await ids()).toEqual(["opening", "all", "how", "next", "columns"]);
}

async function takeOutOfSlot(): Promise<void> {
  await keys.chooseInMenu("faq", /^Move to…/);
  await keys.go(/^Before Written with keys/);
  await keys.press("Enter");
  await standsAs(page, "Saved");
  expect(await ids()).toEqual(["faq", "opening", "all", "how", "next", "columns"]);
}

async function chooseVariant(): Promise<void> {
  const variant = async () =>
    (await storedPage(page, "services")).body.sections.find(({ id }) => id === "how")?.variant;
  await keys.goToRow("how");
  await keys.press("Enter");
  await keys.goToRegion("Properties");
  await keys.go(/./, "Tab", 1);
  for (let tabs = 0; tabs < 10; tabs += 1) {
    if (await page.evaluate(() => document.activeElement?.matches(".variants input") === true)) break;
    await keys.press("Tab");
  }
  const before = await variant();
  await keys.press("ArrowDown");
  await standsAs(page, "Saved");
  expect([before, (await variant()) === before]).toEqual(["across", false]);
}

async function publishNewPage(): Promise<void> {
  await keys.goToRegion("Page and publishing");
  await keys.go("Menu");
  await keys.press("Enter");
  await keys.go("Pages");
  await keys.press("Enter");
  await page.waitForURL("**/_editor/pages");
  await keys.go("New page", "Tab", 400);
  await keys.press("Enter");
  await page.waitForURL("**/_editor/new-page");
  await keys.go(/^Title/);
  await keys.type("Keys only");
  await keys.go(/^Put it into the menu/);
  await keys.press("Space");
  await keys.go("Create the page");
  await keys.press("Enter");
  await page.locator('.paper[aria-busy="false"]').waitFor();
  for (const wanted of ["hero", "faq", "quote"]) {
    await keys.goToRegion("Draft");
    await keys.press("/");
    await keys.type(wanted);
    await keys.press("Enter");
    await heard(page, "is added.");
  }
  await keys.goToRegion("Page and publishing");
  await keys.go("Publish");
  await keys.press("Enter");
  await page.waitForURL("**/_editor/publish?*");
  await keys.go("All of them", "Tab", 200);
  await keys.press("Enter");
  await page.waitForURL("**/_editor/publish");
  await keys.go(/^Publish all/, "Tab", 200);
  await keys.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
  await visitorSees("/keys-only", "Keys only");
  expect(sectionIds(await storedPage(page, "keys-only"))).toHaveLength(3);
}

describe("by keyboard alone (check 34)", () => {
  /** Elements that a pointer touched, in the editor or its frames. */
  const pointed: string[] = [];

  beforeAll(async () => {
    await page.exposeFunction("notePointer", (what: string) => void pointed.push(what));
    await page.addInitScript(() => {
      const { notePointer } = globalThis as unknown as { readonly notePointer: (what: string) => Promise<void> };
      addEventListener("pointerdown", ({ target }) => void notePointer(String(target)), true);
    });
    await goToCanvas(page, site, "services");
  });

  test("tasks 1 to 8 are done one after the other, in one run (goal 3)", async () => {
    await changeHeadline();
    await addSection();
    await moveWithAlt();
    await moveByList();
    await putIntoSlot();
    await takeOutOfSlot();
    await chooseVariant();
    await publishNewPage();
    expect(pointed).toEqual([]);
    // Shows that the listener works, so that an empty list proves something.
    await page.getByRole("heading", { level: 1 }).click();
    expect(pointed).toHaveLength(1);
  });

  test("the draft is no trap: F6 and Shift with F6 lead through all regions and back", async () => {
    await goToCanvas(page, site, "services");
    await keys.goToRow("opening");
    await keys.press("Enter");
    await keys.goToRegion("Draft");
    await keys.press("Enter");
    const round = async (key: string): Promise<(string | null)[]> => {
      const seen = [];
      for (let pressed = 0; pressed < 4; pressed += 1) {
        await keys.press(key);
        seen.push(await keys.region());
      }
      return seen;
    };
    expect(await round("F6")).toEqual(["Properties", "Page and publishing", "Sections", "Draft"]);
    expect(await round("Shift+F6")).toEqual(["Sections", "Page and publishing", "Properties", "Draft"]);
  });
});

/** The demo runs no plugin code here, so the test answers for the plugin. The site applies the proposal. */
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
