import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { persistently, visit } from "../support/driver.ts";
import { axeFindings } from "./axe.ts";
import { standsAs, storedPage } from "./editor.ts";
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
  await page.screenshot({ path: process.env["SHOT"] ?? "/tmp/entry.png" });

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
