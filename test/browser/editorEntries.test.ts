import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { persistently, visit } from "../support/driver.ts";
import { documentOf, paragraph } from "../moving/docxText.ts";
import { wxr } from "../moving/wxrText.ts";
import { zipOf } from "../moving/zipOf.ts";
import { axeFindings } from "./axe.ts";
import { goToCanvas, standsAs, storedPage } from "./editor.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** A member makes an event, fills in its values, and publishes it. */
let own: OwnEditor;
let page: Page;

beforeAll(async () => {
  own = await openEditor("services");
  ({ page } = own.desk);
});

afterAll(() => own?.[Symbol.asyncDispose]());

test("an event begins at its type's address, is filled in, published and listed", async () => {
  await page.goto(`${own.site}/_editor/new-page`);
  await page.getByLabel("Title").fill("Launch of the larch dinghy");
  await page.getByLabel("Begin with").selectOption({ label: "Event" });
  await page.getByRole("button", { name: "Create the page" }).click();
  const draft = page.frameLocator("iframe");
  await draft.locator('[data-section="drawbridge.events/event"] h1').waitFor();

  const panel = page.getByRole("complementary");
  await panel.getByLabel("Place", { exact: true }).fill("North slip");
  await standsAs(page, "Saved");
  await draft.getByText("North slip").waitFor();
  const id = "events-launch-of-the-larch-dinghy";
  expect((await storedPage(page, id)).body).toMatchObject({
    path: "/events/launch-of-the-larch-dinghy",
    type: "drawbridge.events/event",
    values: { place: "North slip" },
  });
  expect(await axeFindings(page)).toEqual([]);

  await draft.getByText("North slip").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("South slip");
  await standsAs(page, "Saved");
  expect((await storedPage(page, id)).body).toMatchObject({ values: { place: "South slip" } });

  await page.goto(`${own.site}/_editor/publish`);
  await page
    .getByRole("button", { name: /^Publish/ })
    .first()
    .click();
  await persistently(async () => {
    const { status, body } = await visit(own.demo.port, DEMO_HOST, "/events/launch-of-the-larch-dinghy");
    expect([status, body.includes("South slip")]).toEqual([200, true]);
  });
});

test("entries come in from a file, and one button takes them back", async () => {
  const type = "drawbridge.events/event";
  await page.goto(`${own.site}/_editor/entries?type=${type}`);
  await page.getByRole("link", { name: "Bring in from a file" }).click();
  const csv = "Title;Start;Place\nBoat fair;1.8.2027;Kiel\nBroken;soon;Kiel\n";
  await page.getByLabel("Choose a CSV file").setInputFiles({
    name: "events.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByText("1 row has an error, 1 new entry.").waitFor();
  await page.getByText("“soon” is no day.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Bring in 1 row" }).click();
  await page.getByText("1 row is brought in.").waitFor();
  expect((await storedPage(page, "events-boat-fair")).body).toMatchObject({
    values: { start: "2027-08-01", place: "Kiel" },
  });
  await page.getByRole("button", { name: "Undo this" }).click();
  await page.getByText("Everything is as it was.").waitFor();
});

/** An export of WordPress with two posts, one with a picture. */
const WXR = wxr(
  '<item><title>Tide tables</title><link>https://old.example/2024/03/tide-tables/</link><wp:post_id>5</wp:post_id><wp:post_date_gmt>2024-03-01 10:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded><![CDATA[<p>High at noon.</p><img src="https://old.example/wp-content/uploads/2024/03/slip.gif" alt="The slip">[pricing plan="a"]]]></content:encoded><wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>Jo</wp:comment_author><wp:comment_approved>1</wp:comment_approved><wp:comment_content>Well said</wp:comment_content></wp:comment></item>',
  "<item><title>Later on</title><wp:post_id>6</wp:post_id><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item>",
  "<item><title>Slip</title><wp:post_id>90</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/2024/03/slip.gif</wp:attachment_url></item>",
);
const GIF = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

const GHOST = {
  db: [
    {
      meta: { version: "5.0.0" },
      data: {
        posts: [
          {
            id: "1",
            slug: "ghost-boats",
            title: "Ghost boats",
            html: "<p>Words.</p>",
            type: "page",
            status: "published",
          },
        ],
      },
    },
  ],
};

test.each([
  ["an export of Ghost", "blog.json", async () => Buffer.from(JSON.stringify(GHOST)), "Ghost boats"],
  [
    "an archive of Markdown",
    "notes.zip",
    async () =>
      Buffer.from(
        await zipOf([{ path: "notes/tide.md", content: "---\ntitle: Zipped tide\n---\nHigh." }]).arrayBuffer(),
      ),
    "Zipped tide",
  ],
  [
    "a document of a word processor",
    "Quay walls.docx",
    async () => Buffer.from(await documentOf(paragraph("Stone by stone."))),
    "Quay walls",
  ],
])("%s moves in on the page, as on the command line", async (_, name, made, title) => {
  await page.goto(`${own.site}/_editor/import`);
  await page.getByLabel("Choose files").setInputFiles({ name, mimeType: "", buffer: await made() });
  await page.getByRole("button", { name: "Bring 1 page into the draft" }).click();
  await page.getByText("Brought in: 1 page, ").waitFor();
  await page.getByRole("link", { name: "Look at the changes and publish" }).click();
  await page.getByText(title, { exact: true }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/_editor/publish");
});

test("a site of other software moves in, is stopped and goes on, and says what is lost", async () => {
  await page.goto(`${own.site}/_editor/pages`);
  await page.getByRole("link", { name: "Move a site in" }).click();
  const files = [
    { name: "old.xml", mimeType: "text/xml", buffer: Buffer.from(WXR) },
    { name: "slip.gif", mimeType: "image/gif", buffer: GIF },
  ];
  await page.getByLabel("Choose files").setInputFiles(files);
  await page.getByText("An export of WordPress: 3 pages, 1 file, ").waitFor();
  await page.getByText("post 5: shortcode pricing", { exact: false }).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);

  let isStopped = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (isStopped = resolve));
  await page.route("**/api/media?**", async (route) => {
    await stopped;
    await route.continue();
  });
  await page.getByRole("button", { name: "Bring 3 pages into the draft" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  isStopped();
  await page.getByText("Stopped. What is done stays in the draft").waitFor();
  await page.unroute("**/api/media?**");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Brought in: 3 pages, 1 file, ").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const keeping = page.waitForEvent("download");
  await page.getByRole("button", { name: "Keep the receipt as a file" }).click();
  expect((await keeping).suggestedFilename()).toBe("receipt.md");
  const comments = page.waitForEvent("download");
  await page.getByRole("button", { name: "Keep comments.tsv as a file" }).click();
  expect(readFileSync(await (await comments).path(), "utf8")).toContain("Well said");
  const found = await page.evaluate(async () => (await fetch("/api/page-sources?limit=200")).text());
  expect(found).toContain('"source":"wp:5"');

  await page.getByRole("button", { name: "Choose other files" }).click();
  await page.getByLabel("Choose files").setInputFiles(files);
  await page.getByText("3 of the pages are of an earlier import.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Choose other files" }).click();
  const csv = { name: "events.csv", mimeType: "text/csv", buffer: Buffer.from("Title;Start\nBoat fair;1.8.2027\n") };
  await page.getByLabel("Choose files").setInputFiles(csv);
  await page.getByLabel("What the rows are").selectOption({ label: "Events" });
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("1 new entry.").waitFor();
});

test("recipes are made without code: the type, an entry, its page and its place in a filtered list", async () => {
  await page.goto(`${own.site}/_editor/types`);
  await page.getByLabel("Name for one").fill("Recipe");
  await page.getByLabel("Name for several").fill("Recipes");
  await page.getByRole("button", { name: "Add the type" }).click();
  await page.getByRole("link", { name: "Change Recipe" }).click();
  for (const [label, kind] of [
    ["Minutes", "Number"],
    ["Good for", "List of texts"],
    ["How", "Formatted text"],
  ] as const) {
    const adding = page.locator('form[data-form="add-field"]');
    await adding.getByLabel("Label").fill(label);
    await adding.getByLabel("Kind").selectOption({ label: kind });
    if (kind === "Number") await adding.getByLabel("Lists may filter and order by it").check();
    await adding.getByRole("button", { name: "Add the field" }).click();
    await page.getByRole("button", { name: `Remove ${label}` }).waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto(`${own.site}/_editor/new-page`);
  await page.getByLabel("Title").fill("Larch soup");
  await page.getByLabel("Begin with").selectOption({ label: "Recipe" });
  await page.getByRole("button", { name: "Create the page" }).click();
  const draft = page.frameLocator("iframe");
  await draft.locator('[data-section="site/recipe"] h1').waitFor();
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Minutes", { exact: true }).fill("35");
  await standsAs(page, "Saved");
  await draft.getByText("35").waitFor();
  const found = await page.evaluate(async () => {
    const wanted = encodeURIComponent(JSON.stringify({ minutes: { to: 40 } }));
    const answer = await fetch(`/api/pages?type=site/recipe&where=${wanted}`);
    return await answer.text();
  });
  expect(found).toContain("/recipes/larch-soup");

  await page.goto(`${own.site}/_editor/types/recipe`);
  await page.locator("summary", { hasText: "Change" }).first().click();
  const asking = page.locator("form[method=get]").first();
  await asking.getByLabel("New kind").selectOption({ label: "Text, one line" });
  await asking.getByRole("button", { name: "See what changes" }).click();
  const preview = page.getByRole("region", { name: "Minutes: from “Number” to “Text, one line”" });
  await preview.getByText("Larch soup: 35").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await preview.getByRole("button", { name: "Change the kind" }).click();
  await page.getByText("The field has its new kind in the draft.").waitFor();
  await page.locator("summary", { hasText: "Change" }).first().click();
  await asking.getByLabel("New kind").selectOption({ label: "Number" });
  await asking.getByRole("button", { name: "See what changes" }).click();
  await page.getByText("1 value is converted.").waitFor();
  await page.getByRole("button", { name: "Change the kind" }).click();
  await page.getByText("The field has its new kind in the draft.").waitFor();

  const services = await goToCanvas(page, own.site, "services");
  await page.getByRole("button", { name: "Add a section", exact: true }).click();
  const search = page.getByRole("combobox", { name: "Search sections" });
  await search.fill("List of entries");
  await page.getByRole("option", { name: "List of entries" }).first().waitFor();
  await search.press("Enter");
  await panel.getByLabel("Entries: which entries").selectOption({ label: "Recipes" });
  await panel.getByRole("button", { name: "Add a condition" }).click();
  await panel.getByLabel("Comparison").selectOption("to");
  await panel.getByRole("textbox", { name: "Minutes" }).fill("40");
  await panel.getByText("Recipes, Minutes up to 40").waitFor();
  await standsAs(page, "Saved");
  await services.getByRole("link", { name: "Larch soup" }).waitFor();
  const values = panel.getByRole("group", { name: "Values that the list shows" });
  await values.getByRole("checkbox", { name: "Minutes", exact: true }).check();
  await panel.getByText("Recipes, Minutes up to 40, newest first, with Minutes").waitFor();
  await services.locator(".values dt", { hasText: "Minutes" }).waitFor();
  await values.getByRole("checkbox", { name: "Minutes: show the title" }).uncheck();
  await standsAs(page, "Saved");
  expect(await axeFindings(page)).toEqual([]);

  await page.goto(`${own.site}/_editor/publish`);
  await page
    .getByRole("button", { name: /^Publish/ })
    .first()
    .click();
  await persistently(async () => {
    const { status, body } = await visit(own.demo.port, DEMO_HOST, "/recipes/larch-soup");
    expect([status, /Minutes<\/dt><dd>35/.test(body)]).toEqual([200, true]);
    expect((await visit(own.demo.port, DEMO_HOST, "/services")).body).toContain('href="/recipes/larch-soup"');
  });
});
