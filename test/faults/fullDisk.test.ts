import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readyOf, startIn, type Ready, type Run } from "../machine/runner.ts";
import { testFolder } from "../machine/testFolder.ts";
import { cookieOf } from "../support/visitor.ts";
import { Client } from "../support/client.ts";
import { pause, visit } from "../support/driver.ts";
import { DEMO, OWNER, VISITS, VISITS_FOLDER } from "./siteWithVisits.ts";
import { Work } from "./work.ts";

/** A separate disk needs Linux, and root to mount it in a private namespace. */
const canMount =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  ["/usr/bin/unshare", "/usr/bin/nsenter"].every((path) => existsSync(path));

const DISK = `mount --make-rprivate / && mount -t tmpfs -o mode=0700,size=192m tmpfs "$0" && exec "$@"`;
/** Fills the disk. The expected failure at its end is ignored. */
const FILL = `cat /dev/zero > "$0/filler" 2>/dev/null || true`;
const FULL_MS = 3_000;
const run = promisify(execFile);
const { hostname } = DEMO.domain;

describe.skipIf(!canMount)("a full disk", () => {
  const here = testFolder();
  const data = here.at("data");
  let program: Run;
  let ready: Ready;

  beforeAll(async () => {
    mkdirSync(data);
    const trusted = ["--trusted-proxy", "127.0.0.1", "--client-address-header", "cf-connecting-ip"];
    const args = ["--json", "--port", "0", "--data", data, "--plugins", VISITS_FOLDER, ...trusted];
    program = startIn({ through: ["unshare", "--mount", "sh", "-c", DISK, data] }, ...args);
    ready = await readyOf(program);
  }, 90_000);

  afterAll(async () => {
    await program?.[Symbol.asyncDispose]();
    here[Symbol.dispose]();
  });

  /** Runs a command in the mount namespace with the disk. */
  const inside = (...command: readonly string[]): Promise<{ readonly stdout: string }> =>
    run("nsenter", ["--mount", "--target", String(program.pid), "--", ...command]);

  test("makes the site read-only, and with space again the site accepts changes without a loss", async () => {
    const logIn = (): Promise<string> => cookieOf(ready.site, OWNER);
    const owner = new Client(ready.port, hostname, await logIn());
    const secret = /^PROVISIONING_SECRET=(.*)$/m.exec((await inside("cat", ready.secrets)).stdout)?.[1] ?? "";
    const work = new Work({ port: ready.port, hostname, logIn, tenant: DEMO.tenant.id, secret, plugin: VISITS });
    await work.begin();
    await expect.poll(() => work.acknowledged, { timeout: 30_000, interval: 50 }).toBeGreaterThan(10);
    await inside("sh", "-c", FILL, data);
    const refused = (): Promise<string> =>
      owner.ask("PUT", `/api/plugins/${VISITS}/state`, { body: { state: "enabled" } }).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      );
    await expect.poll(refused, { timeout: 10_000, interval: 50 }).toContain("STORAGE_FULL");
    await pause(FULL_MS);
    for (const path of ["/", "/?past-the-cache"])
      expect([path, (await visit(ready.port, hostname, path)).status]).toEqual([path, 200]);
    expect(await refused()).toContain("STORAGE_FULL");
    const before = work.acknowledged;
    await inside("rm", `${data}/filler`);
    await expect.poll(() => work.acknowledged, { timeout: 60_000, interval: 50 }).toBeGreaterThan(before + 10);
    const done = await work.examined();
    for (const count of Object.values(done)) expect(count).toBeGreaterThan(0);
  }, 240_000);
});
