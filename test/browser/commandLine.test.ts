import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { requestSite } from "../../sites/cli/site/request.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { choose } from "./member.ts";
import { DEMO_HOST } from "./sitePages.ts";

const SVC = join(import.meta.dirname, "../../sites/svc.ts");
const site = `http://${DEMO_HOST}:${inject("port")}`;
const home = mkdtempSync(join(tmpdir(), "drawbridge-login-"));
const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
const env = { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: home };
const logins = join(home, "svc/logins");

let browser: Profiles;
let page: Page;
beforeAll(async () => {
  browser = await openProfiles();
  page = await (await browser.newContext()).newPage();
});
afterAll(async () => {
  await browser?.close();
  rmSync(home, { recursive: true });
});

interface Waiting {
  readonly address: string;
  readonly check: string;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string }>;
}

/** Starts `svc login`, which waits for the member's consent. */
async function begin(): Promise<Waiting> {
  const child = spawn(process.execPath, [SVC, "login", "--site", site, "--browser", "none", "--json"], { env });
  let out = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  const ended = new Promise<{ code: number | null; out: string }>((done) =>
    child.on("close", (code) => done({ code, out })),
  );
  let check = "";
  for await (const line of createInterface({ input: child.stderr })) {
    check ||= /[0-9A-F]{4}-[0-9A-F]{4}/.exec(line)?.[0] ?? "";
    const [address] = /http:\S+/.exec(line) ?? [];
    if (address) return { address, check, ended };
  }
  throw new Error("it never asked");
}

const kept = (): { cookie: string; login: string } =>
  JSON.parse(readFileSync(join(logins, readdirSync(logins)[0] ?? ""), "utf8")) as { cookie: string; login: string };

const asKept = async ({ cookie, login }: ReturnType<typeof kept>): Promise<number> =>
  (await requestSite(site, "/api/site", { headers: { cookie: `${cookie}=${login}` } })).status;

describe("svc login, with a real browser", () => {
  test("gets a login of its own once the member says yes, and keeps it for them alone", async () => {
    const { address, check, ended } = await begin();
    await page.goto(address);
    await choose(page, "Ottilie Marchbank");
    await page.getByText(check).waitFor();
    await Promise.all([
      page.waitForURL("http://127.0.0.1:*/**"),
      page.getByRole("button", { name: "Allow", exact: true }).click(),
    ]);
    expect(await page.locator("h1").textContent()).toBe("Logged in");
    const { code, out } = await ended;
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ ok: true, site, member: expect.objectContaining({ role: "owner" }) as object }),
    ]);
    expect(out).not.toContain(kept().login);
    expect([
      statSync(logins).mode & 0o777,
      ...readdirSync(logins).map((name) => statSync(join(logins, name)).mode & 0o777),
    ]).toEqual([0o700, 0o600]);
    expect(await asKept(kept())).toBe(200);
  });

  test("is told when the member says no, and keeps the login it had", async () => {
    const before = kept();
    const { address, ended } = await begin();
    await page.goto(address);
    await page.getByRole("button", { name: "Do not allow" }).click();
    expect(await ended).toMatchObject({ code: 1, out: expect.stringContaining("You did not agree") as string });
    expect(kept()).toEqual(before);
  });

  test("is asked by no page in a frame", async () => {
    const { address, ended } = await begin();
    await page.goto(`${site}/`);
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }, address);
    await expect
      .poll(() =>
        page
          .frames()
          .map((frame) => frame.url())
          .at(-1),
      )
      .toMatch(/^chrome-error:|^about:blank/);
    await page.goto(address);
    await page.getByRole("button", { name: "Do not allow" }).click();
    await ended;
  });

  test("ends with svc logout", async () => {
    const login = kept();
    const { status, stdout } = spawnSync(process.execPath, [SVC, "logout", "--site", site], { env, encoding: "utf8" });
    expect([status, stdout, readdirSync(logins), await asKept(login)]).toEqual([
      0,
      `Logged out at ${site}.\n`,
      [],
      401,
    ]);
  });
});
