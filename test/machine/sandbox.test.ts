import { readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageBytes, unsigned } from "../../sites/cli/plugin/signed/packageFile.ts";
import { readKey, signatureOver } from "../../sites/cli/plugin/signed/signing.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { folder } from "../gates/folder.ts";
import { fillWithDemo } from "../support/filled.ts";
import { testFolder } from "./testFolder.ts";
import { readyOf, start, type Ready } from "./runner.ts";

const VISITS = fileURLToPath(new URL("../fixtures/plugins/visits", import.meta.url));

const manifest = (id: string) => ({
  manifestVersion: 1,
  id,
  version: "1.0.0",
  name: "Echo",
  description: "Answers.",
  kind: "executable",
  engine: "^1.0.0",
  main: "main.js",
  contributes: { routes: [{ name: "echo", path: "/echo", methods: ["GET"], access: "public" }] },
});
const sources = (id: string) => ({
  "echo/plugin.jsonc": JSON.stringify(manifest(id)),
  "echo/main.js":
    'export const routes = { echo: () => (console.log("said\\n\\u202ehello"), { body: { said: "hello" } }) };',
});

/** A logged line of the plugin: time, plugin, level and text. */
const PRINTED = /^\{"at":.*"plugin":"stranger\.theirs","level":"info","text":"said\\\\u000a\\\\u202ehello"\}\}$/m;

interface PluginRun extends Ready {
  readonly loader: { readonly available: boolean; readonly reason: string | null };
  readonly skipped: readonly {
    readonly id: string;
    readonly site: string;
    readonly reason: string;
    readonly detail: string;
  }[];
}

const owner = ({ port, site }: Ready): Promise<Owner> =>
  Owner.logIn({ port, hostname: new URL(site).hostname, subject: "ottilie-marchbank" });

const route = ({ port, site }: Ready, path: string) =>
  requestLocal({ port, host: new URL(site).hostname, path: `/api/plugins/${path}` });

/** A package signed with another publisher's key. */
async function packageBy(keyFile: string, path: string): Promise<string> {
  const document = unsigned(packPlugin(path));
  const signature = await signatureOver(document, await readKey(keyFile));
  return Buffer.from(packageBytes({ ...document, jws: { ...document.jws, signatures: [signature] } })).toString("utf8");
}

interface Granted {
  readonly grant: { readonly grantedBy: string; readonly capabilities: object };
  readonly requested: object;
}

describe("plugin code on one machine", () => {
  const data = testFolder();
  const ours = folder(sources("acme.ours"));
  const theirs = folder(sources("stranger.theirs"));
  const keys = testFolder();
  let first: PluginRun;
  let second: PluginRun;
  let told: string;

  beforeAll(async () => {
    await fillWithDemo(data.path);
    const { privateKey, publicKey } = await generateKeyPair("Ed25519", { extractable: true });
    writeFileSync(keys.at("private.json"), JSON.stringify(await exportJWK(privateKey)), { mode: 0o600 });
    writeFileSync(keys.at("trust.json"), JSON.stringify([await exportJWK(publicKey)]));
  });
  afterAll(() => [data, ours, theirs, keys].forEach((one) => one[Symbol.dispose]()));

  /** Sends requests as the demo's owner. */
  async function decisions(ready: Ready): Promise<void> {
    await using member = await owner(ready);
    const { grant, requested } = await member.read<Granted>("/api/plugins/lantern.visits");
    expect(grant).toMatchObject({ grantedBy: expect.stringMatching(/^member:/), capabilities: requested });
    const body = await packageBy(keys.at("private.json"), `${theirs.path}/echo`);
    expect((await member.change({ method: "POST", path: "/api/plugins", body })).status).toBe(201);
    await member.done({ method: "PUT", path: "/api/plugins/stranger.theirs/state", body: { state: "enabled" } });
    expect(JSON.parse((await route(ready, "stranger.theirs/routes/echo")).text)).toEqual({ said: "hello" });
    await expect.poll(() => readFileSync(data.at("logs/plugins.log"), "utf8")).toMatch(PRINTED);
    expect(readFileSync(data.at("logs/workers.log"), "utf8")).not.toContain("plugin_log");
    await member.done({ method: "PUT", path: "/api/plugins/lantern.visits/state", body: { state: "disabled" } });
  }

  test("runs for plugins that the demo's owner installed, and for those with a configured key", async () => {
    const plugins = ["--plugins", VISITS, "--plugins", ours.path];
    await using run = start(
      "--json",
      "--port",
      "0",
      "--data",
      data.path,
      "--profile",
      "plugins",
      ...plugins,
      "--trust",
      keys.at("trust.json"),
    );
    first = (await readyOf(run)) as PluginRun;
    expect(first).toMatchObject({ profile: "plugins", loader: { available: true, reason: null }, skipped: [] });
    expect(
      [
        (await route(first, "lantern.visits/routes/count")).text,
        (await route(first, "acme.ours/routes/echo")).text,
      ].map((text) => JSON.parse(text)),
    ).toEqual([{ count: 1 }, { said: "hello" }]);
    await decisions(first);
    run.kill("SIGINT");
    told = (await run.ended).stderr;
  });

  test("is reported by the run, and signed with a key that only its owner can read", () => {
    expect(told).toMatch(/\nInstalled as the demo's owner: acme\.ours 1\.0\.0, .*lantern\.visits 1\.0\.0\.\n/);
    expect(statSync(data.at("signing.key.json")).mode & 0o777).toBe(0o600);
  });

  test("does not run without the loader, each plugin states why, and the owner's decisions stay", async () => {
    const plugins = ["--plugins", VISITS, "--plugins", ours.path];
    await using run = start(
      "--json",
      "--port",
      "0",
      "--data",
      data.path,
      "--profile",
      "plugins",
      ...plugins,
      "--no-loader",
    );
    second = (await readyOf(run)) as PluginRun;
    expect(second.loader).toEqual({ available: false, reason: "the plugin sandbox has no worker loader" });
    const ofTheTest = second.skipped.filter(({ id }) => !id.startsWith("drawbridge."));
    expect(ofTheTest.map(({ id, site, reason }) => [id, site, reason])).toEqual([
      ["acme.ours", "Saltmarrow Yard", "loader_unavailable"],
      ["lantern.visits", "Saltmarrow Yard", "disabled"],
      ["stranger.theirs", "Saltmarrow Yard", "untrusted_key"],
    ]);
    expect((await route(second, "acme.ours/routes/echo")).status).toBe(503);
    expect((await requestLocal({ port: second.port, host: new URL(second.site).hostname, path: "/" })).status).toBe(
      200,
    );
    run.kill("SIGINT");
    expect((await run.ended).stderr).not.toContain("Installed");
  });

  test("is never part of the default set of a site", () => {
    expect(readFileSync(data.at("plugins/first-party.json"), "utf8")).not.toMatch(/acme\.ours|lantern\.visits/);
  });
});
