import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { Driver, persistently, visit } from "../support/driver.ts";
import type { Profiles } from "./profiles.ts";
import { said } from "./desk.ts";
import {
  type AtCanvas,
  deafen,
  goToCanvas,
  keptHere,
  openCanvas,
  rewrite,
  rowOf,
  standsAs,
  stateOf,
  storedPage,
} from "./editor.ts";
import { Killable } from "./killable.ts";
import { askApi, choose } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** Failures while a member writes. The editor must keep all text and explain what to do. */
let own: OwnEditor;
let demo: OwnEditor["demo"];
let browser: Profiles;
let site: string;
let one: AtCanvas;
let page: Page;

beforeAll(async () => {
  own = await openEditor("services");
  ({ demo, browser, site, desk: one } = own);
  ({ page } = one);
  const invited = { issuer: ISSUER, subject: "noor-castellane", role: "editor" };
  const { status } = await askApi(page, "POST", "/api/members/invitations", { body: invited });
  if (status !== 201) throw new Error(`nobody was invited: ${status}`);
});

afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

afterAll(() => own?.[Symbol.asyncDispose]());

const OPERATIONS = "**/operations";
const titleOf = async (id = "services"): Promise<unknown> =>
  (await storedPage(page, id)).body.sections[0]?.fields["title"];
const notice = (): Promise<string> => page.locator(".notices").innerText();
const open = (id = "services") => goToCanvas(page, site, id);

async function type(text: string): Promise<void> {
  await rewrite(one, "h1", text);
}

/** Logs a member in, in another tab of the same browser. */
async function logInAs(name: string): Promise<void> {
  const elsewhere = await one.context.newPage();
  await elsewhere.goto(`${site}/api/auth/start?return=/_editor/account`);
  await choose(elsewhere, name);
  await elsewhere.close();
}

describe("what is typed while", () => {
  test("somebody publishes is not lost, and not what visitors see (check 28)", async () => {
    await open();
    await type("Ready to be seen");
    await standsAs(page, "Saved");
    const { change } = (await askApi<{ change: number }>(page, "GET", "/api/changes")).body;
    const publishing = askApi(page, "POST", "/api/publish", { version: change });
    await page.keyboard.type(", and more");
    expect((await publishing).status).toBe(200);
    await standsAs(page, "Saved");
    expect(await titleOf()).toBe("Ready to be seen, and more");
    await persistently(async () => {
      const { body } = await visit(demo.port, DEMO_HOST, "/services?fresh");
      expect([body.includes("Ready to be seen"), body.includes("and more")]).toEqual([true, false]);
    });
  });

  test("the answer of a save is lost and the network with it is saved once, all fifty changes (check 29)", async () => {
    await open();
    const before = await storedPage(page, "services");
    const first = page.waitForRequest(OPERATIONS);
    await page.evaluate(() => {
      const whole = fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await whole(...asked);
        if (!String(asked[0]).endsWith("/operations")) return answer;
        globalThis.fetch = whole;
        throw new TypeError("the answer is lost");
      };
    });
    await rowOf(page, "how").focus();
    await page.keyboard.press("Control+d");
    const { "idempotency-key": key } = (await first).headers();
    await standsAs(page, "Offline");
    await one.context.setOffline(true);
    for (let change = 0; change < 8; change += 1) await page.keyboard.press("Control+d");
    await rowOf(page, "opening").click();
    const lead = page.locator('[data-field="lead"] :is(input, textarea)');
    for (let change = 0; change < 41; change += 1) await lead.fill(`Change ${change}`);
    const again = page.waitForRequest(OPERATIONS);
    await one.context.setOffline(false);
    expect((await again).headers()["idempotency-key"]).toBe(key);
    await standsAs(page, "Saved");
    const after = await storedPage(page, "services");
    expect(after.body.sections).toHaveLength(before.body.sections.length + 9);
    expect(after.body.sections[0]?.fields["lead"]).toBe("Change 40");
  });

  test("the site asks to wait, or does not answer, is sent again as it was (check 33)", async () => {
    await open("pricing");
    const keys: string[] = [];
    const answers = [
      { status: 429, headers: { "retry-after": "1" }, body: '{"code":"RATE_LIMITED"}' },
      { status: 503, body: "<h1>No server is available</h1>" },
    ];
    await page.route(OPERATIONS, (route) => {
      keys.push(route.request().headers()["idempotency-key"] ?? "");
      const answer = answers.shift();
      return answer ? route.fulfill(answer) : route.continue();
    });
    await type("Waited for");
    await standsAs(page, "Waiting");
    expect(await notice()).toContain("Your changes are kept, and the editor keeps trying to save them.");
    await standsAs(page, "Saved");
    expect([keys.length, new Set(keys).size, await titleOf("pricing")]).toEqual([3, 1, "Waited for"]);
  });

  test("the site is read-only is kept, and saved once it can be changed again (check 32)", async () => {
    const driver = new Driver(demo.port);
    const become = (status: string): Promise<unknown> =>
      driver.post("sql", { query: "UPDATE tenants SET status = ?1 WHERE id = 'saltmarrow'", values: [status] });
    await open("pricing");
    await become("read_only");
    await persistently(async () => {
      const { body } = await askApi<{ status: string }>(page, "GET", "/api/site");
      expect(body.status).toBe("read_only");
    });
    await type("Kept for later");
    await standsAs(page, "Read-only");
    expect([await titleOf("pricing"), await one.draft.locator("h1").innerText()]).toEqual([
      "Waited for",
      "Kept for later",
    ]);
    await become("active");
    await standsAs(page, "Saved");
    expect(await titleOf("pricing")).toBe("Kept for later");
  });

  test("its plugin is switched off is saved, and nothing else of the section changes (check 27)", async () => {
    const become = async (state: string): Promise<void> => {
      const put = await askApi(page, "PUT", "/api/plugins/drawbridge.company/state", { body: { state } });
      expect(put.status).toBe(200);
    };
    const section = async () => (await storedPage(page, "services")).body.sections.find(({ id }) => id === "how");
    const write = (title: string) => page.locator('[data-field="title"] :is(input, textarea)').fill(title);
    await open();
    const before = await section();
    const titled = (title: string) => ({ ...before, fields: { ...before?.fields, title } });
    await become("disabled");
    await rowOf(page, "how").click();
    await write("Typed while it is off");
    await expect.poll(section).toEqual(titled("Typed while it is off"));
    await type("Still saved");
    await expect.poll(() => titleOf()).toBe("Still saved");
    await standsAs(page, "Saved");
    await become("enabled");
    await rowOf(page, "how").click();
    await write("Typed while it is on");
    await expect.poll(section).toEqual(titled("Typed while it is on"));
    await standsAs(page, "Saved");
  });
});

describe("somebody else's login in the same browser (check 31, hazard 15)", () => {
  test("sends nothing of what was typed before, and the own one does", async () => {
    await open("contact");
    const before = await titleOf("contact");
    await logInAs("Noor Castellane");
    await type("Mine alone");
    await standsAs(page, "Not saved");
    expect(await notice()).toContain("Another member is logged in in this browser.");
    expect([await titleOf("contact"), await one.draft.locator("h1").innerText()]).toEqual([before, "Mine alone"]);
    await logInAs("Ottilie Marchbank");
    await standsAs(page, "Saved");
    const { body } = await askApi<{ items: { changedBy: string }[] }>(page, "GET", "/api/pages/contact/revisions");
    const { member } = (await askApi<{ member: { id: string } }>(page, "GET", "/api/site")).body;
    expect([await titleOf("contact"), body.items[0]?.changedBy]).toEqual(["Mine alone", `member:${member.id}`]);
  });

  test("sends no form of a list, which stays as it was filled in", async () => {
    await page.goto(`${site}/_editor/pages/contact`);
    const before = (await storedPage(page, "contact")).version;
    const title = page.getByLabel("Title", { exact: true }).first();
    await title.fill("Written by the first");
    await logInAs("Noor Castellane");
    await page.getByRole("button", { name: "Save" }).first().click();
    await said(page, "Another member is logged in in this browser.");
    expect([await title.inputValue(), (await storedPage(page, "contact")).version]).toEqual([
      "Written by the first",
      before,
    ]);
    await logInAs("Ottilie Marchbank");
    await page.getByRole("button", { name: "Save" }).first().click();
    await said(page, "Saved");
    expect((await storedPage(page, "contact")).body.title).toBe("Written by the first");
  });

  test("is not offered what the first one left on this computer", async () => {
    await open("home");
    await page.route(OPERATIONS, (route) => route.abort());
    await type("Left behind");
    await standsAs(page, "Offline");
    await logInAs("Noor Castellane");
    const next = await one.context.newPage();
    await goToCanvas(next, site, "home");
    expect([await next.getByText("did not reach the site").count(), await stateOf(next)]).toEqual([0, "Saved"]);
    await next.close();
    await logInAs("Ottilie Marchbank");
  });
});

describe("a member whom the site lets go", () => {
  test("of a role, and then of the login, is told before they type on, and is let in again by logging in", async () => {
    await using other = await openCanvas(browser, site, "home", {}, "Noor Castellane");
    const noor = (await askApi<{ member: { id: string } }>(other.page, "GET", "/api/site")).body.member.id;
    await open("home");
    await page.locator(".people li").waitFor({ state: "attached" });
    const alert = other.page.getByRole("alert");
    let told = 0;
    other.page.on("websocket", (socket) => socket.once("framereceived", () => void (told += 1)));
    await askApi(page, "PATCH", `/api/members/${noor}`, { body: { role: "author" } });
    await alert.filter({ hasText: "You have another role on this site now." }).waitFor();
    await expect.poll(() => told).toBeGreaterThan(0);
    expect((await askApi(page, "DELETE", `/api/members/${noor}/logins`)).status).toBe(200);
    await alert.filter({ hasText: "Your login has ended." }).waitFor();
    const again = await other.page.context().newPage();
    await again.goto(`${site}/api/auth/start?return=/_editor/account`);
    await choose(again, "Noor Castellane");
    await standsAs(other.page, "Saved");
  });
});

describe("a browser that", () => {
  test("is killed loses nothing but the last second, and offers the rest to the same member (check 30)", async () => {
    await using killable = new Killable();
    const first = await killable.start();
    await first.goto(`${site}/_editor/edit?page=questions`);
    await choose(first, "Ottilie Marchbank");
    const draft = await goToCanvas(first, site, "questions");
    const before = await titleOf("questions");
    await first.route(OPERATIONS, (route) => route.abort());
    await rewrite({ page: first, draft }, "h1", "Typed before the end");
    await standsAs(first, "Offline");
    await keptHere(first, "Typed before the end");
    killable.kill();
    const second = await killable.start();
    await second.goto(`${site}/_editor/edit?page=questions`);
    if (new URL(second.url()).hostname !== DEMO_HOST) await choose(second, "Ottilie Marchbank");
    const now = await goToCanvas(second, site, "questions");
    expect(await now.locator("h1").innerText()).toBe(before);
    await second.getByRole("button", { name: "Put them into the page" }).click();
    await standsAs(second, "Saved");
    expect(await titleOf("questions")).toBe("Typed before the end");
  });

  test("reloads while it offers unsaved texts keeps what was typed meanwhile, too (check 30)", async () => {
    const tab = await one.context.newPage();
    tab.on("dialog", (dialog) => void dialog.accept());
    await deafen(tab);
    await tab.route(OPERATIONS, (route) => route.abort());
    const draft = await goToCanvas(tab, site, "colophon");
    const offer = tab.getByRole("button", { name: "Put them into the page" });
    await rewrite({ page: tab, draft }, "h1", "Typed first");
    await standsAs(tab, "Offline");
    await keptHere(tab, "Typed first");
    await tab.reload();
    await offer.waitFor();
    await rowOf(tab, "opening").click();
    await tab.locator('[data-field="lead"] :is(input, textarea)').fill("Typed under the offer");
    await standsAs(tab, "Offline");
    await keptHere(tab, "Typed under the offer");
    await tab.reload();
    await offer.click();
    await tab.unroute(OPERATIONS);
    await offer.click();
    await standsAs(tab, "Saved");
    const { fields } = (await storedPage(tab, "colophon")).body.sections[0] ?? {};
    expect(fields).toMatchObject({ title: "Typed first", lead: "Typed under the offer" });
    await tab.reload();
    await tab.locator('.paper[aria-busy="false"]').waitFor();
    expect(await offer.count()).toBe(0);
    await tab.close();
  });

  test.each([
    ["forbids to keep anything", "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }"],
    [
      "has no room left",
      "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    ],
  ])("%s says so, and saves all the same (hazard 23, hazard 24)", async (_, script) => {
    await using poor = await openCanvas(browser, site, "about", {});
    await poor.page.addInitScript(script);
    const draft = await goToCanvas(poor.page, site, "about");
    const text = `Saved without a copy ${script.length}`;
    await rewrite({ page: poor.page, draft }, "h1", text);
    await standsAs(poor.page, "Saved");
    await poor.page.getByText("This browser cannot keep unsaved changes on this computer.").waitFor();
    expect(await titleOf("about")).toBe(text);
  });

  test.each([
    ["years behind", "2001-01-01T00:00:00Z"],
    ["years ahead", "2061-01-01T00:00:00Z"],
  ])("has a clock that is %s saves, and is followed by others (hazard 22)", async (_, time) => {
    await using odd = await openCanvas(browser, site, "colophon");
    await odd.page.clock.setSystemTime(time);
    const draft = await goToCanvas(odd.page, site, "colophon");
    await rewrite({ page: odd.page, draft }, "h1", `Typed in ${time.slice(0, 4)}`);
    await standsAs(odd.page, "Saved");
    await open("colophon");
    expect(await one.draft.locator("h1").innerText()).toBe(`Typed in ${time.slice(0, 4)}`);
  });

  test("has a page open in two tabs keeps what each of them has not saved (hazard 21)", async () => {
    await open("boats");
    const offline = await one.context.newPage();
    await deafen(offline);
    const draft = await goToCanvas(offline, site, "boats");
    await offline.route(OPERATIONS, (route) => route.abort());
    await rewrite({ page: offline, draft }, "h1", "Only in one tab");
    await standsAs(offline, "Offline");
    await keptHere(offline, "Only in one tab");
    await rowOf(page, "opening").click();
    await page.locator('[data-field="lead"] :is(input, textarea)').fill("Saved in the other one");
    await standsAs(page, "Saved");
    await page.reload();
    await page.locator('.paper[aria-busy="false"]').waitFor();
    expect(await page.getByText("did not reach the site").count()).toBe(0);
    // Closes the page without a warning, as a crash does.
    await offline.close();
    await page.reload();
    await page.getByRole("button", { name: "Put them into the page" }).click();
    await standsAs(page, "Saved");
    const { fields } = (await storedPage(page, "boats")).body.sections[0] ?? {};
    expect(fields).toMatchObject({ title: "Only in one tab", lead: "Saved in the other one" });
  });
});
