import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { keepLogin } from "../../../sites/cli/site/logins.ts";
import { ScriptedSite } from "../scriptedSite.ts";
import { clearDesks, type Desk, type Ran, signedDesk } from "../svc.ts";

// Some calls start a process.
vi.setConfig({ testTimeout: 60_000 });

const BASE = "https://acme.example/plugins/";
const PLUGIN = {
  id: "acme.notices",
  version: "0.1.0",
  name: "Notices",
  kind: "declarative",
  digest: `sha256-${"a".repeat(43)}`,
  source: "installed",
  state: "disabled",
  probation: null,
  active: false,
  skipped: null,
  grant: null,
  consent: [],
  updates: { rule: "minor", own: false },
  waiting: null,
  alone: [],
  signedBy: [],
  requested: {},
  difference: { added: [], removed: [] },
  touched: { total: 0, listed: [] },
  taken: [],
};

const script = new ScriptedSite();
let site: string;
beforeAll(async () => {
  site = await script.open();
  script.answer = () => ({ json: PLUGIN });
});
afterAll(async () => {
  clearDesks();
  await script[Symbol.asyncDispose]();
});

/** A folder with an index, and the package that it lists beside it. */
async function shelf(): Promise<Desk> {
  const desk = await signedDesk();
  desk.write("notices/CHANGELOG.md", "## 0.1.0\n- First.\n");
  const place = ["--key", "key.json", "--to", "public", "--base", BASE, "--name", "acme"];
  const released = await desk.plugin("release", "notices", ...place);
  if (released.code !== 0) throw new Error(released.out + released.talk);
  return desk;
}

async function add(desk: Desk, ...more: readonly string[]): Promise<Ran> {
  script.sent = [];
  const environment = { XDG_CONFIG_HOME: desk.path };
  keepLogin({ site, cookie: "__Host-svc_session", login: "mine", expiresAt: Date.now() + 60_000 }, environment);
  return desk.run(
    ["plugin", "add", "acme.notices", "--from", "public/index.json", "--site", site, ...more],
    environment,
  );
}

describe("a plugin from an index file", () => {
  test("is uploaded from beside the file, as the index lists it", async () => {
    using desk = await shelf();
    const { code, out, talk } = await add(desk, "--dry-run");
    expect(code, out + talk).toBe(0);
    expect(script.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/plugins?dryRun=true"]);
    expect(script.sent[0]?.body).toEqual(JSON.parse(desk.read("public/acme.notices-0.1.0.json")));
  });

  test.each<[string, (desk: Desk) => Promise<unknown> | void, readonly string[], RegExp]>([
    [
      "is another package than the listed one",
      async (desk) => {
        desk.change("notices/plugin.jsonc", '"name": "', '"name": "More ');
        await desk.plugin("pack", "notices", "--out", "public/acme.notices-0.1.0.json");
        await desk.plugin("sign", "public/acme.notices-0.1.0.json", "--key", "key.json");
      },
      [],
      /is not the package that public\/index\.json lists/,
    ],
    [
      "is not signed by the listed publisher",
      async (desk) => {
        await desk.plugin("keygen", "stranger.json");
        await desk.plugin("pack", "notices", "--out", "public/acme.notices-0.1.0.json");
        await desk.plugin("sign", "public/acme.notices-0.1.0.json", "--key", "stranger.json");
      },
      [],
      /is not signed by .*, the publisher in public\/index\.json/,
    ],
    [
      "is in an index that nobody has signed",
      (desk) => desk.change("public/index.json", '"signature":"', '"signature":"A'),
      [],
      /public\/index\.json: /,
    ],
    ["is listed in no such version", () => undefined, ["--version", "9.0.0"], /offers no such version/],
  ])("that %s is not uploaded", async (_, change, more, says) => {
    using desk = await shelf();
    await change(desk);
    const { code, out, talk } = await add(desk, ...more);
    expect([code === 0, script.sent]).toEqual([false, []]);
    expect(out + talk).toMatch(says);
  });
});
