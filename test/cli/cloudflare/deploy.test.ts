/**
 * Deployments by the real wrangler to the stand-in. Each run of wrangler takes seconds, so one account goes from
 * profile to profile. test/machine/package.test.ts covers the first deployment, with the installed package.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deploy } from "../../../sites/cli/cloudflare/deploy/command.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import type { Outcome } from "../../../sites/cli/command/command.ts";
import type { Profile } from "../../../sites/workers/workers.ts";
import { yes } from "../../../sites/machine/provider/envelope.ts";
import { harbour, SECRETS } from "../../platform/provider/harbour.ts";
import type { Lie } from "../../../sites/machine/provider/lie.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import type { Binding } from "../../../sites/machine/provider/state.ts";
import { deployedAccount } from "./deployedSite.ts";
import { GOOD } from "./goodDescriptor.ts";
import { ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { fillBuild } from "./standInBundles.ts";

const TIMEOUT_MS = 180_000;
const SVC = join(import.meta.dirname, "../../../sites/svc.ts");

let [removeBundles, site]: [() => void, string] = [() => undefined, ""];
let provider: StandIn;

beforeAll(async () => {
  removeBundles = fillBuild();
  site = siteFolder(GOOD);
  await ran(prepare, site, { profile: "full" });
  provider = await deployedAccount(site);
});
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  removeSiteFolders();
  removeBundles();
});

const environment = (): Record<string, string> => ({
  ...provider.environment,
  HOME: site,
  PATH: process.env["PATH"] ?? "",
});
interface Said {
  code: unknown;
  out: string;
  talk: string;
}

async function ended(child: ReturnType<typeof spawn>): Promise<Said> {
  const said: Said = { code: undefined, out: "", talk: "" };
  child.stdout?.on("data", (text) => (said.out += String(text)));
  child.stderr?.on("data", (text) => (said.talk += String(text)));
  said.code = await new Promise((done) => void child.on("close", done));
  return said;
}

function secretsFile(...keys: readonly (keyof typeof SECRETS)[]): string {
  const path = join(site, "some.json");
  writeFileSync(path, JSON.stringify(Object.fromEntries(keys.map((key) => [key, SECRETS[key]]))), { mode: 0o600 });
  return path;
}

const states = (data: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries((data["steps"] as { id: string; state: string }[]).map(({ id, state }) => [id, state]));

const outcomes: Outcome[] = [];

async function deployed(profile: Profile, options: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
  await ran(prepare, site, { profile });
  const outcome = await ran(deploy, site, { profile, ...options }, environment());
  outcomes.push(outcome);
  return outcome;
}

const secretsOf = (name: string): Record<string, string> =>
  Object.fromEntries(provider.account.scripts.get(name)?.secrets ?? []);
const bindings = (name: string): readonly Binding[] =>
  provider.account.scripts.get(name)?.versions.at(-1)?.bindings ?? [];

test("again, without secrets: nothing is uploaded, and the database is only read", async () => {
  const before = provider.changes.length;
  const { ok, lines } = await deployed("full");
  expect(ok).toBe(true);
  expect(lines.at(-1)).toBe("Deployed: all 8 steps were already done.");
  expect(provider.changes.slice(before).filter((change) => !change.endsWith("/query"))).toEqual([]);
});

test(
  "core: the workers no longer bind the sandbox; another hostname of the site stays",
  { timeout: TIMEOUT_MS },
  async () => {
    provider.account.domains.push({ id: "second", hostname: "www.second-site.com", service: "drawbridge-site" });
    const { lines, data } = await deployed("core");
    expect(lines.at(-1)).toMatch(/^Deployed: /);
    expect(states(data)).toEqual({
      "queue.publish": "same",
      "queue.deadLetter": "same",
      "worker.workspace": "done",
      migrations: "same",
      "worker.site": "done",
    });
    expect(
      provider.account.domains.filter(({ service }) => service === "drawbridge-site").map(({ hostname }) => hostname),
    ).toEqual(["www.harbour-sites.com", "www.second-site.com"]);
    expect(bindings("drawbridge-site").map(({ name }) => name)).not.toContain("PLUGIN_SANDBOX");
  },
);

test("the editor's files arrived as they were prepared, and the worker decides who gets them", () => {
  const folder = join(site, ".svc/cloudflare/site/assets");
  const prepared = readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name), "utf8")]);
  const { assets } = provider.account.scripts.get("drawbridge-site")?.versions.at(-1) ?? {};
  const arrived = Object.entries(assets?.files ?? {}).map(([path, { hash }]) => [
    path,
    Buffer.from(provider.account.assetFiles.get(hash) ?? []).toString(),
  ]);
  expect(prepared.length).toBeGreaterThan(2);
  expect(Object.fromEntries(arrived)).toEqual(Object.fromEntries(prepared));
  expect(assets?.config).toMatchObject({ run_worker_first: true, html_handling: "none" });
});

test(
  "plugins: the sandbox is there already; a secret and a hostname that are given are set",
  { timeout: TIMEOUT_MS },
  async () => {
    const hostnames = "books.harbour-sites.com";
    const { lines, data } = await deployed("plugins", { secrets: secretsFile("site"), hostnames });
    expect(
      provider.account.domains.filter(({ service }) => service === "drawbridge-site").map(({ hostname }) => hostname),
    ).toEqual(["www.harbour-sites.com", "www.second-site.com", "books.harbour-sites.com"]);
    expect(lines.at(-1)).toMatch(/^Deployed: /);
    expect(states(data)).toMatchObject({ "worker.sandbox": "same", "worker.workspace": "done", "worker.site": "done" });
    expect(secretsOf("drawbridge-site")).toEqual(SECRETS.site);
  },
);

test("ai: without plugins again, and secrets are kept", { timeout: TIMEOUT_MS }, async () => {
  const { lines, data } = await deployed("ai");
  expect(lines.at(-1)).toMatch(/^Deployed: /);
  expect(states(data)).toMatchObject({
    "worker.workspace": "done",
    "worker.site": "done",
    "worker.private-mcp": "same",
  });
  expect(secretsOf("drawbridge-site")).toEqual(SECRETS.site);
});

test(
  "the program: secrets from standard input; Ctrl-C lets the step finish and begins no other",
  { timeout: TIMEOUT_MS },
  async () => {
    await using empty = await StandIn.start(harbour());
    await ran(prepare, site, { profile: "core" });
    const env = { ...environment(), ...empty.environment, NO_COLOR: "1" };
    const svc = spawn(
      process.execPath,
      [SVC, "cloudflare", "deploy", "--profile", "core", "--cwd", site, "--secrets", "-"],
      { env },
    );
    const over = ended(svc);
    svc.stdin.end(JSON.stringify({ workspace: SECRETS.workspace, site: SECRETS.site }));
    await vi.waitFor(() => expect(empty.changes).toHaveLength(1), { timeout: 60_000, interval: 5 });
    svc.kill("SIGINT");
    const { code, out, talk } = await over;
    expect(code).toBe(1);
    expect(talk).toContain("Stopping after this step.");
    expect(out.split("\n").slice(0, 5)).toEqual([
      "ok    queue harbour-publish",
      "todo  queue harbour-dead-letter",
      "todo  worker drawbridge-workspace",
      "todo  migrations of harbour",
      "todo  worker drawbridge-site",
    ]);
    expect(empty.changes).toHaveLength(1);
  },
);

test("a provider that lies of uploaded files ends the deployment there", { timeout: TIMEOUT_MS }, async () => {
  const lying = (result: unknown): Lie => ({
    applies: ({ pattern }) => pattern.endsWith("/assets-upload-session"),
    change: () => yes(result),
  });
  const versions = provider.account.scripts.get("drawbridge-site")?.versions.length;
  for (const lie of [lying({ jwt: null, buckets: [] }), lying({ jwt: "stand-in.e30.x", buckets: [["unheard-of"]] })]) {
    provider.tell(lie);
    const { ok, data } = await deployed("full");
    expect(ok).toBe(false);
    expect(states(data)).toMatchObject({ "worker.site": "failed", "worker.public-mcp": "todo" });
  }
  provider.tell();
  expect(provider.account.scripts.get("drawbridge-site")?.versions).toHaveLength(versions ?? 0);
});

test("no secret is in an address or an output", () => {
  expect(JSON.stringify([outcomes, provider.heard])).not.toContain("only-for-tests");
});
