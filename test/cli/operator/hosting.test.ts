/** `svc operator hosting` against a scripted deployer: its requests, questions and files. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BEARER_OPTION } from "../../../sites/cli/operator/session/bearer.ts";
import { DEPLOYER_OPTION } from "../../../sites/cli/operator/hosting/deployer.ts";
import { HOSTING } from "../../../sites/cli/operator/hosting/tenants.ts";
import { type Answer, ScriptedSite } from "../scriptedSite.ts";
import { type Ran, clearDesks, Desk, oneLine } from "../svc.ts";

const script = new ScriptedSite();
const TOKEN = "operator-token-operator-token-operator-token";
let deployer = "";
let desk: Desk;

beforeAll(async () => {
  deployer = await script.open();
});
beforeEach(() => {
  script.sent = [];
  script.answer = () => ({});
  desk = new Desk();
  return () => desk[Symbol.dispose]();
});
afterAll(async () => {
  await script[Symbol.asyncDispose]();
  clearDesks();
});

async function hosting(words: readonly string[], answer?: Answer): Promise<Ran> {
  if (answer) script.answer = answer;
  return desk.run(["operator", "hosting", ...words], { SVC_DEPLOYER: deployer, SVC_OPERATOR_TOKEN: TOKEN });
}

const DIGEST = "0".repeat(64);
const RECEIPT = {
  tenantId: "svc-drill-a",
  workerName: "svc-drill-a",
  dispatchNamespace: "production",
  release: "0.1.0",
  exportId: "svc-drill-a/exports/1.json",
  sha256: DIGEST,
  createdAt: 1,
  bytes: 10,
  files: 0,
};
const { bytes: _bytes, files: _files, ...RESTORED } = RECEIPT;

const SENDS: readonly (readonly [words: readonly string[], path: string, body: object, json: object, says: RegExp])[] =
  [
    [
      ["deploy", "acme", "--release", "0.1.0", "--sha256", DIGEST],
      "/tenants/deploy",
      { tenantId: "acme", release: "0.1.0", sha256: DIGEST },
      { worker: "svc-t-acme", release: "0.1.0", providerCalls: 12 },
      /acme is ready: svc-t-acme, release 0\.1\.0, 12 requests/,
    ],
    [
      ["initialize", "site.json"],
      "/tenants/initialize-site",
      { tenantId: "acme", siteId: "main" },
      { created: true },
      /acme\/main is created/,
    ],
    [
      ["export", "svc-drill-a", "--receipt", "new.json"],
      "/tenants/export",
      { tenantId: "svc-drill-a" },
      RECEIPT,
      /exports\/1\.json/,
    ],
    [
      ["erase", "svc-drill-a", "--export", "export.json", "--confirm", "ERASE svc-drill-a"],
      "/tenants/erase",
      { tenantId: "svc-drill-a", exportId: RECEIPT.exportId, sha256: DIGEST, confirmation: "ERASE svc-drill-a" },
      { erased: { rows: 7 } },
      /svc-drill-a is removed: 7 rows/,
    ],
    [
      ["restore", "svc-drill-a", "--export", "export.json", "--confirm", "RESTORE svc-drill-a"],
      "/tenants/restore",
      { ...RESTORED, confirmation: "RESTORE svc-drill-a" },
      { rows: 7, sites: ["main"], media: { missing: 0 } },
      /Restored 7 rows of main\./,
    ],
  ];

describe("a command", () => {
  test.each(SENDS)(
    "%j sends one request with the bearer and a key, and says what came of it",
    async (words, path, body, json, says) => {
      desk.write("site.json", JSON.stringify({ tenantId: "acme", siteId: "main" }));
      desk.write("export.json", JSON.stringify(RECEIPT));
      const { code, out } = await hosting(words, () => ({ json }));
      expect([code, out]).toEqual([0, expect.stringMatching(says) as string]);
      expect(script.sent).toMatchObject([
        {
          method: "POST",
          path,
          body,
          headers: {
            authorization: `Bearer ${TOKEN}`,
            "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          },
        },
      ]);
    },
  );

  test("list reads every page, and says who is not ready", async () => {
    const row = { tenant: "a", worker: "svc-t-a", release: "0.1.0", readyAt: null };
    const { code, out } = await hosting(["list"], ({ path }) => ({
      json: { items: path.endsWith("after=") ? [row] : [] },
    }));
    expect([code, out]).toEqual([1, expect.stringMatching(/a +svc-t-a +0\.1\.0 +not ready\n1 not ready/) as string]);
    expect(script.sent.map(({ path }) => path)).toEqual(["/tenants?after=", "/tenants?after=a"]);
  });

  test("goes on with the key of an earlier request, which a refusal names", async () => {
    const refused = await hosting(["export", "acme", "--key", "earlier"], () => ({
      status: 409,
      json: { code: "CONFLICT", reason: "There are more files." },
    }));
    expect(refused.code).toBe(1);
    expect(refused.talk).toContain("--key earlier");
    expect(script.sent[0]?.headers["idempotency-key"]).toBe("earlier");
  });

  test("says at which step the provider took no more requests, and when to go on", async () => {
    const words = ["deploy", "acme", "--release", "0.1.0", "--sha256", DIGEST, "--key", "earlier"];
    const found = "the provider limits the request rate at the moment";
    const detail = { step: "queue", found, kind: "limited", providerStatus: 429, codes: [971] };
    const refused = await hosting(words, () => ({ status: 502, json: { code: "DEPLOYMENT_STOPPED", ...detail } }));
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("DEPLOYMENT_STOPPED") as string]);
    for (const line of ["  step: queue", `  found: ${found}`, "  providerStatus: 429"])
      expect(refused.out.split("\n")).toContain(line);
    expect(refused.talk).toMatch(/up to five minutes/);
    expect(refused.talk).toContain("--key earlier");
  });

  test.each(["erase", "restore"])("%s does nothing without the words", async (name) => {
    desk.write("export.json", JSON.stringify(RECEIPT));
    const { code } = await hosting([
      name,
      "svc-drill-a",
      "--export",
      "export.json",
      "--confirm",
      `${name} svc-drill-a`,
    ]);
    expect(code).toBe(2);
    expect(script.sent).toEqual([]);
  });

  test("writes a receipt for its owner alone, and over no other", async () => {
    const words = ["export", "svc-drill-a", "--receipt", "receipt.json"];
    expect((await hosting(words, () => ({ json: RECEIPT }))).code).toBe(0);
    const path = join(desk.path, "receipt.json");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(RECEIPT);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    desk.write("receipt.json", "mine");
    expect((await hosting(words, () => ({ json: RECEIPT }))).code).not.toBe(0);
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  test.each(["http://deployer.example", "https://deployer.example/path", "ftp://x", "nowhere", ""])(
    "refuses the address %j",
    async (address) => {
      const { code } = await desk.run(["operator", "hosting", "list", "--deployer", address], {
        SVC_OPERATOR_TOKEN: TOKEN,
      });
      expect(code).toBe(2);
    },
  );

  test("with --json prints one line", async () => {
    const { code, out } = await hosting(["list", "--json"], () => ({ json: { items: [] } }));
    expect([code, oneLine(out)]).toEqual([0, { ok: true, address: deployer, items: [] }]);
  });

  test.each(HOSTING.commands.map((command) => [command.name, command] as const))(
    "%s takes an address and a bearer's file, and no bearer",
    (_, { options }) => {
      expect(options).toEqual(expect.arrayContaining([DEPLOYER_OPTION, BEARER_OPTION]));
      expect(options.map(([notation]) => notation).join(" ")).not.toMatch(/<(token|secret|bearer)>/);
    },
  );
});
