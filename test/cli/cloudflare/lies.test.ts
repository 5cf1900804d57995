/**
 * Each false answer of the provider must be caught by its own check, in the preflight and in a deployment. Nothing may
 * be changed because of it.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../sites/cli/cloudflare/account/account.ts";
import { judgeBeforehand } from "../../../sites/cli/cloudflare/deploy/blockers.ts";
import { execute, isPassed } from "../../../sites/cli/cloudflare/deploy/execute.ts";
import { readScene } from "../../../sites/cli/cloudflare/deploy/scene.ts";
import { stepsOf } from "../../../sites/cli/cloudflare/deploy/steps.ts";
import { examine } from "../../../sites/cli/cloudflare/doctor/examine.ts";
import type { LiveVerdict } from "../../../sites/cli/cloudflare/live/verdict.ts";
import { selfHostedPreflight } from "../../../sites/cli/cloudflare/preflight/selfHostedCommand.ts";
import { siteDirectory } from "../../../sites/cli/cloudflare/descriptor/siteDirectory.ts";
import { Options } from "../../../sites/cli/command/command.ts";
import { SECRETS } from "../../platform/provider/harbour.ts";
import type { Lie } from "../../../sites/machine/provider/lie.ts";
import { LIES } from "../../platform/provider/lies.ts";
import type { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { withoutWaits } from "../../support/withoutWaits.ts";
import { AgentsServer } from "./agentsServer.ts";
import { committedSite, deployedAccount } from "./deployedSite.ts";
import { everything, ran, removeSiteFolders } from "./siteFolder.ts";
import { buildStandIns } from "./standInBundles.ts";

/** Another test covers the waits between attempts, which would take minutes here. */
withoutWaits();

let [removeBundles, folder]: [() => void, string] = [() => undefined, ""];
let [provider, agents]: [StandIn, AgentsServer] = [undefined as never, undefined as never];

beforeAll(async () => {
  removeBundles = buildStandIns();
  folder = await committedSite();
  [provider, agents] = await Promise.all([deployedAccount(folder), AgentsServer.start()]);
});
afterAll(async () => {
  await Promise.all([provider, agents].map((server) => server[Symbol.asyncDispose]()));
  removeSiteFolders();
  removeBundles();
});

const environment = (): Record<string, string> => ({
  ...provider.environment,
  HOME: folder,
  PATH: process.env["PATH"] ?? "",
});
const preflight = () =>
  ran(selfHostedPreflight, folder, { operator: "Night shift", publicMcpUrl: agents.address }, environment());
/** Verdicts with findings. The others were blocked by these. */
const ids = (verdicts: readonly LiveVerdict[]): string[] =>
  verdicts.filter(({ findings }) => findings.length > 0).map(({ id }) => id);

/** A deployment with a wrangler that reports success without effect, so that only the checks can notice. */
async function deploying(lie: Lie | undefined): Promise<{ readonly ids: string[]; readonly calls: number }> {
  const examined = await examine("full", siteDirectory(new Options({ cwd: folder })));
  const scene = readScene(examined, {
    profile: "full",
    connection: await connect(environment()),
    secrets: SECRETS,
    hostnames: [],
    isRetargeting: false,
  });
  const [given, steps] = [{ ...scene, secrets: {} }, stepsOf({ ...scene, secrets: {} })];
  if (lie) provider.tell(lie);
  const before = await judgeBeforehand(given);
  if (!before.every(isPassed)) return { ids: ids(before), calls: 0 };
  let calls = 0;
  const run = async () => ({ code: 0, out: "", output: String(calls++) });
  const ends = await execute(steps, { run, tell: () => undefined, isStopping: () => false, isStoppedNow: () => false });
  return { ids: ids(ends.flatMap(({ verdicts }) => verdicts)), calls };
}

test("without a lie both are content, and a deployment runs nothing", async () => {
  provider.tell();
  const { ok, lines, data } = await preflight();
  expect(lines.at(-1)).toBe("Passed: you can provision.");
  expect(data["status"]).toBe("passed");
  expect(ok).toBe(true);
  expect(await deploying(undefined)).toEqual({ ids: [], calls: 0 });
});

test.each(LIES)("$name: the preflight names it", async ({ lie, preflight: expected, status }) => {
  const [files, changes] = [everything(folder), provider.changes.length];
  provider.tell(lie());
  const { ok, data } = await preflight();
  expect({ ok, status: data["status"], ids: ids(data["checks"] as LiveVerdict[]) }).toEqual({
    ok: false,
    status,
    ids: expected,
  });
  expect(provider.changes.slice(changes)).toEqual([]);
  const receipts = Object.keys(everything(folder)).filter((path) => !(path in files));
  expect(receipts.every((path) => path.startsWith(".svc/receipts"))).toBe(true);
});

test.each(LIES)("$name: a deployment stops at it", async ({ lie, deploy }) => {
  const changes = provider.changes.length;
  provider.tell();
  const { ids: found, calls } = await deploying(lie());
  expect(found).toEqual(deploy);
  expect(calls).toBeLessThanOrEqual(1);
  expect(provider.changes.slice(changes).filter((change) => !change.endsWith("/query"))).toEqual([]);
});
