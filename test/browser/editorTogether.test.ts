import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Request } from "playwright-core";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import {
  type AtCanvas,
  type StoredPage,
  deafen,
  goToCanvas,
  heard,
  keptHere,
  openCanvas,
  rewrite,
  standsAs,
  storedPage,
} from "./editor.ts";
import { askApi, choose } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import type { Profiles } from "./profiles.ts";

let own: OwnEditor;
let browser: Profiles;
let site: string;
let one: { -readonly [name in keyof AtCanvas]: AtCanvas[name] };

const PAGE = "services";

beforeAll(async () => {
  own = await openEditor(PAGE);
  ({ browser, site } = own);
  one = { ...own.desk };
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "editor" };
  const { status } = await askApi(one.page, "POST", "/api/members/invitations", { body: invited });
  if (status !== 201) throw new Error(`nobody was invited: ${status}`);
});

afterEach(() => one.page.unrouteAll({ behavior: "ignoreErrors" }));

afterAll(() => own?.[Symbol.asyncDispose]());

const stored = ({ page }: AtCanvas = one): Promise<StoredPage> => storedPage(page, PAGE);
const opening = async (): Promise<Record<string, unknown>> => (await stored()).body.sections[0]?.fields ?? {};

describe("two people on one page", () => {
  test("change different texts, and both stay without a question (check 24)", async () => {
    await using other = await openCanvas(browser, site, PAGE);
    const lead = String((await opening())["lead"]);
    await rewrite(one, "h1", "Mine and nobody else's");
    await standsAs(one.page, "Saved");
    await other.page.locator('.row-name[data-id="opening"]').click();
    await other.page.locator('[data-field="lead"] :is(input, textarea)').fill(`${lead} Theirs.`);
    await standsAs(other.page, "Saved");
    expect(await opening()).toMatchObject({ title: "Mine and nobody else's", lead: `${lead} Theirs.` });
    await expect.poll(() => other.draft.locator("h1").innerText()).toBe("Mine and nobody else's");
    await one.page.keyboard.press("Escape");
  });

  test.each([
    ["another member", "Noor Castellane", "Changed by others", "another member changed it, too"],
    [
      "the same member in another tab",
      "Ottilie Marchbank",
      "Changed in another tab",
      "you changed it in another tab, too",
    ],
  ])("change the same text: %s sees both, and chooses (check 25)", async (_, name, word, said) => {
    await using opened = await openCanvas(browser, site, PAGE, {}, name);
    // A member who saw the change in time would overwrite it on purpose.
    await deafen(opened.page);
    const other = { page: opened.page, draft: await goToCanvas(opened.page, site, PAGE) };
    const [mine, theirs] = [`What I say to ${name}`, `What ${name} says`];
    await rewrite(one, "h1", mine);
    await standsAs(one.page, "Saved");
    await rewrite(other, "h1", theirs);
    await standsAs(other.page, word);
    const clash = other.page.locator(".clash");
    expect(await clash.getByRole("heading", { level: 3 }).innerText()).toContain(said);
    expect(await clash.locator("p").allInnerTexts()).toEqual([theirs, mine]);
    expect((await opening())["title"]).toBe(mine);
    await clash.getByRole("button", { name: "Keep mine" }).click();
    await standsAs(other.page, "Saved");
    expect((await opening())["title"]).toBe(theirs);
    await one.page.keyboard.press("Escape");
  });
});

describe("another member at work", () => {
  test("is heard of over a socket and followed without a question, and the selection stays", async () => {
    let frames = 0;
    one.page.on("websocket", (socket) => socket.on("framereceived", () => void (frames += 1)));
    one.draft = await goToCanvas(one.page, site, PAGE);
    await expect.poll(() => frames).toBeGreaterThan(0);
    // From here on the editor gets no news.
    await one.page.route("**/api/presence?*", (route) => route.abort());
    await one.page.locator('.row-name[data-id="all"]').click();
    const { version } = await stored();
    const body = { operations: [{ op: "set", section: "next", fields: { title: "Written elsewhere" } }] };
    expect((await askApi(one.page, "POST", `/api/pages/${PAGE}/operations`, { version, body })).status).toBe(200);
    await one.draft.getByText("Written elsewhere").waitFor();
    expect(await one.page.locator(".row.is-selected").count()).toBe(1);
  });
});

/** Markup that tries to leave the draft. Links in SVG are no HTML links. */
const LEADS: readonly (readonly [name: string, markup: string])[] = [
  ["a link", `<a href="https://elsewhere.example/" target="_top">away</a>`],
  [
    "an area of a picture",
    `<img usemap="#ways" alt="" width="40" height="40" src="data:,"><map name="ways"><area shape="default" alt="away" href="https://elsewhere.example/" target="_top"></map>`,
  ],
  ["a link in a drawing", `<svg><a href="https://elsewhere.example/" target="_top"><text y="20">away</text></a></svg>`],
  [
    "an older link in a drawing",
    `<svg><a xlink:href="https://elsewhere.example/" target="_top"><text y="20">away</text></a></svg>`,
  ],
  ["a link in a drawing that stays in its frame", `<svg><a href="/pricing"><text y="20">away</text></a></svg>`],
];

describe("a draft leads nowhere (hazard 11)", () => {
  /** Inserts markup as a hostile template would, and records events that the browser would handle. */
  const put = ({ draft }: AtCanvas, markup: string): Promise<void> =>
    draft.locator("body").evaluate((body, html) => {
      document.querySelector("#lead")?.remove();
      const lead = document.createElement("div");
      lead.id = "lead";
      lead.innerHTML = html;
      body.prepend(lead);
      for (const kind of ["click", "auxclick"])
        addEventListener(kind, ({ defaultPrevented }) => {
          lead.dataset[kind] = defaultPrevented ? "held" : "left to the browser";
          lead.dataset["count"] = String(Number(lead.dataset["count"] ?? 0) + 1);
        });
    }, markup);
  const cameOf = ({ draft }: AtCanvas): Promise<Record<string, string | undefined>> =>
    draft.locator("#lead").evaluate((lead) => ({ ...(lead as HTMLElement).dataset }));

  test.each(LEADS)("by %s, with a mouse or with Enter", async (_, markup) => {
    one.draft = await goToCanvas(one.page, site, PAGE);
    await put(one, markup);
    const link = one.draft.locator("#lead :is(a, area)");
    const [address, tabs] = [one.page.url(), one.context.pages().length];
    await link.dispatchEvent("click", { ctrlKey: true });
    await link.dispatchEvent("auxclick", { button: 1 });
    await link.focus();
    await one.page.keyboard.press("Enter");
    expect(await cameOf(one)).toEqual({ click: "held", auxclick: "held", count: "3" });
    expect([one.page.url(), one.context.pages().length]).toEqual([address, tabs]);
  });

  test("by anything before the editor listens there: until then it takes neither clicks nor keys", async () => {
    await using opened = await openCanvas(browser, site, PAGE);
    const { page } = opened;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    // The draft's URL has a query string, so the path is compared.
    await page.route(
      ({ pathname }) => pathname === `/${PAGE}`,
      async (route) => {
        await answered;
        await route.continue();
      },
    );
    await page.goto(`${site}/_editor/edit?page=${PAGE}`, { waitUntil: "commit" });
    const paper = page.locator(".paper");
    const frame = paper.locator("iframe");
    expect([await paper.getAttribute("aria-busy"), await frame.getAttribute("inert")]).toEqual(["true", ""]);
    answer();
    await page.locator('.paper[aria-busy="false"]').waitFor();
    expect(await frame.getAttribute("inert")).toBe(null);
  });

  /** The editor's own form, as a hostile template could copy it. The site would accept it from the editor's page. */
  const formOfSettings = (): Promise<string> =>
    one.page.evaluate(async () => {
      const html = await (await fetch("/_editor/settings")).text();
      const form = /<form[^>]*data-form="settings".*?<\/form>/s.exec(html)?.[0] ?? "";
      return form.replace(
        /value="[^"]*"(?=[^>]*name="tagline")|(?<=name="tagline"[^>]*)value="[^"]*"/,
        'value="Taken"',
      );
    });

  test.each([
    ["its button", (form: Locator) => form.getByRole("button").last().dispatchEvent("click")],
    ["Enter in a field of it", (form: Locator) => form.locator('[name="tagline"]').press("Enter")],
    ["nobody at all", (form: Locator) => form.evaluate((own: HTMLFormElement) => own.requestSubmit())],
  ])("by a form that takes the member's login, sent by %s (hazard 13)", async (_, send) => {
    one.draft = await goToCanvas(one.page, site, PAGE);
    const posted: string[] = [];
    const note = (request: Request): void => {
      if (request.method() === "POST" && request.url().includes("/_editor/")) posted.push(request.url());
    };
    one.page.on("request", note);
    await put(one, await formOfSettings());
    const form = one.draft.locator("#lead form");
    expect(await form.locator('[name="tagline"]').inputValue()).toBe("Taken");
    await send(form);
    const { body } = await askApi<{ body: { tagline?: string } }>(one.page, "GET", "/api/settings");
    one.page.off("request", note);
    expect([posted, body.body.tagline === "Taken", new URL(one.page.url()).pathname]).toEqual([
      [],
      false,
      "/_editor/edit",
    ]);
  });

  test("by a frame of a foreign page in it, which gets neither clicks nor keys", async () => {
    one.draft = await goToCanvas(one.page, site, PAGE);
    await put(one, `<iframe style="pointer-events:auto" title="foreign"></iframe>`);
    const got = await one.draft.locator("#lead iframe").evaluate((frame) => {
      const { left, top } = frame.getBoundingClientRect();
      frame.focus();
      const under = document.elementFromPoint(left + 9, top + 9);
      return [under === frame, document.activeElement === frame];
    });
    expect(got).toEqual([false, false]);
  });
});

describe("what is typed", () => {
  test("while the network is gone is saved once it is back, each change once", async () => {
    one.draft = await goToCanvas(one.page, site, PAGE);
    const before = await stored();
    await one.context.setOffline(true);
    await rewrite(one, "h1", "Written on a train");
    await standsAs(one.page, "Offline");
    await one.page.keyboard.press("Escape");
    await one.page.locator('.row-name[data-id="opening"]').focus();
    for (let copies = 0; copies < 3; copies += 1) await one.page.keyboard.press("Control+d");
    await one.context.setOffline(false);
    await standsAs(one.page, "Saved");
    const after = await stored();
    expect(after.body.sections).toHaveLength(before.body.sections.length + 3);
    expect(after.body.sections[0]?.fields["title"]).toBe("Written on a train");
    for (let copies = 0; copies < 3; copies += 1) await one.page.keyboard.press("Control+z");
    await standsAs(one.page, "Saved");
    expect((await stored()).body.sections.map(({ id }) => id)).toEqual(before.body.sections.map(({ id }) => id));
  });

  test("is offered again when the browser ended before it was saved", async () => {
    const before = (await opening())["title"];
    await one.page.route("**/operations", (route) => route.abort());
    await rewrite(one, "h1", "Nearly lost");
    await standsAs(one.page, "Offline");
    await keptHere(one.page, "Nearly lost");
    // Closes the page without a warning, as a crash does.
    await one.page.close();
    const page = await one.context.newPage();
    const draft = await goToCanvas(page, site, PAGE);
    expect(await draft.locator("h1").innerText()).toBe(before);
    await page.getByRole("button", { name: "Put them into the page" }).click();
    await standsAs(page, "Saved");
    one.page = page;
    expect((await opening())["title"]).toBe("Nearly lost");
  });

  test("waits for the login that ended, and goes with the next one of the same member (check 31, hazard 14)", async () => {
    await one.page.unrouteAll({ behavior: "ignoreErrors" });
    one.draft = await goToCanvas(one.page, site, PAGE);
    await one.context.clearCookies();
    await rewrite(one, "h1", "Typed without a login");
    await standsAs(one.page, "Not saved");
    const elsewhere = await one.context.newPage();
    await elsewhere.goto(`${site}/api/auth/start?return=/_editor/edit?page=${PAGE}`);
    await choose(elsewhere, "Ottilie Marchbank");
    await one.page.getByRole("button", { name: "Try again" }).click();
    await standsAs(one.page, "Saved");
    expect((await opening())["title"]).toBe("Typed without a login");
    await elsewhere.close();
  });

  test("by an input method is neither broken off nor rewritten while it is composed (check 22)", async () => {
    const draft = await goToCanvas(one.page, site, PAGE);
    await draft.locator("h1").click();
    await one.page.keyboard.press("ControlOrMeta+a");
    const client = await one.context.newCDPSession(one.page);
    for (const text of ["w", "wo", "我", "我们"]) {
      await client.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await one.page.waitForTimeout(250);
    }
    expect(await draft.locator("editor-text").textContent()).toBe("我们");
    await client.send("Input.insertText", { text: "我们造船" });
    await standsAs(one.page, "Saved");
    expect((await opening())["title"]).toBe("我们造船");
    await one.page.keyboard.press("Escape");
  });

  test("is kept with what is wrong beside it while the site cannot take it", async () => {
    const draft = await goToCanvas(one.page, site, PAGE);
    const button = draft.locator("[data-section-id]").last().locator("a").first();
    const label = await button.innerText();
    await button.click();
    await one.page.keyboard.press("ControlOrMeta+a");
    await one.page.keyboard.press("Delete");
    await standsAs(one.page, "Not finished");
    const labels = async (): Promise<string> => JSON.stringify((await stored()).body.sections.at(-1)?.fields);
    expect(await labels()).toContain(JSON.stringify(label));
    await one.page.keyboard.type("Write to us first");
    await standsAs(one.page, "Saved");
    expect(await labels()).toContain("Write to us first");
    await one.page.keyboard.press("Escape");
  });

  test("as markup stays text, in the page and around it (check 39, hazard 1)", async () => {
    const hostile = `<img src=x onerror=alert(1)><script>alert(1)</script>`;
    const asked: string[] = [];
    one.page.on("dialog", (dialog) => void asked.push(dialog.message()));
    const draft = await goToCanvas(one.page, site, PAGE);
    one.page.on("request", (request) => {
      if (new URL(request.url()).origin !== site || request.url().endsWith("/x")) asked.push(request.url());
    });
    await draft.locator("h1").click();
    await one.page.keyboard.press("ControlOrMeta+a");
    await one.page.keyboard.insertText(hostile);
    await standsAs(one.page, "Saved");
    expect(await draft.locator("h1").textContent()).toBe(hostile);
    expect(await one.page.locator('.row-name[data-id="opening"] bdi').textContent()).toContain("img src=x");
    await one.page.reload();
    await draft.locator("h1").waitFor();
    expect([await draft.locator("h1 img, h1 script").count(), asked]).toEqual([0, []]);
  });

  test("into a page that somebody deletes is kept, and it says so (check 26)", async () => {
    // After the news of the deletion the page would accept no text.
    await deafen(one.page);
    const draft = await goToCanvas(one.page, site, PAGE);
    const { version } = await stored();
    expect((await askApi(one.page, "DELETE", `/api/pages/${PAGE}`, { version })).status).toBe(200);
    await draft.locator("h1").click();
    await one.page.keyboard.press("ControlOrMeta+a");
    await one.page.keyboard.type("Still here");
    await standsAs(one.page, "Page deleted");
    expect(await draft.locator("h1").innerText()).toBe("Still here");
    expect(await one.page.getByRole("alert").innerText()).toContain("kept here");
  });
});

describe("logging out", () => {
  const keptTexts = ({ page }: AtCanvas): Promise<number> =>
    page.evaluate(async () => {
      const opening = indexedDB.open("drawbridge-editor", 1);
      await new Promise((done) => opening.addEventListener("success", done));
      const count = opening.result.transaction("pages").objectStore("pages").count();
      await new Promise((done) => count.addEventListener("success", done));
      return count.result;
    });
  const logOut = async ({ page }: AtCanvas): Promise<void> => {
    if (!(await page.getByRole("button", { name: "Log out" }).isVisible())) await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Log out" }).click();
  };

  test("that fails is told and leaves everything; one that succeeds leaves no text", async () => {
    await using leaver = await openCanvas(browser, site, "pricing");
    const { page } = leaver;
    page.on("dialog", (dialog) => void dialog.accept());
    await page.route("**/operations", (route) => route.abort());
    await rewrite(leaver, "h1", "Only on this computer");
    await standsAs(page, "Offline");
    await page.route("**/api/auth/logout", (route) => route.abort());
    await logOut(leaver);
    await heard(page, "You are still logged in.");
    expect(new URL(page.url()).pathname).toBe("/_editor/edit");
    await expect.poll(() => keptTexts(leaver)).toBe(1);
    // Without the Clear-Site-Data header, which not every browser supports.
    await page.route("**/api/auth/logout", (route) => route.fulfill({ status: 204 }));
    await logOut(leaver);
    await page.waitForURL(`${site}/`);
    expect(await keptTexts(leaver)).toBe(0);
  });
});
