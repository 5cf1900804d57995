/** Plugins of `test/fixtures/` at a terminal and a running site: updates, consent, quarantine and trust. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageView } from "../../runtime/editing/views.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestSite } from "../../sites/cli/site/request.ts";
import { pause } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { type Run, readyOf, start } from "./runner.ts";
import { Terminal } from "./terminal.ts";
import { testFolder } from "./testFolder.ts";

/** The pause between two visits, in milliseconds. A visitor may send 60 requests a minute. */
const BETWEEN_VISITS_MS = 150;
const FIXTURES = join(import.meta.dirname, "../fixtures/plugins");
const desk = testFolder();
const [home, work, data] = ["home", "work", "data"].map((name) => join(desk.path, name)) as [string, string, string];

let run: Run;
let site: string;
let terminal: Terminal;
let owner: Owner;

beforeAll(async () => {
  mkdirSync(work);
  cpSync(FIXTURES, work, { recursive: true });
  await fillWithDemo(data);
  run = start("--json", "--port", "0", "--data", data, "--profile", "plugins");
  ({ site } = await readyOf(run));
  terminal = new Terminal({ work, home, site });
  await terminal.logInAs("ottilie-marchbank");
  const { hostname, port } = new URL(site);
  owner = await Owner.logIn({ port: Number(port), hostname, subject: "ottilie-marchbank" });
});

afterAll(async () => {
  terminal?.[Symbol.dispose]();
  run?.kill("SIGINT");
  await run?.ended;
  desk[Symbol.dispose]();
});

function change(plugin: string, file: string, from: string, to: string): void {
  const path = join(work, `lantern-${plugin}`, file);
  const before = readFileSync(path, "utf8");
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
}

/** Changes the version of the plugin. */
function numbered(plugin: string, from: string, to: string): void {
  change(plugin, "plugin.jsonc", `"version": "${from}"`, `"version": "${to}"`);
}

/** Packs, signs and uploads a version. Answers the text for its owner. */
async function packAndSign(plugin: string): Promise<string> {
  const file = `${plugin}.json`;
  await terminal.typed(`plugin pack lantern-${plugin} --out ${file}`);
  await terminal.typed(`plugin sign ${file} --key ${join(data, "signing.key.json")}`);
  return file;
}

const publish = async (plugin: string): Promise<string> =>
  terminal.typed(`plugin publish ${await packAndSign(plugin)}`);

async function switchOn(plugin: string): Promise<void> {
  await publish(plugin);
  await terminal.typed(`plugin grant lantern.${plugin} --yes`);
  await terminal.typed(`plugin enable lantern.${plugin}`);
}

const ask = async (plugin: string, route: string) =>
  requestSite(site, `/api/plugins/lantern.${plugin}/routes/${route}`, {});

const burning = async (): Promise<unknown> => {
  const { status, text } = await ask("lamp", "burns");
  return status === 200 ? (JSON.parse(text) as { version: string }).version : status;
};

describe("an update (lantern.lamp)", () => {
  test("that requests nothing more is installed at once, with its data, and no visitor notices", async () => {
    await switchOn("lamp");
    expect(await burning()).toBe("1.0.0");
    numbered("lamp", "1.0.0", "1.0.1");
    change("lamp", "main.js", '"1.0.0"', '"1.0.1"');
    const file = await packAndSign("lamp");
    const seen: unknown[] = [];
    const over = new AbortController();
    const visiting = (async () => {
      for (; !over.signal.aborted; await pause(BETWEEN_VISITS_MS)) seen.push(await burning());
    })();
    const said = await terminal.typedBeside(`plugin publish ${file}`);
    expect(said).toMatch(/^lantern\.lamp +1\.0\.1 +installed +active$/m);
    over.abort();
    await visiting;
    expect(await burning()).toBe("1.0.1");
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter((version) => version !== "1.0.0" && version !== "1.0.1")).toEqual([]);
    const { text } = await ask("lamp", "burns");
    expect((JSON.parse(text) as { asked: number }).asked).toBeGreaterThan(seen.length);
  });

  test("that requests more waits beside the running version until it is granted", async () => {
    numbered("lamp", "1.0.1", "1.1.0");
    change("lamp", "main.js", '"1.0.1"', '"1.1.0"');
    change("lamp", "plugin.jsonc", '"maxKeys": 2', '"maxKeys": 3');
    const says = await publish("lamp");
    expect(says).toContain("lantern.lamp 1.1.0 waits; 1.0.1 stays in use. Reason: it does something that nobody");
    expect(says).toContain("further: Keep up to 1000 B of its own data, in at most 3 entries");
    expect(await burning()).toBe("1.0.1");
    await terminal.typed("plugin grant lantern.lamp --yes");
    expect(await burning()).toBe("1.1.0");
  });

  test("also waits if the owner chose to be asked", async () => {
    await terminal.typed("plugin updates lantern.lamp --rule ask");
    numbered("lamp", "1.1.0", "1.1.1");
    change("lamp", "main.js", '"1.1.0"', '"1.1.1"');
    expect(await publish("lamp")).toContain(
      "lantern.lamp 1.1.1 waits; 1.1.0 stays in use. Reason: the update rule says to ask about such updates.",
    );
    expect(await burning()).toBe("1.1.0");
    await terminal.typed("plugin discard lantern.lamp");
    expect(await burning()).toBe("1.1.0");
    await terminal.typed("plugin updates lantern.lamp --rule minor");
  });

  test("from the development folder satisfies other plugins' requirements of its version (lantern.wick)", async () => {
    await publish("wick");
    expect(await terminal.typed("plugin enable lantern.wick")).toContain("it needs lantern.lamp ^1.2.0");
    numbered("lamp", "1.1.1", "1.2.0");
    change("lamp", "main.js", '"1.1.1"', '"1.2.0"');
    await terminal.typed(`plugin dev lantern-lamp --once --yes --key ${join(data, "signing.key.json")}`);
    expect(await terminal.typed("plugin show lantern.wick")).toMatch(/^lantern\.wick +1\.0\.0 +installed +active$/m);
  });
});

describe("consent (lantern.census)", () => {
  test("is requested in sentences: possible vetoes, received events, public addresses, and where data goes", async () => {
    const says = await publish("census");
    for (const sentence of [
      "Exchange data with census.example.com (GET)",
      "Read what is published: pages",
      "Keep up to 1000 B of its own data, in at most 2 entries",
      "Checks every publication and can stop it.",
      "Receives every form that a visitor submits.",
      "Gives members’ agents the tool lantern-census__tally, “Tally”; it changes nothing.",
      "Gives members’ agents a text to read, “Counted”, at counted.",
      "Answers GET /count to everybody on the internet.",
      "Answers POST /reset to every member.",
    ])
      expect(says).toContain(`  ${sentence}\n`);
  });

  test("marks the differences at an upgrade", async () => {
    await terminal.typed("plugin grant lantern.census --yes");
    await terminal.typed("plugin enable lantern.census");
    numbered("census", "1.0.0", "1.1.0");
    change("census", "plugin.jsonc", '["census.example.com"]', '["census.example.com", "mean.example.com"]');
    change("census", "plugin.jsonc", '{ "on": "beforePublish" }, ', "");
    change("census", "main.js", "  beforePublish: () => null,\n", "");
    const says = await publish("census");
    expect(says).toMatch(/further: Exchange data with census\.example\.com, mean\.example\.com/);
    expect(says).toContain("no longer: Checks every publication and can stop it.");
  });
});

describe("a plugin that fails (lantern.fuse)", () => {
  const pageOf = (): Promise<PageView> => owner.read<PageView>("/api/pages/fuse");
  const glow = async (id: string, text: string): Promise<void> => {
    const { version } = await pageOf();
    const section = { id, type: "lantern.fuse/glow", fields: { text } };
    await owner.done({ method: "POST", path: "/api/pages/fuse/sections", body: { section }, version });
  };
  const edit = async (operations: readonly object[]): Promise<void> => {
    const { version } = await pageOf();
    await owner.done({ method: "POST", path: "/api/pages/fuse/operations", body: { operations }, version });
  };

  test("answers its caller with a problem document, without the runtime's text, when its process is ended", async () => {
    await publish("fuse");
    await terminal.typed("plugin enable lantern.fuse");
    const body = { path: "/fuse", title: "Fuse", sections: [] };
    await owner.done({ method: "POST", path: "/api/pages", body: { id: "fuse", body } });
    for (const [id, text] of Object.entries({ first: "One", second: "Two" })) await glow(id, text);
    const file = join(home, "svc/logins", `${encodeURIComponent(site)}.json`);
    const { cookie, login } = JSON.parse(readFileSync(file, "utf8")) as { cookie: string; login: string };
    const { status, text } = await requestSite(site, "/api/plugins/lantern.fuse/routes/blow", {
      headers: { cookie: `${cookie}=${login}` },
    });
    expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ type: "about:blank", status: 503 })]);
  });

  test("is quarantined for that, and its sections' content can still be edited and moved", async () => {
    const list = () => terminal.svc("plugin list");
    await expect
      .poll(async () => (await list()).out, { timeout: 30_000 })
      .toMatch(/lantern\.fuse .*skipped \(quarantined: /);
    await edit([{ op: "set", section: "first", fields: { text: "Uno" } }]);
    await edit([{ op: "move", section: "second", to: { index: 0 } }]);
    const { body } = await pageOf();
    expect(body.sections.map(({ id, fields }) => [id, fields["text"]])).toEqual([
      ["second", "Two"],
      ["first", "Uno"],
    ]);
    expect(await ask("fuse", "burn")).toMatchObject({ status: 503 });
  });

  test("is removed only by its owner, and its content stays", async () => {
    const asked = await terminal.svc("plugin remove lantern.fuse");
    expect(asked.code).toBe(2);
    expect(asked.talk).toContain("--yes");
    expect(await terminal.typed("plugin list")).toContain("lantern.fuse");
    await terminal.typed("plugin remove lantern.fuse --yes");
    expect(await terminal.typed("plugin list")).not.toContain("lantern.fuse");
    expect((await pageOf()).body.sections).toHaveLength(2);
  });
});

test("a key of an author is trusted and revoked while the site runs (lantern.atlas)", async () => {
  const bearer = join(home, "bearer");
  const [, secret = ""] = /^PROVISIONING_SECRET=(.+)$/m.exec(readFileSync(join(data, "secrets.env"), "utf8")) ?? [];
  writeFileSync(bearer, secret.replaceAll(/^["']|["']$/g, ""), { mode: 0o600 });
  writeFileSync(join(work, "trust.json"), await terminal.typed("plugin keygen lantern.key.json --publishers lantern"));
  await terminal.typed("plugin pack lantern-atlas --out atlas.json");
  await terminal.typed("plugin sign atlas.json --key lantern.key.json");
  expect((await terminal.svc("plugin publish atlas.json")).out).toContain("unknown_key");
  await terminal.typed(`operator trust add trust.json --bearer-file ${bearer}`);
  const trusted = async (): Promise<boolean> => (await terminal.svc("plugin publish atlas.json --dry-run")).code === 0;
  await expect.poll(trusted, { timeout: 30_000 }).toBe(true);
  await terminal.typed("plugin publish atlas.json");
  expect(await terminal.typed("plugin enable lantern.atlas")).toMatch(/ active$/m);
  const [{ kid = "" } = {}] = JSON.parse(readFileSync(join(work, "trust.json"), "utf8")) as { kid: string }[];
  const words = ["--confirm", `REVOKE ${kid}`];
  await terminal.typed(["operator", "trust", "revoke", kid, "--bearer-file", bearer, ...words]);
  const list = async (): Promise<string> => (await terminal.svc("plugin list")).out;
  await expect.poll(list, { timeout: 60_000, interval: 1_000 }).toMatch(/lantern\.atlas .*skipped \(untrusted_key/);
});
