/**
 * Deployments that cannot start, or stop in the middle. The test itself makes wrangler's changes to the stand-in's
 * account.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../../sites/cli/cloudflare/account/account.ts";
import { judgeBeforehand } from "../../../sites/cli/cloudflare/deploy/blockers.ts";
import { endLines } from "../../../sites/cli/cloudflare/deploy/deployText.ts";
import {
  type DeployPowers,
  type StepEnd,
  execute,
  predictSteps,
  isPassed,
} from "../../../sites/cli/cloudflare/deploy/execute.ts";
import { type Scene, Copy, readScene } from "../../../sites/cli/cloudflare/deploy/scene.ts";
import { type WorkerCall, stepsOf } from "../../../sites/cli/cloudflare/deploy/steps.ts";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/descriptor/siteDirectory.ts";
import type { Config } from "../../../sites/cli/cloudflare/descriptor/config.ts";
import { DEPLOY_HOSTNAMES_MAX } from "../../../manifests/bounds/provider.ts";
import { hostnamesIn } from "../../../sites/cli/cloudflare/deploy/hostnames.ts";
import { Options, UsageError } from "../../../sites/cli/command/command.ts";
import { putDeployed, putMigrated } from "../../platform/provider/asDeployed.ts";
import { harbour, SECRETS } from "../../platform/provider/harbour.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import type { AccountState } from "../../../sites/machine/provider/state.ts";
import { newDatabase } from "../../platform/provider/database.ts";
import { scriptNamed } from "../../../sites/machine/provider/workerRoutes.ts";
import { withoutWaits } from "../../support/withoutWaits.ts";
import { GOOD } from "./goodDescriptor.ts";
import { ran, removeSiteFolders, siteFolder } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

withoutWaits();

let [removeBundles, folder]: [() => void, string] = [() => undefined, ""];
let provider: StandIn;

beforeAll(async () => {
  removeBundles = buildStandIns();
  folder = siteFolder(GOOD);
  await ran(prepare, folder, { profile: "full" });
});
beforeEach(async () => {
  provider = await StandIn.start(harbour());
  return () => provider[Symbol.asyncDispose]();
});
afterAll(() => {
  removeSiteFolders();
  removeBundles();
});

async function scene(more: Partial<Scene> = {}): Promise<Scene> {
  const examined = await examine("full", siteDirectory(new Options({ cwd: folder })));
  const connection = await connect({ ...provider.environment, HOME: folder });
  return {
    ...readScene(examined, { profile: "full", connection, secrets: SECRETS, hostnames: [], isRetargeting: false }),
    ...more,
  };
}

const prepared = (path: string): string => join(folder, ".svc/cloudflare", path);

/** The changes wrangler makes to an account. */
function applied({ folder: worker, args }: WorkerCall, account: AccountState): void {
  if (args[0] === "queues")
    account.queues.push({ queue_id: String(args[2]), queue_name: String(args[2]), consumers: [] });
  else if (args[0] === "d1") putMigrated(account, readdirSync(prepared("migrations")));
  else
    putDeployed(account, {
      config: JSON.parse(readFileSync(prepared(`${worker}/wrangler.json`), "utf8")) as Config,
      tag: String(args[args.indexOf("--tag") + 1]),
      code: readFileSync(prepared(`${worker}/index.js`), "utf8"),
    });
}

const calm: Pick<DeployPowers, "tell" | "isStopping" | "isStoppedNow"> = {
  tell: () => undefined,
  isStopping: () => false,
  isStoppedNow: () => false,
};
const states = (ends: readonly StepEnd[]): string[] => ends.map(({ state }) => state);

/** A run in which one call of wrangler fails, counted from 0. */
async function runWith(
  failing: number,
  fail: () => { code: number; output: string },
  powers: Partial<DeployPowers> = {},
): Promise<readonly StepEnd[]> {
  let called = 0;
  return execute(stepsOf(await scene({ secrets: {} })), {
    ...calm,
    run: async (call) => {
      if (called++ === failing) return { out: "", ...fail() };
      applied(call, provider.account);
      return { code: 0, out: "", output: "" };
    },
    ...powers,
  });
}

const STEPS = 8;
const never = () => ({ code: 1, output: "" });

test("what is applied here is what a deployment finds done", async () => {
  expect(states(await runWith(-1, never))).toEqual(Array.from({ length: STEPS }, () => "done"));
  expect(states(await runWith(-1, never))).toEqual(Array.from({ length: STEPS }, () => "same"));
});

describe.each(Array.from({ length: STEPS }, (_, index) => index))("step %i", (index) => {
  const until = (state: string): string[] =>
    Array.from({ length: STEPS }, (_, at) => (at < index ? "done" : at === index ? state : "todo"));

  test("fails: what is done stays, nothing after it begins, and the next run goes on there", async () => {
    const ends = await runWith(index, () => ({ code: 1, output: "\u001b[31mfetch failed\u001b[0m" }));
    expect(states(ends)).toEqual(until("failed"));
    const text = endLines(ends, (_style, line) => line).join("\n");
    expect(text).toContain("        fetch failed");
    expect(text).not.toContain("\u001b");
    expect(states(await runWith(-1, never))).toEqual(
      Array.from({ length: STEPS }, (_, at) => (at < index ? "same" : "done")),
    );
  });

  test("the network is gone before it: nothing is written", async () => {
    let called = 0;
    const run = async (call: WorkerCall) => {
      applied(call, provider.account);
      if (++called === index) provider.tell({ applies: () => true, instead: (response) => response.destroy() });
      return { code: 0, out: "", output: "" };
    };
    if (index === 0)
      provider.tell({
        applies: ({ path }) => !path.startsWith("/accounts?"),
        instead: (response) => response.destroy(),
      });
    const ends = await execute(stepsOf(await scene({ secrets: {} })), { ...calm, run });
    expect(called).toBe(index);
    expect(states(ends).filter((state) => state === "failed")).toHaveLength(1);
  });

  test("Ctrl-C after it: nothing else begins", async () => {
    let called = 0;
    const ends = await runWith(-1, never, {
      isStopping: () => called > 0,
      tell: (line) => void (line.startsWith(`${index + 1}/`) && called++),
    });
    expect(states(ends)).toEqual(until("done"));
  });

  test("Ctrl-C twice during it: whether it is done is not known", async () => {
    let isNow = false;
    const ends = await runWith(
      index,
      () => {
        isNow = true;
        return { code: 1, output: "" };
      },
      { isStoppedNow: () => isNow },
    );
    expect(states(ends)).toEqual(until("unknown"));
    expect(endLines(ends, (_style, line) => line).at(-1)).toMatch(/same command again to continue\.$/);
  });
});

test("a dry run says what would be done, with GET requests only", async () => {
  expect(states(await predictSteps(stepsOf(await scene())))).toEqual(Array.from({ length: STEPS }, () => "todo"));
  expect(provider.changes).toEqual([]);
});

const deployed = (account: AccountState, name: string, config: Config): void =>
  putDeployed(account, { config: { name, ...config }, tag: "svc-other", code: "" });

/** Each fault of the account, with the check that stops the deployment. */
const BLOCKED: readonly (readonly [string, (account: AccountState) => unknown, string])[] = [
  ["no database", ({ databases }) => databases.clear(), "account.database"],
  [
    "another database under the id",
    ({ databases }) => databases.set(GOOD.d1.databaseId, newDatabase("strangers")),
    "account.database",
  ],
  ["a namespace that is missing", ({ namespaces }) => namespaces.delete(GOOD.kv.oauthId), "account.namespaces"],
  ["a bucket that is missing", ({ buckets }) => buckets.delete(GOOD.r2.backupsBucket), "account.buckets"],
  [
    "a queue with a foreign consumer",
    ({ queues }) =>
      queues.push({
        queue_id: "q",
        queue_name: GOOD.queues.publish,
        consumers: [{ consumer_id: "c", type: "worker", script: "strangers\u001b[2J" }],
      }),
    "queues.foreign",
  ],
  [
    "a hostname of another worker",
    ({ domains }) => domains.push({ id: "d", hostname: "www.harbour-sites.com", service: "strangers" }),
    "hostnames.foreign",
  ],
  [
    "a hostname with a DNS record",
    ({ zones }) => zones[0]?.records.push({ id: "r", name: "agents.harbour-sites.com", type: "CNAME" }),
    "hostnames.records",
  ],
  ["a hostname of no zone", ({ zones }) => zones.splice(0), "hostnames.records"],
  [
    "another deployment's worker",
    (account) =>
      deployed(account, "drawbridge-site", {
        d1_databases: [{ binding: "DB", database_id: "0f14e45f-ceea-4e7a-9c2b-3d1f0a6b5c4d" }],
      }),
    "workers.foreign",
  ],
];

test.each(BLOCKED)("%s stops a deployment before it begins", async (_name, spoil, id) => {
  spoil(provider.account);
  const verdicts = await judgeBeforehand(await scene());
  expect(verdicts.filter((verdict) => !isPassed(verdict)).map((verdict) => verdict.id)).toContain(id);
  expect(provider.changes).toEqual([]);
});

describe("a further hostname of the site", () => {
  const blocked = async (hostname: string): Promise<string[]> =>
    (await judgeBeforehand(await scene({ hostnames: [hostname] })))
      .filter((verdict) => !isPassed(verdict))
      .map(({ id }) => id);

  test("in a zone of the account stops nothing", async () => {
    expect(await blocked("books.harbour-sites.com")).toEqual([]);
  });

  test("is not taken from another worker", async () => {
    provider.account.domains.push({ id: "d", hostname: "books.harbour-sites.com", service: "strangers" });
    expect(await blocked("books.harbour-sites.com")).toContain("hostnames.foreign");
  });

  test("is not taken from a record, and not from another account", async () => {
    provider.account.zones[0]?.records.push({ id: "r", name: "books.harbour-sites.com", type: "CNAME" });
    expect(await blocked("books.harbour-sites.com")).toEqual(["hostnames.records"]);
    expect(await blocked("www.second-site.com")).toEqual(["hostnames.records"]);
  });

  test.each<[string, boolean]>([
    ["www.example.com", true],
    ["a.example.com,b.example.com", true],
    ["*.example.com", false],
    ["www.example.com:8443", false],
    ["https://www.example.com", false],
    ["WWW.example.com", false],
    ["a.example.com,", false],
    ["demo.localhost", false],
    ["127.0.0.1", false],
    ["", false],
  ])("may be written %j: %s", (text, isTaken) => {
    const read = () => hostnamesIn(new Options({ hostnames: text }));
    if (isTaken) expect(read()).toEqual(text.split(","));
    else expect(read).toThrow(UsageError);
  });

  test.each([
    [DEPLOY_HOSTNAMES_MAX - 1, true],
    [DEPLOY_HOSTNAMES_MAX, true],
    [DEPLOY_HOSTNAMES_MAX + 1, false],
  ])("may be one of %i: %s", (count, isTaken) => {
    const names = Array.from({ length: count }, (_, index) => `n${index}.example.com`).join(",");
    const read = () => hostnamesIn(new Options({ hostnames: names }));
    if (isTaken) expect(read()).toHaveLength(count);
    else expect(read).toThrow(UsageError);
  });
});

test("a whole account stops nothing, and --retarget lets workers lead elsewhere", async () => {
  expect((await judgeBeforehand(await scene())).every(isPassed)).toBe(true);
  BLOCKED.at(-1)?.[1](provider.account);
  expect((await judgeBeforehand(await scene({ isRetargeting: true }))).every(isPassed)).toBe(true);
});

test("secrets that are neither set nor given stop it, by name; those that are set do not", async () => {
  const site = scriptNamed("drawbridge-site");
  site.versions.push({
    id: "v",
    number: 1,
    etag: "e",
    code: new Uint8Array(),
    runtime: {},
    annotations: {},
    bindings: [{ type: "secret_text", name: "SESSION_SECRET" }],
  });
  provider.account.scripts.set(site.name, site);
  const verdicts = await judgeBeforehand(await scene({ secrets: {} }));
  const missing = verdicts.find(({ id }) => id === "secrets.present")?.findings.map(({ where }) => where) ?? [];
  expect(missing).toContain("drawbridge-site OAUTH_CLIENT_SECRET");
  expect(missing).not.toContain("drawbridge-site SESSION_SECRET");
});

test("a prepared file that changes before it is copied is not deployed, nor is a file beside it", async () => {
  const site = siteFolder(GOOD);
  await ran(prepare, site, { profile: "core" });
  const directory = siteDirectory(new Options({ cwd: site }));
  const { set } = await examine("core", directory);
  if (!set) throw new Error("nothing is prepared");
  const [path = ""] = Object.keys(set.record.files);
  const changedSet = { ...set, record: { ...set.record, files: { ...set.record.files, [path]: "0".repeat(64) } } };
  expect(() => new Copy(directory, changedSet)).toThrow(/was changed after it was prepared/);
  writeFileSync(join(site, ".svc/cloudflare/site/.env"), "CLOUDFLARE_API_TOKEN=strangers-token");
  using copy = new Copy(directory, set);
  expect(readdirSync(join(copy.path, "site")).toSorted()).toEqual(["assets", "index.js", "wrangler.json"]);
});
