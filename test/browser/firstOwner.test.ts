/** The way of a machine's first owner: from the link of an empty machine to the letter about the first message. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FORM_MIN_SECONDS } from "../../manifests/bounds/forms.ts";
import { pause, persistently } from "../support/driver.ts";
import { standsAs } from "./editor.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { secondsOf, Walk } from "./walk.ts";

/** The program. `SVC_UNDER_TEST` may name the one of an installed package: `node_modules/drawbridge/sites/launch.mjs`. */
const SVC = process.env["SVC_UNDER_TEST"] ?? fileURLToPath(new URL("../../sites/svc.ts", import.meta.url));
const BEFORE_A_PERSON_MS = FORM_MIN_SECONDS * 1_000 + 100;

/** A person's time for the whole way, and what they have to do and read on it. */
const MOST = { seconds: 600, actions: 45, words: 900 };

/** An authenticator that proves its person by itself. */
const AUTHENTICATOR = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

const folder = mkdtempSync(join(tmpdir(), "drawbridge-first-owner-"));
const walk = new Walk();
let machine: ReturnType<typeof spawn> | undefined;
let browser: Profiles;
let owner: Page;
let site: string;

beforeAll(async () => {
  browser = await openProfiles();
});
afterAll(async () => {
  await browser?.close();
  machine?.kill("SIGINT");
  if (machine) await once(machine, "exit");
  rmSync(folder, { recursive: true, force: true });
});

async function withPasskey(): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" })).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", { options: AUTHENTICATOR });
  return page;
}

const main = () => owner.locator("main");

test("a person without a provider makes a passkey, chooses a starter and edits their own home page", async () => {
  await walk.step("svc init, svc start", async () => {
    execFileSync(process.execPath, [SVC, "init", "."], { cwd: folder, stdio: "ignore" });
    machine = spawn(process.execPath, [SVC, "start", "--port", "0", "--json"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    if (machine.stdout) await once(createInterface({ input: machine.stdout }), "line");
  });
  const link = execFileSync(process.execPath, [SVC, "people", "invite"], { cwd: folder, encoding: "utf8" }).trim();
  owner = await withPasskey();

  await walk.step("a passkey and codes", async () => {
    await owner.goto(link);
    await owner.getByLabel("Your name").waitFor();
    await walk.read(main());
    await walk.fill(owner.getByLabel("Your name"), "Robin");
    await walk.click(owner.getByRole("button", { name: "Continue with a passkey" }));
    await owner.getByRole("button", { name: "I have kept them, go on" }).waitFor();
    await walk.read(main());
    await walk.click(owner.getByRole("button", { name: "I have kept them, go on" }));
  });

  await walk.step("the site and its starter", async () => {
    await owner.getByLabel("Name of the site").waitFor();
    await walk.read(main());
    await walk.fill(owner.getByLabel("Name of the site"), "Harbour Books");
    await walk.fill(owner.getByLabel("Address"), "harbour.localhost");
    await owner.getByRole("radio", { name: /Company/ }).check({ force: true });
    expect(
      await owner.locator("label.starter img:visible").evaluateAll((all) => all.map((one) => one.getAttribute("src"))),
    ).toHaveLength(6);
    await walk.click(owner.getByRole("button", { name: "Make the site" }));
    // The login leads to the site itself, so the site does not ask whether another one has sent its owner.
    await owner.waitForURL(/^http:\/\/harbour\.localhost:\d+\/_editor\/edit\?page=home/);
    const home = owner.frameLocator("iframe").first();
    await home.getByRole("heading", { level: 1, name: "Harbour Books" }).waitFor();
    expect(await home.locator("img").first().getAttribute("src")).toMatch(/hills\.webp/);
    site = new URL(owner.url()).origin;
  });
});

test("they change the headline and publish it", async () => {
  await walk.step("the headline", async () => {
    const draft = owner.frameLocator(".paper iframe");
    await owner.locator('.paper[aria-busy="false"]').waitFor();
    await walk.click(draft.locator("h1"));
    await walk.press(owner, "ControlOrMeta+a");
    await walk.type(owner, "Books by the water");
    await standsAs(owner, "Saved");
  });
  await walk.step("the publication", async () => {
    await walk.click(owner.getByRole("link", { name: "Publish" }));
    await owner.getByRole("button", { name: /^Publish / }).waitFor();
    await walk.read(main());
    await walk.click(owner.getByRole("button", { name: /^Publish / }));
    await owner.getByRole("heading", { level: 1, name: "Published" }).waitFor();
  });
  expect(walk.steps.at(-1)).toMatchObject({ name: "the publication", actions: 2 });
});

test("a visitor's message reaches them as a letter", async () => {
  const visitor = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await visitor.goto(site);
  await visitor.getByRole("heading", { level: 1, name: "Books by the water" }).waitFor();
  await visitor.getByRole("link", { name: "Write to us" }).first().click();
  await visitor.getByLabel("Your name").fill("Ann");
  await visitor.getByLabel("Email").fill("ann@harbour.example");
  await visitor.getByLabel("Message").fill("Do you buy old charts?");
  await pause(BEFORE_A_PERSON_MS);
  await visitor.getByRole("button", { name: "Send message" }).click();
  await visitor.getByText("Your message has arrived.").waitFor();

  await walk.step("the letter", async () => {
    await walk.click(owner.getByRole("link", { name: "Letters", exact: true }).first());
    await persistently(async () => {
      await owner.reload();
      expect(await owner.getByText("Do you buy old charts?").or(main().getByText("Contact")).count()).toBeGreaterThan(
        0,
      );
    });
    await walk.read(main());
    await walk.click(
      main()
        .locator("summary, a")
        .filter({ hasText: /Your message|Contact/ })
        .first(),
    );
    await main().getByText("Do you buy old charts?").waitFor();
  });
});

test("all of it takes a person less than ten minutes", () => {
  if (process.env["SHOW_STEPS"] !== undefined) process.stdout.write(`${JSON.stringify(walk.steps, undefined, 1)}\n`);
  const sum = (count: "actions" | "words"): number => walk.steps.reduce((all, step) => all + step[count], 0);
  expect({
    steps: walk.steps.length,
    actions: sum("actions") <= MOST.actions,
    words: sum("words") <= MOST.words,
    seconds: secondsOf(walk.steps) <= MOST.seconds,
  }).toEqual({ steps: 6, actions: true, words: true, seconds: true });
});
