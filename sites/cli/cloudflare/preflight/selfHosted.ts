/**
 * The self-hosted preflight: all checks of a full deployment in a fixed order. Every check runs, and none changes
 * anything.
 */
import { type WorkerRow, workersOf } from "../../../workers/workers.ts";
import type { Connection } from "../account/account.ts";
import type { Environment } from "../../command/command.ts";
import type { Examined } from "../descriptor/check.ts";
import { examine } from "../doctor/examine.ts";
import { configHostnames, judgeAddresses, judgeHostname, judgeRoutes, ROUTES_TITLE } from "../live/accountChecks.ts";
import { judgeMigrations, MIGRATIONS_TITLE } from "../live/migrationCheck.ts";
import { judgeQueues, queueChecks } from "../live/queueChecks.ts";
import { judgeScript, readScripts, SCRIPT_CHECKS } from "../live/scriptChecks.ts";
import { releaseTag } from "../live/releaseTag.ts";
import { type LiveVerdict, finding, verdictOf } from "../live/verdict.ts";
import { DEPLOY, judgeWorker, WORKER_CHECKS } from "../live/workerChecks.ts";
import { type DeployedWorker, readDeployedWorker } from "../live/deployedWorker.ts";
import type { Config } from "../descriptor/config.ts";
import type { SiteDirectory } from "../descriptor/siteDirectory.ts";
import { commitAt } from "./commit.ts";
import {
  type Preflight,
  cleanVerdict,
  commitUnchanged,
  connected,
  doctorVerdict,
  loginVerdict,
  blockedVerdict,
} from "./premises.ts";
import { INITIALIZE, judgeAddress, judgeInitialize } from "./mcpLook.ts";

/** The site directory, its environment and the public MCP server. */
export interface PreflightInput {
  readonly site: SiteDirectory;
  readonly environment: Environment;
  readonly mcp: URL;
}

const PROFILE = "full";

const LIVE_SAME = ["live.unchanged", "nothing was deployed during the preflight"] as const;

const DATABASE = "database.migrations";

/** The checks that need the account. The receipt lists them as blocked if the account cannot be reached. */
const ACCOUNT_CHECKS: readonly (readonly [id: string, title: string])[] = [
  ...workersOf(PROFILE).flatMap(({ key, isPublic }) => [
    ...[...WORKER_CHECKS, ...SCRIPT_CHECKS].map(([part, title]) => [`worker.${key}.${part}`, title] as const),
    [`worker.${key}.addresses`, "the worker has no second address"] as const,
    [`worker.${key}.routes`, ROUTES_TITLE] as const,
    ...(isPublic ? [[`worker.${key}.hostname`, "the worker's hostname leads to the worker"] as const] : []),
  ]),
  ...["queue.publish", "queue.deadLetter"].flatMap(queueChecks),
  [DATABASE, MIGRATIONS_TITLE],
];

interface Account {
  readonly verdicts: readonly LiveVerdict[];
  readonly deployed: readonly DeployedWorker[];
}

const readDeployedWorkers = (connection: Connection, { workers }: Examined): Promise<DeployedWorker[]> =>
  Promise.all(workers.map(({ row }) => readDeployedWorker(connection, row.name)));

/** Checks the worker's hostname. The public MCP worker may have none. */
function hostnameVerdict(connection: Connection, row: WorkerRow, config: Config): LiveVerdict | Promise<LiveVerdict> {
  const [hostname] = configHostnames(config);
  return hostname === undefined
    ? blockedVerdict([`worker.${row.key}.hostname`, "the worker's hostname leads to the worker"])
    : judgeHostname(connection, row, hostname);
}

/** Undefined without a complete prepared set, because there is nothing to compare the account with. */
async function judgedAccount(connection: Connection, examined: Examined): Promise<Account | undefined> {
  const { descriptor, set, workers } = examined;
  if (!descriptor || !set || workers.length < workersOf(PROFILE).length) return undefined;
  const deployed = await readDeployedWorkers(connection, examined);
  const scripts = await readScripts(connection);
  const judged = await Promise.all(
    workers.map(async ({ row, config }, index) => {
      const live = deployed[index] as DeployedWorker;
      const wanted = { row, config, descriptor, policy: row.key, deploy: DEPLOY };
      return [
        ...judgeWorker({ ...wanted, tag: releaseTag(set, row) }, live),
        ...(await judgeScript({ ...wanted, connection, set, scripts, deployed: live })),
        await judgeAddresses(connection, row),
        await judgeRoutes(connection, row, config),
        ...(row.isPublic ? [await hostnameVerdict(connection, row, config)] : []),
      ];
    }),
  );
  const workspace = workers.find(({ row }) => row.key === "workspace")?.config ?? {};
  return {
    deployed,
    verdicts: [
      ...judged.flat(),
      ...(await judgeQueues(connection, descriptor, workspace)),
      await judgeMigrations(DATABASE, { connection, descriptor, set }),
    ],
  };
}

/** Reads the workers again. If one changed meanwhile, the receipt would mix two states of the account. */
async function liveUnchanged(connection: Connection, examined: Examined, { deployed }: Account): Promise<LiveVerdict> {
  const again = await readDeployedWorkers(connection, examined);
  const changed = deployed.filter((worker, index) => JSON.stringify(worker) !== JSON.stringify(again[index]));
  return verdictOf(
    ...LIVE_SAME,
    changed.map(({ name }) =>
      finding(
        name,
        "another answer than before",
        "the same answer",
        "svc cloudflare self-hosted preflight, when no deployment is in progress",
      ),
    ),
    "failed",
  );
}

export async function selfHosted({ site, environment, mcp }: PreflightInput): Promise<Preflight> {
  const before = commitAt(site.path, environment);
  const examined = await examine(PROFILE, site);
  const doctor = await doctorVerdict(examined);
  const reached = await connected(environment);
  const connection = "provider" in reached ? reached : undefined;
  const account = connection && (await judgedAccount(connection, examined));
  const isRehearsal = connection?.isRehearsal ?? false;
  const address = judgeAddress(mcp, examined.descriptor ?? {}, isRehearsal);
  return {
    commit: before.id,
    release: examined.release,
    isRehearsal,
    verdicts: [
      doctor,
      cleanVerdict(before),
      loginVerdict(reached),
      ...(account?.verdicts ?? ACCOUNT_CHECKS.map(blockedVerdict)),
      address,
      // The request goes only to the descriptor's own server.
      address.verdict === "passed" ? await judgeInitialize(mcp, examined.release) : blockedVerdict(INITIALIZE),
      connection && account ? await liveUnchanged(connection, examined, account) : blockedVerdict(LIVE_SAME),
      commitUnchanged(before, commitAt(site.path, environment)),
    ],
  };
}
