/** The way of a machine's first owner: from the link of an empty machine to their own home page in the canvas. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { launch } from "./chromium.ts";

const SVC = fileURLToPath(new URL("../../sites/svc.ts", import.meta.url));

/** An authenticator that proves its person by itself. */
const AUTHENTICATOR = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

test("a person without a provider makes a passkey, chooses a starter and edits their own home page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-first-owner-"));
  execFileSync(process.execPath, [SVC, "init", "."], { cwd: folder, stdio: "ignore" });
  const machine = spawn(process.execPath, [SVC, "start", "--port", "0", "--json"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const browser = await launch();
  try {
    await once(createInterface({ input: machine.stdout }), "line");
    const link = execFileSync(process.execPath, [SVC, "people", "invite"], { cwd: folder, encoding: "utf8" }).trim();
    const page = await (await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" })).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", { options: AUTHENTICATOR });

    await page.goto(link);
    await page.getByLabel("Your name").fill("Robin");
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await page.getByRole("button", { name: "I have kept them, go on" }).click();
    await page.getByLabel("Name of the site").fill("Harbour Books");
    await page.getByLabel("Address").fill("harbour.localhost");
    await page.getByRole("radio", { name: /Company/ }).check({ force: true });
    expect(
      await page.locator("label.starter img:visible").evaluateAll((all) => all.map((one) => one.getAttribute("src"))),
    ).toHaveLength(6);
    await page.getByRole("button", { name: "Make the site" }).click();
    await page
      .getByRole("link", { name: "Log in" })
      .or(page.getByRole("button", { name: "Log in" }))
      .click();
    await page.waitForURL(/^http:\/\/harbour\.localhost:\d+\/_editor\/edit\?page=home/);
    const home = page.frameLocator("iframe").first();
    await home.getByRole("heading", { level: 1, name: "Harbour Books" }).waitFor();
    expect(await home.locator("img").first().getAttribute("src")).toMatch(/hills\.webp/);
  } finally {
    await browser.close();
    machine.kill("SIGINT");
    await once(machine, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
});
