/**
 * Checks the platform's own workers of a managed deployment against the policy. `managedTenants.ts` checks the tenants'
 * workers.
 */
import type { WorkerRow } from "../../../workers/workers.ts";
import type { Connection } from "../account/account.ts";
import type { Examined } from "../descriptor/check.ts";
import { MANAGED, policyKey, workersOfFamily } from "../descriptor/family.ts";
import { judgeAddresses, judgeRoutes, ROUTES_TITLE } from "../live/accountChecks.ts";
import type { LiveVerdict } from "../live/verdict.ts";
import { type ListedScripts, judgeScript, readScripts, SCRIPT_CHECKS } from "../live/scriptChecks.ts";
import { judgeWorker, WORKER_CHECKS } from "../live/workerChecks.ts";
import { readDeployedWorker } from "../live/deployedWorker.ts";
import { blockedVerdict } from "./premises.ts";

/** False for the tenant's worker. The deployer uploads it under each tenant's name. */
const isDeployed = ({ key }: WorkerRow): boolean => key !== "tenant";

const checksOf = ({ key }: WorkerRow): readonly (readonly [string, string])[] => [
  ...[...WORKER_CHECKS, ...SCRIPT_CHECKS]
    .filter(([part]) => part !== "release")
    .map(([part, title]) => [`worker.${key}.${part}`, title] as const),
  [`worker.${key}.addresses`, "the worker has no second address"],
  [`worker.${key}.routes`, ROUTES_TITLE],
];

interface Account {
  readonly connection: Connection;
  readonly scripts: ListedScripts;
}

async function judgedWorker(
  { connection, scripts }: Account,
  { descriptor, set, workers }: Examined,
  row: WorkerRow,
): Promise<readonly LiveVerdict[]> {
  const config = workers.find((worker) => worker.row.key === row.key)?.config;
  if (!config || !descriptor || !set) return checksOf(row).map(blockedVerdict);
  const deploy = `wrangler deploy -c .svc/cloudflare/${row.key}/wrangler.json`;
  const wanted = { row, config, descriptor, policy: policyKey(MANAGED, row), deploy };
  const deployed = await readDeployedWorker(connection, row.name);
  return [
    ...judgeWorker({ ...wanted, tag: undefined }, deployed),
    ...(await judgeScript({ ...wanted, connection, set, scripts, deployed })),
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
  const account = { connection, scripts: await readScripts(connection) };
  return (await Promise.all(rows.map((row) => judgedWorker(account, examined, row)))).flat();
}
