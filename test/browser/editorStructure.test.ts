import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import { requireChromium } from "./launch.ts";
import {
  type AtCanvas,
  type StoredPage,
  bySectionMenu,
  goToCanvas,
  heard,
  openCanvas,
  rewrite,
  rowOf,
  sectionIds,
  standsAs,
  stateOf,
  storedPage,
} from "./editor.ts";
import { askApi, choose } from "./member.ts";
import { HOSTS } from "./sitePages.ts";
import type { Profiles } from "./profiles.ts";

/** Moving, nesting, copying and undoing sections. */
let own: OwnEditor;
let demo: OwnEditor["demo"];
let browser: Profiles;
let site: string;
let desk: AtCanvas;
let page: Page;

beforeAll(async () => {
  own = await openEditor("services");
  ({ demo, browser, site, desk } = own);
  ({ page } = own.desk);
});

afterAll(() => own?.[Symbol.asyncDispose]());

const idsOf = async (id: string): Promise<string[]> => sectionIds(await storedPage(page, id));

/** Drags with the mouse from the middle of one row to just below the top of another. */
async function drag(from: string, to: string): Promise<void> {
  const [start, end] = [await rowOf(page, from).boundingBox(), await rowOf(page, to).boundingBox()];
  if (!start || !end) throw new Error("a row is not seen");
  await page.mouse.move(start.x + 20, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + 3, { steps: 8 });
}

describe("a section is moved", () => {
  test("by dragging it, and Escape leaves it where it was (check 4)", async () => {
    await goToCanvas(page, site, "services");
    expect(await idsOf("services")).toEqual(["opening", "all", "how", "next"]);
    await drag("next", "all");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await drag("next", "all");
    await page.mouse.up();
    await heard(page, "is now number 2 of 4.");
    await standsAs(page, "Saved");
    expect(await idsOf("services")).toEqual(["opening", "next", "all", "how"]);
    const shown = desk.draft.locator("[data-section-id]:not([data-section-parent])");
    expect(await shown.evaluateAll((all) => all.map(({ id }) => id))).toEqual(["opening", "next", "all", "how"]);
  });

  test("by touch, without dragging (check 5)", async () => {
    // No command of WebDriver BiDi makes a phone of the window.
    requireChromium();
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    await using hand = await openCanvas(browser, site, "pricing", phone);
    await hand.page.getByRole("button", { name: "Sections", exact: true }).tap();
    await hand.page.locator('[data-row="details"] .row-more').tap();
    await hand.page.locator(".popup:popover-open").getByRole("button", { name: "Move to…" }).tap();
    await hand.page.getByRole("dialog").getByRole("button").filter({ hasText: "Before" }).nth(1).tap();
    await heard(hand.page, "is now number 2 of 4.");
    await standsAs(hand.page, "Saved");
    expect(await idsOf("pricing")).toEqual(["opening", "details", "plans", "compare"]);
  });

  test("into a slot of another one, and out again (check 6)", async () => {
    await goToCanvas(page, site, "about");
    const before = (await storedPage(page, "about")).body;
    const inside = async (): Promise<string[]> => {
      const holder = (await storedPage(page, "about")).body.sections.find(({ id }) => id === "two-views");
      return (holder?.children?.["first"] ?? []).map(({ id }) => id);
    };
    await bySectionMenu(page, "pause", "Move to…");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Into First column of .*: Before/ })
      .click();
    await heard(page, "is now number 1 of 2 in First column of");
    await standsAs(page, "Saved");
    expect(await inside()).toEqual(["pause", "keep"]);
    await desk.draft.locator('#two-views [data-section-id="pause"], #two-views #pause').first().waitFor();
    await bySectionMenu(page, "pause", "Move to…");
    await page.getByRole("dialog").getByRole("button", { name: "Before How we got here" }).click();
    await heard(page, "is now number 3 of 6.");
    await standsAs(page, "Saved");
    expect((await storedPage(page, "about")).body).toEqual(before);
  });
});

/** A picture for the eye, if a folder for them is named. */
const shot = async (name: string): Promise<void> => {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test("a section is used in several places, changed once, and copied again (requirement 18)", async () => {
  const draft = page.frameLocator(".paper iframe");
  const note = page.getByRole("note");
  await goToCanvas(page, site, "services");
  await bySectionMenu(page, "next", "Use in several places");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Send a photograph");
  await shot("share");
  await page.keyboard.press("Enter");
  await heard(page, "Send a photograph is a shared section now.");
  await standsAs(page, "Saved");
  const placed = (await storedPage(page, "services")).body.sections.find(({ type }) => type.endsWith("/placed"));
  const entry = String(placed?.fields["section"]);
  await draft.locator(`[data-section-id="${placed?.id}"]`).getByText("Not sure whether she is worth it?").waitFor();
  await note.getByText("It stands on this page alone.").waitFor();
  await shot("placed");

  await goToCanvas(page, site, "pricing");
  await page.getByRole("button", { name: "Add a section", exact: true }).first().click();
  await page.getByRole("combobox", { name: "Search sections" }).fill("send a photo");
  await page.getByRole("listbox").getByRole("option", { name: "Send a photograph" }).waitFor();
  await shot("offered");
  await page.keyboard.press("Enter");
  await standsAs(page, "Saved");
  await note.getByText("It also stands on 1 other page.").waitFor();
  await note.getByRole("button", { name: "Change the shared section" }).click();
  await note.getByText("It stands on 2 pages.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await shot("phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  await shot("own");
  await rewrite({ page, draft }, '[data-section-id="next"] h2', "Not sure about her?");
  await page.keyboard.press("Escape");
  await standsAs(page, "Saved");
  expect((await storedPage(page, entry)).body.sections[0]?.fields["title"]).toBe("Not sure about her?");

  await goToCanvas(page, site, "services");
  await draft.getByText("Not sure about her?").waitFor();
  await bySectionMenu(page, placed?.id ?? "", "Make an own copy here");
  await heard(page, "This page has a copy of its own now.");
  await standsAs(page, "Saved");
  expect(await idsOf("services")).toContain("next");
  await page.keyboard.press("ControlOrMeta+z");
  await standsAs(page, "Saved");
  expect(await idsOf("services")).toContain(placed?.id);
});

test("thirty changes of every kind are taken back, and after a reload done again (check 18)", async () => {
  await goToCanvas(page, site, "questions");
  await page.keyboard.press("Escape");
  const { body: before } = await storedPage(page, "questions");
  const [first, second] = before.sections.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error("the page has fewer than two sections");
  const draft = page.frameLocator(".paper iframe");
  const changes: readonly ((round: number) => Promise<void>)[] = [
    async (round) => {
      // Only the first section has the page's main heading.
      await rewrite({ page, draft }, `[data-section-id="${first}"] :is(h1, h2)`, `Headline ${round}`);
      await page.keyboard.press("Escape");
    },
    async (round) => {
      await rowOf(page, first).click();
      await page.locator('[data-field="lead"] :is(input, textarea)').fill(`Lead ${round}`);
    },
    async () => {
      await rowOf(page, second).focus();
      await page.keyboard.press("Control+d");
    },
    async (round) => {
      await rowOf(page, first).focus();
      await page.keyboard.press(round % 2 === 1 ? "Alt+ArrowDown" : "Alt+ArrowUp");
    },
    async (round) => {
      await rowOf(page, first).click();
      await page
        .locator(".variants input")
        .nth((round % 2) + 1)
        .check();
    },
    async (round) => {
      await page.locator(".row-name").last().focus();
      await page.keyboard.press(round % 2 === 0 ? "Delete" : "Alt+ArrowUp");
    },
  ];
  for (const round of [1, 2, 3, 4, 5]) for (const change of changes) await change(round);
  await standsAs(page, "Saved");
  const { body: after } = await storedPage(page, "questions");
  const undo = page.getByRole("button", { name: "Undo" });
  for (let step = 0; step < 30; step += 1) await undo.click();
  expect(await undo.isDisabled()).toBe(true);
  await standsAs(page, "Saved");
  expect((await storedPage(page, "questions")).body).toEqual(before);
  await goToCanvas(page, site, "questions");
  const redo = page.getByRole("button", { name: "Redo" });
  for (let step = 0; step < 30; step += 1) await redo.click();
  expect(await redo.isDisabled()).toBe(true);
  await standsAs(page, "Saved");
  expect((await storedPage(page, "questions")).body).toEqual(after);
});

test("opening and leaving each kind of page of the demo writes nothing (check 19)", { timeout: 240_000 }, async () => {
  const { items } = (await askApi<{ items: { id: string }[] }>(page, "GET", "/api/pages?limit=200")).body;
  const all = async (): Promise<StoredPage[]> => Promise.all(items.map(({ id }) => storedPage(page, id)));
  const before = await all();
  const written: string[] = [];
  page.on("request", (request) => {
    // Previews of variants are POST requests without an effect.
    if (request.method() !== "GET" && !request.url().endsWith("/preview"))
      written.push(`${request.method()} ${request.url()}`);
  });
  // Entries of one type are drawn and edited alike, and so are translations into one language.
  const kinds = Map.groupBy(items, ({ id }, at) => before[at]?.body.type ?? before[at]?.body.language ?? id);
  for (const [first] of kinds.values()) {
    const draft = await goToCanvas(page, site, first?.id ?? "");
    await draft.locator("h1").first().click();
    await page.keyboard.press("Escape");
    expect(await stateOf(page)).toBe("Saved");
  }
  await goToCanvas(page, site, "services");
  expect([items.length > 15, written, await all()]).toEqual([true, [], before]);
});

describe("a copied section (check 23)", () => {
  /** Pastes the copied section after the first one. */
  async function paste(): Promise<void> {
    await page.locator(".row-name").first().focus();
    await page.keyboard.press("Control+v");
  }

  test("is pasted on another page of the site", async () => {
    requireChromium();
    await desk.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await goToCanvas(page, site, "services");
    await rowOf(page, "how").focus();
    await page.keyboard.press("Control+c");
    await heard(page, "is copied.");
    await goToCanvas(page, site, "boats");
    await paste();
    await heard(page, "is pasted.");
    await standsAs(page, "Saved");
    const [copied, pasted] = [await storedPage(page, "services"), await storedPage(page, "boats")];
    const { id: _, ...wanted } = copied.body.sections.find(({ id }) => id === "how") ?? { id: "" };
    expect(pasted.body.sections[1]).toMatchObject(wanted);
  });

  test("goes by keys from page to page where the browser refuses the clipboard to scripts", async () => {
    await page.addInitScript(() => {
      const refuse = (): Promise<never> => Promise.reject(new DOMException("no", "NotAllowedError"));
      Object.defineProperty(navigator, "clipboard", { value: { readText: refuse, writeText: refuse } });
    });
    const draft = await goToCanvas(page, site, "services");
    await rowOf(page, "how").focus();
    await page.keyboard.press("Control+c");
    await heard(page, "is copied.");
    await bySectionMenu(page, "how", "Copy");
    await heard(page, "This browser keeps its clipboard from buttons.");
    const before = await idsOf("services");
    await rowOf(page, "how").focus();
    await page.keyboard.press("Control+x");
    await heard(page, "is cut.");
    await draft.locator('[data-section-id="opening"]').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+v");
    await heard(page, "is pasted.");
    await standsAs(page, "Saved");
    const types = (await storedPage(page, "services")).body.sections.map(({ type }) => type);
    expect([types.length, types.includes("drawbridge.company/steps")]).toEqual([before.length, true]);
    await rowOf(page, "opening").click();
    const lead = page.locator('[data-field="lead"] :is(input, textarea)');
    const text = await lead.inputValue();
    await lead.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Control+v");
    expect(await lead.inputValue()).toContain("drawbridge:section");
    await lead.fill(text);
    await standsAs(page, "Saved");
    expect((await idsOf("services")).length).toBe(before.length);
  });

  test("is pasted on another site, and where its plugin is away, what is lacking is named", async () => {
    const other = `http://${HOSTS[1]}:${demo.port}`;
    await page.goto(`${other}/api/auth/start?return=/_editor/pages`);
    await choose(page, "Thaddeus Quell");
    await goToCanvas(page, other, "visit");
    const before = await idsOf("visit");
    await paste();
    await heard(page, "is pasted.");
    await standsAs(page, "Saved");
    expect(await idsOf("visit")).toHaveLength(before.length + 1);
    const state = { state: "disabled" };
    const away = await askApi(page, "PUT", "/api/plugins/drawbridge.company/state", { body: state });
    expect(away.status).toBe(200);
    await goToCanvas(page, other, "borrowing");
    const whole = await idsOf("borrowing");
    await paste();
    await heard(page, "This site has no section of the type drawbridge.company/steps. Nothing was pasted.");
    expect(await idsOf("borrowing")).toEqual(whole);
  });
});
