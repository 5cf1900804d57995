import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindings } from "./axe.ts";
import { goToCanvas, heard, standsAs, storedPage } from "./editor.ts";
import { askApi } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";

/** A member fills in references, days and bound fields of entries, and makes a page an entry. */
let own: OwnEditor;
let page: Page;

beforeAll(async () => {
  own = await openEditor("services");
  ({ page } = own.desk);
});

afterAll(() => own?.[Symbol.asyncDispose]());

const panel = () => page.getByRole("complementary");
const valuesOf = async (id: string): Promise<unknown> =>
  ((await storedPage(page, id)).body as { values?: unknown }).values;

async function newEntry(type: string, title: string): Promise<void> {
  await page.goto(`${own.site}/_editor/new-page`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Begin with").selectOption({ label: type });
  await page.getByRole("button", { name: "Create the page" }).click();
  await page.frameLocator("iframe").getByRole("heading", { level: 1, name: title }).waitFor();
}

test("an article gets an author by title, and one who has no page yet is created in the picker", async () => {
  await newEntry("Article", "Steam and oak");
  await panel().getByRole("button", { name: "Add Authors" }).click();
  await panel()
    .getByRole("button", { name: /^Authors 1/ })
    .click();
  const picker = page.getByRole("dialog");
  await picker.getByLabel("Search pages by title").fill("Hedda Larchmont");
  await picker.getByText("No page has “Hedda Larchmont” in its title.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picker.getByRole("button", { name: "New Person: “Hedda Larchmont”" }).click();
  await standsAs(page, "Saved");
  await page.frameLocator("iframe").getByRole("link", { name: "Hedda Larchmont" }).waitFor();
  const { authors } = (await valuesOf("journal-steam-and-oak")) as { authors: string[] };
  expect(authors).toHaveLength(1);
  expect((await storedPage(page, authors[0] ?? "")).body).toMatchObject({
    title: "Hedda Larchmont",
    type: "drawbridge.people/person",
  });
});

test("an event that ends before it begins is refused at its last day, in words, and saved when that is right", async () => {
  await newEntry("Event", "Two days of caulking");
  await panel().getByLabel("Day", { exact: false }).first().fill("2027-06-10");
  await panel().getByLabel("Last day").fill("2027-06-09");
  await panel().getByLabel("Last day").blur();
  await panel().getByText("Allowed here: not before 2027-06-10.").waitFor();
  expect(await valuesOf("events-two-days-of-caulking")).not.toHaveProperty("end", "2027-06-09");
  await panel().getByLabel("Last day").fill("2027-06-11");
  await standsAs(page, "Saved");
  expect(await valuesOf("events-two-days-of-caulking")).toMatchObject({ start: "2027-06-10", end: "2027-06-11" });
});

test("a field of a section shows a value of the entry, and a click on it edits the entry", async () => {
  const id = "events-bound-to-its-place";
  const body = {
    title: "Bound to its place",
    path: "/events/bound-to-its-place",
    type: "drawbridge.events/event",
    values: { start: "2027-06-10", place: "North slip" },
    sections: [
      { id: "call", type: "drawbridge.basics/hero", variant: "centered", fields: { title: "A title of its own" } },
    ],
  };
  await askApi(page, "POST", "/api/pages", { body: { id, body } });
  const draft = await goToCanvas(page, own.site, id);
  await draft.getByText("A title of its own").click();
  await page.keyboard.press("Escape");
  const source = panel().getByLabel("Title: from the entry", { exact: true });
  await source.selectOption({ label: "The entry’s Place" });
  await standsAs(page, "Saved");
  const shown = draft.locator('[data-section="drawbridge.basics/hero"]').getByText("North slip");
  await shown.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect((await storedPage(page, id)).body.sections[0]?.fields).toMatchObject({ title: { $value: "place" } });
  await shown.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("South slip");
  await standsAs(page, "Saved");
  expect(await valuesOf(id)).toMatchObject({ place: "South slip" });
  expect((await storedPage(page, id)).body.sections[0]?.fields).toMatchObject({ title: { $value: "place" } });
  await draft.locator('[data-section="drawbridge.basics/hero"]').getByText("South slip").waitFor();
});

test("a text that languages share names them in the canvas, and a translation leads to the page that keeps it", async () => {
  const berth = { $ref: "drawbridge:text", title: "Berth", shared: true };
  const fields = { type: "object", properties: { berth }, required: [], additionalProperties: false };
  const type = { name: "boat", title: "Boat", plural: "Boats", address: "/our-boats/{slug}", fields, index: [] };
  const types = await askApi<{ body: { types: object[] } }>(page, "GET", "/api/types");
  const version = Number(types.etag?.slice(1, -1) ?? 0);
  const body = { types: [...(types.body.body?.types ?? []), type] };
  expect(await askApi(page, "PUT", "/api/types", { version, body: { body } })).toMatchObject({ status: 200 });
  const hero = (title: unknown) => ({
    id: "top",
    type: "drawbridge.basics/hero",
    variant: "centered",
    fields: { title },
  });
  const boat = { title: "Gull", type: "site/boat", values: { berth: "North quay" } };
  const pages = {
    gull: { ...boat, path: "/our-boats/gull", sections: [hero({ $value: "berth" })] },
    moewe: {
      ...boat,
      title: "Möwe",
      path: "/de/our-boats/moewe",
      language: "de",
      translationOf: "gull",
      sections: [hero({ $value: "berth" })],
    },
  };
  for (const [id, one] of Object.entries(pages))
    expect((await askApi(page, "POST", "/api/pages", { body: { id, body: one } })).status).toBe(201);

  const source = await goToCanvas(page, own.site, "gull");
  await source.getByRole("heading", { name: "North quay" }).click();
  await heard(page, "The same in other languages: Deutsch. What you write here changes there, too.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("South quay");
  await standsAs(page, "Saved");

  const draft = await goToCanvas(page, own.site, "moewe");
  await draft.getByRole("heading", { name: "South quay" }).click();
  const kept = panel().getByRole("group", { name: "Berth" });
  const link = kept.getByRole("link", { name: "Open that page" });
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("lost");
  expect(await kept.innerText()).toContain("South quay");
  await standsAs(page, "Saved");
  expect(await valuesOf("moewe")).toEqual({ berth: "South quay" });
  expect(await axeFindings(page)).toEqual([]);
  await link.click();
  await page.frameLocator(".paper iframe").getByRole("heading", { level: 1, name: "Gull" }).waitFor();
});

test("a page becomes an entry in its settings, and keeps its address, words and sections", async () => {
  const before = await storedPage(page, "services");
  await page.goto(`${own.site}/_editor/pages/services`);
  const form = page.getByRole("region", { name: "Content type" });
  await form.getByLabel("Make it an entry of").selectOption({ label: "Event" });
  await form.getByRole("button", { name: "Make it an entry" }).click();
  await page.getByText("The page is an entry in the draft. Fill in its values.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const { body } = await storedPage(page, "services");
  expect(body).toMatchObject({ type: "drawbridge.events/event", path: before.body.path, title: before.body.title });
  expect(body.sections).toEqual(before.body.sections);
  await page.goto(`${own.site}/_editor/entries?type=drawbridge.events%2Fevent`);
  await page.getByRole("rowheader").getByRole("link", { name: before.body.title }).waitFor();
});
