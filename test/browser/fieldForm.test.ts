import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { PNG, TEXT } from "../support/mediaFiles.ts";
import { axeFindingsEverywhere } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { type AtDesk, sitDown } from "./desk.ts";
import { openShell } from "./editorShell.ts";
import { DEMO_HOST } from "./sitePages.ts";

let browser: Profiles;
let desk: AtDesk;
let page: Page;

beforeAll(async () => {
  browser = await openProfiles();
  const site = `http://${DEMO_HOST}:${inject("port")}`;
  desk = await sitDown(browser, site, true);
  ({ page } = desk);
  await openShell(page, site);
});
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]();
  await browser?.close();
});

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    title: { $ref: "drawbridge:text", title: "Title", description: "Stands above the section." },
    body: { $ref: "drawbridge:markdown", title: "Body" },
    size: { type: "string", title: "Size", enum: ["small", "medium", "large"], default: "medium" },
    columns: { type: "integer", title: "Columns", minimum: 1, maximum: 4 },
    rules: { type: "boolean", title: "Lines between the rows" },
    tint: { type: "string", format: "color", title: "Tint" },
    day: { type: "string", format: "date", title: "Day" },
    link: { $ref: "drawbridge:link", title: "Link" },
    picture: { $ref: "drawbridge:image", title: "Picture" },
    paper: { $ref: "drawbridge:document", title: "Paper" },
    cards: {
      type: "array",
      title: "Cards",
      maxItems: 4,
      items: {
        type: "object",
        title: "Card",
        properties: {
          title: { $ref: "drawbridge:text", title: "Card title" },
          action: { $ref: "drawbridge:action", title: "Button" },
        },
        required: ["title"],
        additionalProperties: false,
      },
    },
  },
  required: ["title"],
  additionalProperties: false,
};

interface Shell {
  readonly harness: {
    readonly values: JsonSchema;
    form(schema: JsonSchema, values: JsonSchema, issues: readonly Issue[], keptAt?: string): void;
  };
}

const values = (): Promise<JsonSchema> => page.evaluate(() => (window as unknown as Shell).harness.values);
const show = (given: JsonSchema, issues: readonly Issue[] = []): Promise<void> =>
  page.evaluate(([schema, now, found]) => (window as unknown as Shell).harness.form(schema, now, found), [
    SCHEMA,
    given,
    issues,
  ] as const);

const PICTURE = { name: "red.png", mimeType: "image/png", buffer: Buffer.from(PNG) };
const CARDS = [{ title: "Larch" }, { title: "Oak" }, { title: "Ash" }];

beforeEach(() => show({ title: "Timber", cards: CARDS }));

describe("a form made from a schema", () => {
  test("writes each kind of field", async () => {
    await page.getByLabel("Title required").first().fill("Wood");
    await page.getByRole("radio", { name: "large" }).check();
    await page.getByLabel("Columns").fill("3");
    await page.getByLabel("Lines between the rows").check();
    await page.getByLabel("Tint").fill("#336699");
    await page.getByLabel("Day").fill("2026-11-23");
    expect(await values()).toMatchObject({
      title: "Wood",
      size: "large",
      columns: 3,
      rules: true,
      tint: "#336699",
      day: "2026-11-23",
    });
  });

  test("shows a value that all languages share, and where to change it", async () => {
    const { properties } = SCHEMA as { readonly properties: Record<string, object> };
    const schema = { ...SCHEMA, properties: { ...properties, day: { ...properties["day"], shared: true } } };
    const given = { title: "Timber", day: "2026-11-23" };
    const draw = (keptAt: string | null) =>
      page.evaluate(([one, now, at]) => (window as unknown as Shell).harness.form(one, now, [], at ?? undefined), [
        schema,
        given,
        keptAt,
      ] as const);
    await draw(null);
    expect(await page.getByLabel("Day").inputValue()).toBe("2026-11-23");
    await draw("/_editor/edit?page=gull");
    const kept = page.getByRole("group", { name: "Day" });
    await kept.getByText("2026-11-23").waitFor();
    await kept.getByText("The same in every language.").waitFor();
    expect(await kept.getByRole("link").getAttribute("href")).toBe("/_editor/edit?page=gull");
    expect(await kept.locator("input").count()).toBe(0);
    expect(await axeFindingsEverywhere(page)).toEqual([]);
  });

  test("keeps what is no number where it was typed, and says so", async () => {
    await page.getByLabel("Columns").fill("three");
    await page.getByText("Write a number.").waitFor();
    expect(await page.getByLabel("Columns").inputValue()).toBe("three");
    expect(await values()).toHaveProperty("columns", "three");
  });

  test("says what the server would refuse, when a field was left", async () => {
    const title = page.getByLabel("Title required").first();
    await title.fill("x".repeat(301));
    await title.blur();
    const fault = page.locator(`[id="${(await title.getAttribute("aria-describedby"))?.split(" ").at(-1)}"]`);
    expect(await fault.textContent()).toBe("Allowed here: at most 300 characters.");
    expect(await title.getAttribute("aria-invalid")).toBe("true");
    await page.getByText("301 of 300: too long").waitFor();
    expect(await values()).toMatchObject({ title: "x".repeat(301) });
  });

  test("shows what the server refused at its field, deep in a list", async () => {
    await show({ title: "Timber", cards: CARDS }, [
      { pointer: "/cards/1/title", found: "nothing", allowed: "text", rule: { name: "required" } },
    ]);
    await page.getByText("Fill this in.").waitFor();
    expect(await page.locator(".entry.has-faults summary").textContent()).toBe("Oak");
  });

  test("adds, duplicates, moves and removes entries, and says what it did", async () => {
    await page.getByRole("button", { name: "Move Ash up" }).click();
    await page.getByText("Ash is at place 2 of 3 now.").waitFor();
    await page.getByText("Ash", { exact: true }).press("Alt+ArrowUp");
    await page.getByRole("button", { name: "Duplicate Ash" }).click();
    await page.getByRole("button", { name: "Remove Oak" }).click();
    expect(await values()).toMatchObject({ cards: [{ title: "Ash" }, { title: "Ash" }, { title: "Larch" }] });
    await page.getByRole("button", { name: "Add Card" }).click();
    expect(((await values())["cards"] as unknown[]).at(-1)).toEqual({ title: "" });
    await page.getByText("At most 4.").waitFor();
  });

  test("opens formatted text in place, and writes it", async () => {
    await page.getByRole("button", { name: /^Body/ }).click();
    const box = page.locator("#form").getByRole("textbox", { name: "Body" });
    await box.waitFor();
    await page.keyboard.type("> said");
    await expect.poll(values).toMatchObject({ body: "> said" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Body/ }).waitFor();
  });
});

describe("a link (check 12)", () => {
  test("is chosen by the title of a page", async () => {
    await page.getByRole("button", { name: "Link: Choose where it leads" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search pages by title").fill("about the yard");
    await expect.poll(() => dialog.locator(".targets > li").count()).toBe(1);
    await dialog.getByRole("button", { name: "About the yard" }).click();
    expect(await values()).toMatchObject({ link: "page:about" });
    const chosen = page.getByRole("button", { name: /^Link About the yard.*\/about.*Change$/ });
    expect(await chosen.innerText()).toContain("/about");
    await chosen.click();
    await dialog.getByText("The link leads to About the yard").waitFor();
  });

  test("nobody has just chosen says the page and its section, or that the page was deleted", async () => {
    await show({ title: "Timber", link: "page:about#yard" });
    await page.getByRole("button", { name: /^Link About the yard/ }).waitFor();
    await show({ title: "Timber", link: "page:never-there" });
    await page.getByText("The page was deleted. Choose another.").waitFor();
    await show({ title: "Timber", link: "/about" });
    await page.locator(".leads", { hasText: "About the yard" }).waitFor();
    expect(await page.locator("#form").innerText()).not.toContain("page:");
  });

  test("to a mail address is written without its scheme; one of script is refused (hazard 16)", async () => {
    await page.getByRole("button", { name: "Link: Choose where it leads" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Another address").check();
    await dialog.getByLabel("Address", { exact: true }).fill("javascript:alert(1)");
    await dialog.getByRole("button", { name: "Use this link" }).click();
    await dialog.getByText("You cannot link to this address.").waitFor();
    await dialog.getByLabel("An email address").check();
    await dialog.getByLabel("Email address", { exact: true }).fill("ada@example.org");
    await dialog.getByRole("button", { name: "Use this link" }).click();
    expect(await values()).toMatchObject({ link: "mailto:ada@example.org" });
  });
});

describe("a picture (check 11)", () => {
  test("is uploaded in place, asked to be described, and given a point to keep", async () => {
    await page.getByRole("button", { name: "Choose a picture" }).click();
    await page.getByLabel("Upload a picture").setInputFiles(PICTURE);
    const alt = page.getByLabel("What does it show?");
    await page.getByText("Describe the picture, or say that it is only decoration.").waitFor();
    await alt.fill("IMG_2041.png");
    await page.getByText("This is the name of a file.").waitFor();
    await alt.fill("A red square");
    const stage = page.locator(".focal-stage");
    await stage.click({ position: { x: 4, y: 4 } });
    await stage.press("Shift+ArrowRight");
    const { picture } = (await values()) as { picture: { alt: string; src: string; focal: { x: number; y: number } } };
    expect(picture).toMatchObject({ alt: "A red square", src: expect.stringMatching(/^\/media\/[0-9a-f]{64}\//) });
    expect(picture.focal.x).toBeGreaterThan(0.1);
    await page.getByLabel("From the top, in percent").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("80");
    expect(await values()).toMatchObject({ picture: { focal: { y: 0.8 } } });
    await page.getByLabel("It is only decoration").check();
    await expect.poll(values).toMatchObject({ picture: { alt: "", decorative: true } });
    await page.getByLabel("It is only decoration").uncheck();
    await page.getByText("Describe the picture, or say that it is only decoration.").waitFor();
    expect([await alt.isEnabled(), (await values())["picture"]]).toEqual([
      true,
      expect.not.objectContaining({ decorative: true }),
    ]);
  });

  test("is chosen among those that are there, and a file that is none is refused in words", async () => {
    await page.getByRole("button", { name: "Choose a picture" }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByLabel("Upload a picture")
      .setInputFiles({ ...PICTURE, name: "a.png", buffer: Buffer.from("no\0picture") });
    await dialog.getByText("This type of file is not accepted here.").waitFor();
    await dialog.locator(".pictures button").first().click();
    expect(await values()).toMatchObject({ picture: { src: expect.stringMatching(/^\/media\//) } });
  });
});

test("a document is chosen among documents alone, named for visitors, and taken away", async () => {
  await page.getByRole("button", { name: "Choose a document" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Upload a document").setInputFiles(PICTURE);
  await dialog.getByText("red.png is not a document that this site accepts.").waitFor();
  await dialog
    .getByLabel("Upload a document")
    .setInputFiles({ name: "Opening hours.txt", mimeType: "text/plain", buffer: Buffer.from(TEXT) });
  const name = page.getByLabel("Name for visitors");
  await name.waitFor();
  expect(await name.inputValue()).toBe("Opening hours");
  await name.fill("When we are open");
  const src = expect.stringMatching(/^\/media\/[0-9a-f]{64}\/opening-hours\.txt$/) as string;
  await expect.poll(values).toMatchObject({ paper: { src, title: "When we are open" } });
  await page.getByRole("button", { name: "Choose another document" }).click();
  await dialog.getByRole("button", { name: "Opening hours.txt" }).waitFor();
  expect(await dialog.getByRole("button", { name: "red.png" }).count()).toBe(0);
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove the document" }).click();
  await expect.poll(async () => "paper" in (await values())).toBe(false);
});

test("fields stand in their groups, are shown for what was chosen, and have the widget their author named", async () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      kind: { type: "string", title: "Kind", enum: ["picture", "film"], default: "picture", widget: "select" },
      film: { $ref: "drawbridge:text", title: "Film", showIf: { field: "kind", is: "film" } },
      loud: { type: "integer", title: "Loudness", minimum: 0, maximum: 10, widget: "slider", group: "Sound" },
    },
    additionalProperties: false,
  };
  await page.evaluate((given) => (window as unknown as Shell).harness.form(given, { film: "kept" }, []), schema);
  const film = page.getByLabel("Film");
  expect(await film.count()).toBe(0);
  await page.getByLabel("Kind").selectOption({ label: "film" });
  expect(await film.inputValue()).toBe("kept");
  const loud = page.getByLabel("Loudness");
  expect(await loud.isVisible()).toBe(false);
  await page.locator("summary", { hasText: "Sound" }).click();
  await loud.fill("7");
  expect(await values()).toMatchObject({ kind: "film", film: "kept", loud: 7 });
  await page.getByLabel("Kind").selectOption({ label: "picture" });
  expect(await film.count()).toBe(0);
  expect(await values()).toMatchObject({ film: "kept" });
});

test("the form, and the choosers, have nothing that axe finds, on a phone and at a desk", async () => {
  await show({ title: "Timber", cards: CARDS, tint: "#336699" }, [
    { pointer: "/link", found: "x", allowed: "an address" },
  ]);
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Link: Choose where it leads" }).click();
  await page.locator(".targets button").first().waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await page.locator(".pictures button").first().waitFor();
  expect(await axeFindingsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Escape");
});
