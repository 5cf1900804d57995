import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { type AtCanvas, deafen, goToCanvas, openCanvas, standsAs, storedPage } from "./editor.ts";
import { askApi } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";

let own: OwnEditor;
let page: Page;

const PAGE = "about";

beforeAll(async () => {
  own = await openEditor(PAGE);
  ({ page } = own.desk);
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "editor" };
  const { status } = await askApi(page, "POST", "/api/members/invitations", { body: invited });
  if (status !== 201) throw new Error(`nobody was invited: ${status}`);
});

afterAll(() => own?.[Symbol.asyncDispose]());

describe("two people in one formatted text", () => {
  const TEXT = "The first paragraph.\n\nThe second paragraph.\n\nThe third paragraph.";
  const body = async (): Promise<unknown> =>
    (await storedPage(page, PAGE)).body.sections.find(({ id }) => id === "idea")?.fields["body"];

  /** Opens a paragraph of the text for writing at its end. */
  async function openAt({ draft, page }: Pick<AtCanvas, "draft" | "page">, words: string): Promise<void> {
    await draft.locator('[data-section-id="idea"]').getByText(words).click();
    await draft.getByRole("textbox").waitFor();
    await page.keyboard.press("End");
  }

  async function begun(): Promise<{ mine: Pick<AtCanvas, "draft" | "page"> }> {
    const { version } = await storedPage(page, PAGE);
    const operations = [{ op: "set", section: "idea", fields: { body: TEXT } }];
    await askApi(page, "POST", `/api/pages/${PAGE}/operations`, { version, body: { operations } });
    return { mine: { page: page, draft: await goToCanvas(page, own.site, PAGE) } };
  }

  /** Holds back the answer with the page as the site has it, until the test lets it go. */
  async function heldPage(reader: Page): Promise<{ readonly isAsked: Promise<void>; letGo(): void }> {
    const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await reader.route(`**/api/pages/${PAGE}`, async (route) => {
      asked.resolve();
      await free.promise;
      await route.continue();
    });
    return { isAsked: asked.promise, letGo: () => free.resolve() };
  }

  test("write in different paragraphs at once: both stay, and each sees the other's (check 24)", async () => {
    const { mine } = await begun();
    await using other = await openCanvas(own.browser, own.site, PAGE, {}, "Noor Castellane");
    await openAt(mine, "The first paragraph.");
    await openAt(other, "The third paragraph.");
    await mine.page.keyboard.type(" Mine.");
    await expect.poll(body).toContain("Mine.");
    await other.draft.getByText("Mine.").waitFor();
    await other.page.keyboard.type(" Theirs.");
    await mine.draft.getByText("Theirs.").waitFor();
    await mine.page.keyboard.type(" Mine again.");
    const whole = TEXT.replace("first paragraph.", "first paragraph. Mine. Mine again.").replace(
      "third paragraph.",
      "third paragraph. Theirs.",
    );
    await expect.poll(body).toBe(whole);
    await other.draft.getByText("Mine again.").waitFor();
    expect(await other.page.locator(".clash").count()).toBe(0);
  });

  test("without news of each other: the site merges their paragraphs", async () => {
    const { mine } = await begun();
    await using opened = await openCanvas(own.browser, own.site, PAGE, {}, "Noor Castellane");
    await deafen(opened.page);
    const other = { page: opened.page, draft: await goToCanvas(opened.page, own.site, PAGE) };
    await openAt(other, "The third paragraph.");
    await openAt(mine, "The first paragraph.");
    await mine.page.keyboard.type(" Mine.");
    await expect.poll(body).toContain("Mine.");
    const merged = await heldPage(other.page);
    await other.page.keyboard.type(" Theirs.");
    await expect.poll(body).toContain("Theirs.");
    await merged.isAsked;
    // The merged text is drawn after the space, which no Markdown holds yet, and before the next word.
    await other.page.keyboard.type(" ");
    merged.letGo();
    await other.draft.getByText("Mine.").waitFor();
    await standsAs(other.page, "Saved");
    await other.page.keyboard.type("More.");
    await expect
      .poll(body)
      .toBe("The first paragraph. Mine.\n\nThe second paragraph.\n\nThe third paragraph. Theirs. More.");
  });

  test("write in the same paragraph: the member sees both, and chooses (check 25)", async () => {
    const { mine } = await begun();
    await using opened = await openCanvas(own.browser, own.site, PAGE, {}, "Noor Castellane");
    await deafen(opened.page);
    const other = { page: opened.page, draft: await goToCanvas(opened.page, own.site, PAGE) };
    await openAt(other, "The second paragraph.");
    await openAt(mine, "The second paragraph.");
    await mine.page.keyboard.type(" Mine.");
    await expect.poll(body).toContain("Mine.");
    await other.page.keyboard.type(" Theirs.");
    await standsAs(other.page, "Changed by others");
    await other.page.keyboard.press("Escape");
    const clash = other.page.locator(".clash");
    const both = await clash.innerText();
    expect([both.includes("paragraph. Mine."), both.includes("paragraph. Theirs.")]).toEqual([true, true]);
    await clash.getByRole("button", { name: "Keep mine" }).click();
    await standsAs(other.page, "Saved");
    expect(await body()).toBe(TEXT.replace("second paragraph.", "second paragraph. Theirs."));
  });
});
