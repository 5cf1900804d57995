import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CliCommand, type Outcome, Options, Trouble, UsageError } from "../../sites/cli/command/command.ts";
import { COMMANDS } from "../../sites/cli/commands.ts";
import { add } from "../../sites/cli/manage/add.ts";
import { outdated } from "../../sites/cli/manage/outdated.ts";
import { search } from "../../sites/cli/manage/search.ts";
import { findKeyFile } from "../../sites/cli/manage/dev.ts";
import { grant } from "../../sites/cli/manage/grant.ts";
import { list } from "../../sites/cli/manage/list.ts";
import type { Consent, PluginDetail, WaitingView } from "../../sites/cli/manage/plugins.ts";
import { publish } from "../../sites/cli/manage/publish.ts";
import { settings } from "../../sites/cli/manage/settings.ts";
import { show } from "../../sites/cli/manage/show.ts";
import { disable, enable, remove, revoke } from "../../sites/cli/manage/switches.ts";
import { packageBytes, unsigned } from "../../sites/cli/plugin/signed/packageFile.ts";
import { isYes } from "../../sites/cli/terminal/prompt.ts";
import { SITE_OPTION } from "../../sites/cli/site/address.ts";
import { keepLogin } from "../../sites/cli/site/logins.ts";
import { folderFileDigest, packPlugins } from "../../sites/cli/packing/pluginFolder.ts";
import { ScriptedSite } from "./scriptedSite.ts";
import { clearDesks, oneLine, signedDesk } from "./svc.ts";

const home = mkdtempSync(join(tmpdir(), "drawbridge-manage-"));
const environment = { XDG_CONFIG_HOME: home };
/** The requests and messages of the commands. The site is scripted; other tests use real sites. */
const script = new ScriptedSite();
let site: string;

beforeAll(async () => {
  site = await script.open();
});
beforeEach(() => {
  script.sent = [];
  script.answer = () => ({ json: PLUGIN });
  keepLogin({ site, cookie: "__Host-svc_session", login: "mine", expiresAt: Date.now() + 60_000 }, environment);
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

const asked = (says: string, more: Partial<Consent> = {}): Consent => ({
  says,
  reason: null,
  needsGrant: true,
  change: null,
  was: null,
  ...more,
});
const does = (says: string, more: Partial<Consent> = {}): Consent => asked(says, { needsGrant: false, ...more });

const PLUGIN: PluginDetail = {
  id: "acme.counter",
  version: "1.1.0",
  name: "Counter",
  kind: "executable",
  digest: `sha256-${"a".repeat(43)}`,
  source: "installed",
  state: "disabled",
  active: false,
  skipped: { reason: "disabled", detail: "it is switched off" },
  probation: null,
  requested: {
    http: { hosts: ["api.example.com"], methods: ["GET"], reason: "to \u001b[2Jcount" },
    storage: { maxBytes: 10, maxKeys: 1 },
  },
  grant: null,
  difference: { added: [], removed: [] },
  consent: [
    asked("Exchange data with api.example.com (GET)", { reason: "to \u001b[2Jcount" }),
    asked("Keep up to 10 bytes of its own data, in one entry"),
  ],
  updates: { rule: "minor", own: false },
  waiting: null,
  alone: [],
  signedBy: ["kid"],
  failures: [],
};

const WAITING: WaitingView = {
  version: "1.2.0",
  digest: `sha256-${"c".repeat(43)}`,
  why: "asks_more",
  distrust: null,
  requested: { media: { read: true } },
  consent: [asked("Look through the pictures and files", { change: "added" })],
};

const run = async (
  command: CliCommand,
  args: readonly string[] = [],
  options: Record<string, unknown> = {},
): Promise<Outcome> =>
  command.run({
    args,
    options: new Options({ site, ...options }),
    environment,
    now: Date.now(),
    paint: (_, words) => words,
    tell: () => undefined,
    announce: () => undefined,
  });

const troubleOf = async (work: Promise<Outcome>): Promise<Outcome> =>
  work.catch((error: unknown) => {
    if (error instanceof Trouble) return error.outcome;
    throw error;
  });

describe("every change", () => {
  test.each<[string, CliCommand, string, string, unknown]>([
    ["disable", disable, "PUT", "/api/plugins/acme.counter/state", { state: "disabled" }],
    ["revoke", revoke, "DELETE", "/api/plugins/acme.counter/grant", undefined],
    ["remove", remove, "DELETE", "/api/plugins/acme.counter", undefined],
  ])(
    "%s names the site as its origin, carries the login and a key of its own",
    async (_, command, method, path, body) => {
      expect((await run(command, ["acme.counter"], { yes: true })).ok).toBe(true);
      expect(script.sent).toEqual([
        {
          method,
          path,
          body,
          headers: expect.objectContaining({
            origin: site,
            cookie: "__Host-svc_session=mine",
            host: new URL(site).host,
          }) as object,
        },
      ]);
      await run(command, ["acme.counter"], { yes: true });
      expect(new Set(script.sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
    },
  );

  test("whose connection breaks is sent again under the same key", async () => {
    script.answer = () => (script.sent.length < 3 ? { cut: true } : { json: PLUGIN });
    expect((await run(disable, ["acme.counter"])).ok).toBe(true);
    expect([script.sent.length, new Set(script.sent.map(({ headers }) => headers["idempotency-key"])).size]).toEqual([
      3, 1,
    ]);
  });

  test("follows no redirect, so that a login stays with its site", async () => {
    script.answer = () => ({ status: 307, headers: { location: `${site}/elsewhere` } });
    expect((await troubleOf(run(disable, ["acme.counter"]))).ok).toBe(false);
    expect(script.sent).toHaveLength(1);
  });

  test("cannot be led to another address by an id", async () => {
    await run(disable, ["../members?x=#y"]);
    expect(script.sent[0]?.path).toBe("/api/plugins/..%2Fmembers%3Fx%3D%23y/state");
  });
});

describe("switching on", () => {
  const told = async (options: Record<string, unknown> = {}): Promise<string[]> => {
    const lines: string[] = [];
    await enable.run({
      args: ["acme.counter"],
      options: new Options({ site, ...options }),
      environment,
      now: Date.now(),
      paint: (_, words) => words,
      tell: (line) => lines.push(line),
      announce: () => undefined,
    });
    return lines;
  };
  const states = (): unknown[] => script.sent.filter(({ method }) => method === "PUT").map(({ body }) => body);

  test("says first what the plugin does to the site", async () => {
    script.answer = () => ({ json: { ...PLUGIN, consent: [does("Serves /robots.txt.")] } });
    expect(await told()).toEqual(["acme.counter 1.1.0 does this", "  Serves /robots.txt."]);
    expect(states()).toEqual([{ state: "enabled" }]);
  });

  test("needs a yes to each name that stands alone, and sends the names that were read", async () => {
    script.answer = () => ({ json: { ...PLUGIN, alone: ["search", "fetch"] } });
    for (const alone of [undefined, "search", "yes", ""])
      await expect(told(alone === undefined ? {} : { alone })).rejects.toThrow(/--alone search,fetch/);
    expect(states()).toEqual([]);
    await told({ alone: "fetch, search" });
    expect(states()).toEqual([{ state: "enabled", alone: ["search", "fetch"] }]);
  });

  test("again needs no second yes", async () => {
    script.answer = () => ({ json: { ...PLUGIN, state: "quarantined", alone: ["search"] } });
    await told();
    expect(states()).toHaveLength(1);
  });
});

describe("granting", () => {
  test("grants exactly what was read", async () => {
    await run(grant, ["acme.counter"], { yes: true });
    expect(script.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/plugins/acme.counter",
      "PUT /api/plugins/acme.counter/grant",
    ]);
    expect(script.sent[1]?.body).toEqual({ digest: PLUGIN.digest, capabilities: PLUGIN.requested });
  });

  test("needs somebody's yes", async () => {
    await expect(run(grant, ["acme.counter"])).rejects.toThrow(UsageError);
    expect(script.sent.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("does nothing for what is granted", async () => {
    script.answer = () => ({
      json: { ...PLUGIN, grant: { digest: PLUGIN.digest, grantedBy: "member:x", grantedAt: 0 } },
    });
    await run(grant, ["acme.counter"]);
    expect(script.sent).toHaveLength(1);
  });
});

test.each<[string | null, boolean]>([
  ["y\n", true],
  ["Y\n", true],
  ["yes\n", true],
  [" yes \n", true],
  ["\n", false],
  ["n\n", false],
  ["yep\n", false],
  ["ja\n", false],
  [null, false],
])("the answer %j is a yes: %s", async (answer, isOne) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = isYes("Grant this?", { input, output });
  if (answer === null) input.end();
  else input.write(answer);
  expect(await asked).toBe(isOne);
  expect(String(output.read())).toContain("Grant this? [y/N] ");
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s at a terminal is a no", async (_, key) => {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  const asked = isYes("Grant this?", { input, output });
  input.write(key);
  expect(await asked).toBe(false);
});

describe("what is shown", () => {
  test("is what a plugin asks for, in words that cannot paint, and what it asks for beside what it has", async () => {
    script.answer = () => ({
      json: {
        ...PLUGIN,
        grant: { digest: `sha256-${"b".repeat(43)}`, grantedBy: "member:x", grantedAt: 0 },
        consent: [
          asked("Exchange data with api.example.com (GET)", {
            reason: "to \u001b[2Jcount",
            change: "widened",
            was: "Exchange data with example.com (GET)",
          }),
          asked("Look through the pictures and files", { change: "removed" }),
        ],
      },
    });
    const { lines, talk } = await run(show, ["acme.counter"]);
    expect(lines.slice(3)).toEqual([
      "  granted  another version, by member:x, 1970-01-01T00:00:00.000Z",
      "  updates  minor, as the site has it",
      "acme.counter 1.1.0 asks you to allow",
      "  further: Exchange data with api.example.com (GET)",
      "           before: Exchange data with example.com (GET)",
      "           it says: to \ufffd[2Jcount",
      "  no longer: Look through the pictures and files",
      "acme.counter 1.1.0 changes nothing at the site on its own.",
    ]);
    expect(talk).toEqual([
      `To grant it: svc plugin grant acme.counter --site ${site}`,
      `To enable it: svc plugin enable acme.counter --site ${site}`,
    ]);
  });

  test("is what the plugin does to the site, which no grant is asked for, and what of that is new", async () => {
    script.answer = () => ({
      json: {
        ...PLUGIN,
        requested: {},
        consent: [
          does("Serves /robots.txt.", { change: "added" }),
          does("Adds the section “\u001b[2J”."),
          does("Adds the theme “Old”.", { change: "removed" }),
        ],
      },
    });
    expect((await run(show, ["acme.counter"])).lines.slice(-5)).toEqual([
      "acme.counter 1.1.0 asks for nothing.",
      "acme.counter 1.1.0 does this",
      "  new: Serves /robots.txt.",
      "  Adds the section “\ufffd[2J”.",
      "  no longer: Adds the theme “Old”.",
    ]);
  });

  test("is what other plugins add to its lists, and why what it adds to theirs is left out", async () => {
    const skipped = { reason: "point_full", detail: "acme.host/list takes 1 additions\u001b[2J" };
    script.answer = () => ({
      json: {
        ...PLUGIN,
        contributes: {
          provides: [
            { name: "links", additions: ["acme.one/a", "acme.two/b"] },
            { name: "none", additions: [] },
          ],
          extends: [
            { name: "one", point: "acme.host/list", skipped },
            { name: "two", point: "acme.host/other", skipped: null },
          ],
        },
      },
    });
    expect((await run(show, ["acme.counter"])).lines.slice(-4)).toEqual([
      "  list     acme.counter/links: acme.one/a, acme.two/b",
      "  list     acme.counter/none: nothing added",
      "  adds     one to acme.host/list: left out (point_full: acme.host/list takes 1 additions\ufffd[2J)",
      "  adds     two to acme.host/other: taken",
    ]);
  });

  test.each([
    ["disabled", PLUGIN.requested, ["grant", "enable"]],
    ["revoked", PLUGIN.requested, ["grant"]],
    ["revoked", {}, ["enable"]],
    ["enabled", {}, []],
  ] as const)(
    "is what its owner can do next, of one that is %s and asks for %j: %j",
    async (state, requested, commands) => {
      script.answer = () => ({ json: { ...PLUGIN, state, requested } });
      expect((await run(show, ["acme.counter"])).talk?.map((line) => /svc plugin (\w+)/.exec(line)?.[1])).toEqual(
        commands,
      );
    },
  );

  test.each([
    ["installed", ["kid", "other"], "kid, other"],
    ["installed", [], "with no key that the site trusts now"],
    ["first-party", [], "part of the deployment"],
  ] as const)("is who signed one that is %s with %j: %s", async (source, signedBy, says) => {
    script.answer = () => ({ json: { ...PLUGIN, source, signedBy } });
    expect((await run(show, ["acme.counter"])).lines[2]).toBe(`  signed   ${says}`);
  });

  test("is where keys are trusted, of one whose key is not", async () => {
    script.answer = () => ({
      json: {
        ...PLUGIN,
        requested: {},
        state: "enabled",
        skipped: { reason: "untrusted_key", detail: "no trusted key" },
      },
    });
    expect((await run(show, ["acme.counter"])).talk).toEqual([
      expect.stringContaining(
        "PLUGIN_TRUST_KEYS. On one machine: trustKeys in svc.jsonc, or npm start -- --trust <file> at every start",
      ),
    ]);
  });

  test("is why one takes no part, and that none with code can", async () => {
    const skipped = { ...PLUGIN, state: "enabled", skipped: { reason: "loader_unavailable", detail: "no\nloader" } };
    script.answer = () => ({
      json: {
        items: [{ ...PLUGIN, active: true }, PLUGIN, skipped],
        loader: { available: false, reason: "no sandbox" },
      },
    });
    const { lines, talk } = await run(list);
    expect(lines.map((line) => line.slice(55))).toEqual([
      "active",
      "disabled",
      "skipped (loader_unavailable: no\ufffdloader)",
    ]);
    expect(talk).toEqual(["Plugins with code cannot run here: no sandbox."]);
  });

  test("is what a site refuses, with its reasons", async () => {
    script.answer = () => ({
      status: 422,
      json: {
        title: "The plugin was not accepted.",
        code: "PLUGIN_REJECTED",
        status: 422,
        reason: "untrusted_key",
        issues: [{ pointer: "/id", found: "x", allowed: "y" }],
      },
    });
    expect(await troubleOf(run(enable, ["acme.counter"]))).toMatchObject({
      ok: false,
      lines: [
        "422 PLUGIN_REJECTED The plugin was not accepted.",
        "  /id: found x; allowed: y",
        "  reason: untrusted_key",
      ],
      data: { status: 422 },
    });
  });

  test("tells a migration that failed by its places, the author's own file first", async () => {
    const source = { file: "main.ts", line: 9, column: 3 };
    const place = { function: "storage", file: "main.js", line: 2, column: 16, source };
    const fault = { name: "RangeError", message: "no\u001bsuch key", places: [place], issues: [] };
    const migration = { of: "storage", code: "plugin_failed", fault };
    script.answer = () => ({ status: 409, json: { title: "Not now.", code: "CONFLICT", migration } });
    expect(await troubleOf(run(enable, ["acme.counter"]))).toMatchObject({
      lines: [
        "409 CONFLICT Not now.",
        "  The plugin's data was not changed: migrate.storage failed.",
        "    RangeError: no\ufffdsuch key",
        "      at storage (main.ts:9:3, packed as main.js:2:16)",
      ],
      data: { problem: { migration } },
    });
  });

  test.each([["text"], [{ of: "storage", code: "plugin_failed", fault: { places: "none" } }]])(
    "prints evidence of a migration that no release knows as it came: %j",
    async (migration) => {
      script.answer = () => ({ status: 409, json: { title: "Not now.", code: "CONFLICT", migration } });
      const { lines } = (await troubleOf(run(enable, ["acme.counter"]))) as Outcome;
      expect(lines[1]).toBe(`  migration: ${typeof migration === "string" ? migration : JSON.stringify(migration)}`);
    },
  );

  test.each([
    ["unknown_key", /PLUGIN_TRUST_KEYS.*--trust/],
    ["older_than_highest", /--allow-downgrade/],
    ["other_bytes_of_a_version", /Raise version in plugin\.jsonc.*svc plugin dev/],
  ])("with what to do about %s", async (reason, says) => {
    script.answer = () => ({ status: 422, json: { code: "PLUGIN_REJECTED", reason } });
    expect(await troubleOf(run(enable, ["acme.counter"]))).toMatchObject({
      ok: false,
      talk: [expect.stringMatching(says)],
    });
  });

  test.each(["constructor", 5, undefined])("and without where the reason is %j", async (reason) => {
    script.answer = () => ({ status: 422, json: { code: "PLUGIN_REJECTED", reason } });
    expect(await troubleOf(run(enable, ["acme.counter"]))).toMatchObject({ ok: false, talk: [] });
  });

  test.each([["<h1>Bad gateway</h1>"], [null]])("is something also when a site answers %j", async (json) => {
    script.answer = () => ({ status: 502, json });
    expect((await troubleOf(run(list))).lines).toEqual(["502 The answer is not from a Drawbridge site."]);
  });
});

describe("without a login", () => {
  test("nothing is sent", async () => {
    keepLogin({ site, cookie: "__Host-svc_session", login: "mine", expiresAt: Date.now() - 1 }, environment);
    expect(await troubleOf(run(list))).toMatchObject({
      ok: false,
      lines: [`Not logged in at ${site}. Log in with: svc login --site ${site}`],
    });
    expect(script.sent).toEqual([]);
  });

  test("that the site still believes, it says the same", async () => {
    script.answer = () => ({ status: 401, json: { code: "UNAUTHENTICATED" } });
    expect((await troubleOf(run(list))).lines).toEqual([
      `Not logged in at ${site}. Log in with: svc login --site ${site}`,
    ]);
  });
});

describe("publishing", () => {
  const file = join(home, "package.json");
  const [plugin] = packPlugins(["plugins/basics"]);
  if (!plugin) throw new Error("no plugin to publish");
  const document = unsigned(plugin);

  test("sends the package as it is, and an owner's word only when it is given", async () => {
    const signedDocument = {
      ...document,
      jws: { ...document.jws, signatures: [{ protected: "e30", signature: "A".repeat(86) }] },
    };
    writeFileSync(file, packageBytes(signedDocument));
    await run(publish, [file]);
    await run(publish, [file], { allowDowngrade: true });
    await run(publish, [file], { alone: "search, fetch" });
    expect((await run(publish, [file], { dryRun: true })).lines[0]).toBe("Nothing was changed. It would be:");
    expect(script.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/plugins",
      "POST /api/plugins?allowDowngrade=true",
      "POST /api/plugins?alone=search%2Cfetch",
      "POST /api/plugins?dryRun=true",
    ]);
    expect(script.sent[0]?.body).toEqual(signedDocument);
  });

  test("brings the map beside the package, without the lines of the sources, and none in a dry run", async () => {
    using desk = await signedDesk();
    const [packed, at] = [desk.read("notices.json"), join(home, "mapped.json")];
    writeFileSync(at, packed);
    const { payload } = (JSON.parse(packed) as { jws: { payload: string } }).jws;
    const digest = folderFileDigest(Buffer.from(payload, "base64url").toString("utf8"));
    const map = { version: 3, sources: ["main.ts"], sourcesContent: ["secret"], mappings: "AAAA", x_package: digest };
    writeFileSync(join(home, "mapped.map"), JSON.stringify(map));
    script.answer = () => ({ json: { ...PLUGIN, digest } });
    await run(publish, [at], { dryRun: true });
    expect(script.sent).toHaveLength(1);
    const { talk } = await run(publish, [at]);
    expect(talk?.[0]).toBe(
      `The site has the source map ${join(home, "mapped.map")}. Failures now name the author's files.`,
    );
    expect(script.sent.at(-1)).toMatchObject({ method: "PUT", path: "/api/plugins/acme.counter/map" });
    expect(script.sent.at(-1)?.body).toEqual({ digest, sources: ["main.ts"], mappings: "AAAA" });
  });

  test("brings no map of another package, and says so; one that the site does not take stops nothing", async () => {
    using desk = await signedDesk();
    const at = join(desk.path, "notices.json");
    const map = { sources: ["main.ts"], mappings: "AAAA", x_package: "sha256-of-another" };
    desk.write("notices.map", JSON.stringify(map));
    const other = await run(publish, [at]);
    expect([other.ok, other.talk?.[0]]).toEqual([
      true,
      `${join(desk.path, "notices.map")} belongs to another package, so it was not sent to the site.`,
    ]);
    expect(script.sent).toHaveLength(1);
    desk.write("own.map", JSON.stringify({ ...map, x_package: PLUGIN.digest }));
    script.answer = ({ method }) =>
      method === "PUT"
        ? { status: 404, json: { code: "NOT_FOUND", title: "There is nothing here." } }
        : { json: PLUGIN };
    const refused = await run(publish, [at], { map: join(desk.path, "own.map") });
    expect([refused.ok, refused.talk?.[0]]).toEqual([true, `The site refused ${join(desk.path, "own.map")}:`]);
    desk.write("none.map", "{}");
    await expect(run(publish, [at], { map: join(desk.path, "none.map") })).rejects.toThrow(
      "is not a source map from svc plugin pack",
    );
  });

  test.each<[string, unknown, RegExp]>([
    ["is none", { format: "zip" }, /is not a package/],
    ["is not signed", document, /is not signed\. Sign it with: svc plugin sign/],
  ])("sends nothing that %s", async (_, value, says) => {
    writeFileSync(file, JSON.stringify(value));
    await expect(run(publish, [file])).rejects.toThrow(says);
    expect(script.sent).toEqual([]);
  });
});

describe("settings", () => {
  const view = {
    version: 3,
    values: { host: "a" },
    secrets: [
      { name: "token", set: true },
      { name: "other", set: false },
    ],
    issues: [],
    schema: { properties: { host: { default: "z" }, token: { writeOnly: true }, other: { writeOnly: true } } },
  };

  test("are shown without their secrets", async () => {
    script.answer = () => ({ json: view });
    expect((await run(settings, ["acme.counter"])).lines).toEqual([
      'host: "a"',
      "token: (set, never shown)",
      "other: (a secret, not set)",
    ]);
  });

  test("are replaced as a whole, building on what was read", async () => {
    script.answer = () => ({ json: view });
    const file = join(home, "settings.json");
    writeFileSync(file, '{"host":"b"}');
    await run(settings, ["acme.counter"], { set: file });
    expect(script.sent.map(({ method, headers, body }) => [method, headers["if-match"], body])).toEqual([
      ["GET", undefined, undefined],
      ["PUT", '"3"', { values: { host: "b" } }],
      ["GET", undefined, undefined],
    ]);
    writeFileSync(file, "host=b");
    await expect(run(settings, ["acme.counter"], { set: file })).rejects.toThrow(/is not JSON/);
  });

  test("that nobody has set are named as such, with what the plugin is given", async () => {
    const schema = {
      properties: { host: { default: "z" }, word: { default: "" }, day: {}, token: { writeOnly: true } },
    };
    script.answer = () => ({
      json: { version: 1, schema, values: { host: "a" }, secrets: [{ name: "token", set: false }], issues: [] },
    });
    expect((await run(settings, ["acme.counter"])).lines).toEqual([
      'host: "a"',
      'word: "" (not set, its default)',
      "day: (not set)",
      "token: (a secret, not set)",
    ]);
  });

  test("that there are none of are said to be none", async () => {
    script.answer = () => ({ json: { version: 0, schema: null, values: {}, secrets: [], issues: [] } });
    expect((await run(settings, ["acme.counter"])).lines).toEqual(["The plugin has no settings."]);
  });

  test("that do not fit are found", async () => {
    script.answer = () => ({ json: { ...view, issues: [{ pointer: "/host", found: "nothing", allowed: "a value" }] } });
    expect(await run(settings, ["acme.counter"])).toMatchObject({
      ok: false,
      lines: expect.arrayContaining(["/host: found nothing; allowed: a value"]) as string[],
    });
  });
});

describe("the key dev signs with", () => {
  const local = join(home, "signing.key.json");

  test("is the one that was named, or else this machine's", () => {
    writeFileSync(local, "{}");
    expect([findKeyFile("mine.json", local), findKeyFile(undefined, local)]).toEqual(["mine.json", local]);
  });

  test("that is nowhere is looked for in words that say where", () => {
    expect(() => findKeyFile(undefined, join(home, "none.json"))).toThrow(
      /There is no .*none\.json\. Run svc start, or npm start in a checkout\. Or use --key/,
    );
  });
});

test.each([
  [
    "minor",
    false,
    "0.1.0",
    "0.2.0",
    ["The rule of the site is minor: ", "Before 1.0.0, a new middle number may break something"],
  ],
  ["minor", true, "1.1.0", "2.0.0", ["The rule of acme.counter is minor: "]],
  ["patch", true, "0.1.0", "0.2.0", ["The rule of acme.counter is patch: "]],
  ["ask", false, "1.1.0", "1.1.1", ["The rule of the site is ask: "]],
] as const)("a version that waits for the rule %s says so, and what to do", async (rule, own, version, next, says) => {
  const waiting = { ...WAITING, version: next, why: "rule" as const };
  script.answer = () => ({ json: { ...PLUGIN, version, updates: { rule, own }, grant: null, waiting } });
  const { lines } = await run(show, ["acme.counter"]);
  const from = lines.indexOf(
    `acme.counter ${next} waits; ${version} stays in use. Reason: the update rule says to ask about such updates.`,
  );
  const wanted = [
    ...says,
    `To activate ${next}: svc plugin grant acme.counter. To set another rule: svc plugin updates acme.counter --rule <rule>.`,
  ];
  expect(lines.slice(from + 1, from + 1 + wanted.length)).toEqual(
    wanted.map((one) => expect.stringContaining(one) as string),
  );
});

test("a version that waits is shown beside the one in use, and granting grants it and no other", async () => {
  script.answer = () => ({ json: { ...PLUGIN, grant: null, waiting: WAITING } });
  const { lines } = await run(show, ["acme.counter"]);
  expect(lines).toContain(
    "acme.counter 1.2.0 waits; 1.1.0 stays in use. Reason: it does something that nobody has granted yet.",
  );
  expect(lines.slice(lines.indexOf("acme.counter 1.2.0 asks you to allow"))).toEqual([
    "acme.counter 1.2.0 asks you to allow",
    "  new: Look through the pictures and files",
    "acme.counter 1.2.0 changes nothing at the site on its own.",
  ]);
  await run(grant, ["acme.counter"], { yes: true });
  expect(script.sent.at(-1)?.body).toEqual({ digest: WAITING.digest, capabilities: WAITING.requested });
});

test("what an update does to pages is said page by page", async () => {
  const listed = [
    { page: "home", path: "/", sections: 2, section: "one", touch: "held" },
    { page: "about", path: "/about", sections: 1, section: "two", touch: "kept" },
  ] as const;
  const { touchedLines } = await import("../../sites/cli/manage/words.ts");
  expect(touchedLines({ total: 3, listed })).toEqual([
    "With it, the next publication shows 3 pages differently",
    "  / #one: this version cannot show it: visitors see the previous state until a member corrects it",
    "  /about #two: it has fields that this version does not show; they are kept",
    "  and 1 more",
  ]);
});

test("nothing is removed where nobody is there to say yes", async () => {
  await expect(run(remove, ["acme.counter"])).rejects.toThrow(/This command needs a confirmation/);
  expect(script.sent).toEqual([]);
});

describe("an index of plugins", () => {
  const claim = (index: string) => ({
    plugin: "acme.counter",
    index,
    name: "Counter\u001b[2J",
    description: "",
    publisher: `key of ${index}`,
    versions: ["1.2.0", "1.1.0"],
  });
  const found = { indexes: [], items: [claim("acme")], total: 1, outdated: [], rivals: [] };
  /** Answers about the site's plugins and about the indexes. */
  const answers = (indexes: object, installed: object[] = []): void => {
    script.answer = ({ path }) => ({
      json:
        path.startsWith("/api/plugin-indexes?") || path === "/api/plugin-indexes"
          ? indexes
          : path === "/api/plugins"
            ? { items: installed, loader: { available: true } }
            : PLUGIN,
    });
  };

  test("is searched by words, and what it says cannot paint", async () => {
    answers({ ...found, indexes: [{ name: "old", version: 1, refusal: { reason: "expired", detail: "since 1970" } }] });
    const { ok, lines, talk } = await run(search, ["my", "counter"]);
    expect([ok, lines, talk]).toEqual([
      false,
      ["acme.counter                 1.2.0        acme             Counter\ufffd[2J"],
      ["The index old was refused (expired: since 1970)."],
    ]);
    expect(script.sent[0]?.path).toBe("/api/plugin-indexes?text=my+counter");
  });

  test("is the one a plugin is added from, if no other claims the name", async () => {
    answers(found);
    await run(add, ["acme.counter"], { version: "1.1.0" });
    expect(script.sent.at(-1)).toMatchObject({
      method: "POST",
      path: "/api/plugin-indexes/acme/plugins/acme.counter?version=1.1.0",
    });
  });

  test("is tried without a change, with the names that are in the way", async () => {
    answers(found);
    const { sent } = script;
    const beside = script.answer;
    script.answer = (asked) =>
      asked.method === "POST"
        ? { json: { ...PLUGIN, taken: [{ name: "the tool \u001b[2Jsearch", by: "acme.other" }] } }
        : beside(asked);
    const { lines, talk } = await run(add, ["acme.counter"], { dryRun: true });
    expect(sent.at(-1)?.path).toBe("/api/plugin-indexes/acme/plugins/acme.counter?dryRun=true");
    expect([lines[0], talk]).toEqual(["Nothing was changed. It would be:", []]);
    expect(lines.slice(-2)).toEqual([
      "The plugin cannot be enabled, because other plugins already use its names:",
      "  acme.other has the tool \ufffd[2Jsearch; disable acme.other first, or leave acme.counter disabled",
    ]);
  });

  test("is chosen by a person where several claim a name", async () => {
    answers({ ...found, items: [claim("aardvark"), claim("acme")] });
    await expect(run(add, ["acme.counter"])).rejects.toThrow(
      /Several indexes claim acme\.counter.*\n.*aardvark.*\n.*acme/,
    );
    expect(script.sent.every(({ method }) => method === "GET")).toBe(true);
  });

  test("stays the one that a plugin is from, whoever claims it later", async () => {
    answers({ ...found, items: [claim("aardvark")] }, [{ ...PLUGIN, origin: { index: "acme", publisher: "k" } }]);
    await run(add, ["acme.counter"]);
    expect(script.sent.at(-1)?.path).toBe("/api/plugin-indexes/acme/plugins/acme.counter");
  });

  test("has newer versions, which is a finding, as is a claim of somebody else", async () => {
    answers({
      ...found,
      outdated: [{ plugin: "acme.counter", installed: "1.1.0", waiting: null, newest: "1.2.0", index: "acme" }],
      rivals: [claim("aardvark")],
    });
    const { ok, lines, talk } = await run(outdated, []);
    expect([ok, lines]).toEqual([false, ["acme.counter                 1.1.0        1.2.0        acme"]]);
    expect(talk).toContain(`Update it: svc plugin add acme.counter --site ${site}`);
    expect(talk?.join("\n")).toContain("aardvark claims acme.counter for the key key of aardvark");
  });

  test.each([
    ["1.2.0", "1.2.0 waits for a grant. Read what it asks for and grant it: svc plugin grant acme.counter"],
    ["1.1.5", "Update it: svc plugin add acme.counter"],
  ])("has a newer version where %s waits already: it says what is left to do", async (waiting, words) => {
    answers({
      ...found,
      outdated: [{ plugin: "acme.counter", installed: "1.1.0", waiting, newest: "1.2.0", index: "acme" }],
    });
    const { ok, talk } = await run(outdated, []);
    expect([ok, talk?.at(-1)]).toEqual([false, `${words} --site ${site}`]);
  });
});

describe("with --json every command that talks to a site prints one line of JSON", () => {
  const granted = {
    ...PLUGIN,
    state: "enabled",
    active: true,
    grant: { digest: PLUGIN.digest, grantedBy: "member:x", grantedAt: 0 },
  };
  const calls: Readonly<Record<string, readonly string[]>> = {
    dev: ["notices", "--key", "key.json", "--yes", "--once"],
    publish: ["notices.json"],
    search: ["notices"],
    add: ["acme.notices", "--index", "acme"],
    outdated: [],
    list: [],
    show: ["acme.counter"],
    logs: ["acme.counter"],
    grant: ["acme.counter", "--yes"],
    discard: ["acme.counter"],
    updates: ["acme.counter", "--rule", "patch"],
    revoke: ["acme.counter"],
    enable: ["acme.counter"],
    disable: ["acme.counter"],
    settings: ["acme.counter"],
    remove: ["acme.counter", "--yes"],
  };
  const typed = async (name: string) => {
    using desk = await signedDesk();
    return await desk.run(["plugin", name, ...(calls[name] ?? []), "--site", site, "--json"], environment);
  };
  const ofSites = COMMANDS.filter(({ options }) => options.includes(SITE_OPTION)).map(({ name }) => name);
  afterAll(clearDesks);

  test("and none is left out here", () => expect(Object.keys(calls)).toEqual(ofSites));

  test.each(ofSites)("%s, when it works", async (name) => {
    const everything = {
      ...granted,
      waiting: name === "discard" ? WAITING : null,
      rule: "patch",
      items: [{ ...granted, startedAt: 0, outcome: "ok", plugin: "acme.counter", index: "acme", versions: [] }],
      indexes: [],
      total: 1,
      outdated: [],
      rivals: [],
      loader: { available: true, reason: null },
      values: {},
      secrets: [],
      issues: [],
    };
    script.answer = () => ({ json: everything });
    const { code, out, talk } = await typed(name);
    expect(code, talk).toBe(0);
    expect(oneLine(out)["ok"]).toBe(true);
    expect(script.sent.length).toBeGreaterThan(0);
  });

  test.each(ofSites)("%s, when the site refuses", async (name) => {
    script.answer = () => ({ status: 403, json: { code: "FORBIDDEN", title: "No." } });
    const { code, out } = await typed(name);
    const { ok, status, problem } = oneLine(out);
    expect({ code, ok, status, problem }).toMatchObject({
      code: 1,
      ok: false,
      status: 403,
      problem: { code: "FORBIDDEN" },
    });
  });
});
