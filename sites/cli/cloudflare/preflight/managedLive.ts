/**
 * Checks the platform's own workers of a managed deployment against the policy. `managedTenants.ts` checks the tenants'
 * workers.
 */
import { domainsTo } from "../../../shared/provider/workers.ts";
import type { WorkerRow } from "../../../workers.ts";
import type { Connection } from "../account/account.ts";
import type { Config } from "../config.ts";
import type { Examined } from "../doctor/check.ts";
import { MANAGED, policyKey, workersOfFamily } from "../family.ts";
import { configHostnames, judgeAddresses } from "../live/accountChecks.ts";
import type { LiveVerdict } from "../live/verdict.ts";
import { finding, unanswered, verdictOf } from "../live/verdict.ts";
import { judgeWorker, WORKER_CHECKS } from "../live/workerChecks.ts";
import { readDeployedWorker } from "../live/deployedWorker.ts";
import { blockedVerdict } from "./premises.ts";

/** False for the tenant's worker. The deployer uploads it under each tenant's name. */
const isDeployed = ({ key }: WorkerRow): boolean => key !== "tenant";

const ROUTES = "only the worker's own hostname leads to it";

const checksOf = ({ key }: WorkerRow): readonly (readonly [string, string])[] => [
  ...WORKER_CHECKS.filter(([part]) => part !== "release").map(
    ([part, title]) => [`worker.${key}.${part}`, title] as const,
  ),
  [`worker.${key}.addresses`, "the worker has no second address"],
  [`worker.${key}.routes`, ROUTES],
];

async function judgeRoutes(
  { provider, account }: Connection,
  { key, name }: WorkerRow,
  config: Config,
): Promise<LiveVerdict> {
  const id = `worker.${key}.routes`;
  const read = await provider.list(domainsTo(account, name));
  if (!read.ok) return unanswered(id, ROUTES, name, read.error);
  const hostnames = new Set(configHostnames(config));
  const foreign = read.value.filter(({ hostname }) => !hostnames.has(hostname));
  return verdictOf(
    id,
    ROUTES,
    foreign.map(({ hostname }) =>
      finding(
        name,
        `the hostname ${hostname}`,
        [...hostnames].join(", ") || "no hostname",
        "remove it in the provider's dashboard",
      ),
    ),
    "failed",
  );
}

async function judgedWorker(
  connection: Connection,
  examined: Examined,
  row: WorkerRow,
): Promise<readonly LiveVerdict[]> {
  const { descriptor } = examined;
  const config = examined.workers.find((worker) => worker.row.key === row.key)?.config;
  if (!config || !descriptor) return checksOf(row).map(blockedVerdict);
  const deploy = `wrangler deploy -c .svc/cloudflare/${row.key}/wrangler.json`;
  const wanted = { row, config, descriptor, policy: policyKey(MANAGED, row), tag: undefined, deploy };
  return [
    ...judgeWorker(wanted, await readDeployedWorker(connection, row.name)),
    await judgeAddresses(connection, row),
    await judgeRoutes(connection, row, config),
  ];
}

/** Verdicts about all workers of the platform, always with the same ids in the same order. */
export async function judgePlatform(
  connection: Connection | undefined,
  examined: Examined,
): Promise<readonly LiveVerdict[]> {
  const rows = workersOfFamily(MANAGED).filter(isDeployed);
  if (!connection) return rows.flatMap(checksOf).map(blockedVerdict);
  return (await Promise.all(rows.map((row) => judgedWorker(connection, examined, row)))).flat();
}
