/** A family of deployments: a self-hosted profile, or a managed deployment with one worker for each tenant. */
import { type Profile, type WorkerRow, WORKERS, workersOf } from "../../../workers/workers.ts";

/** The managed family: each tenant has its own worker, which only the dispatcher can reach. */
export const MANAGED = "managed-isolated";
export type Family = Profile | typeof MANAGED;

/**
 * The managed workers in the order of deployment, since a worker can only bind deployed ones. `tenant` is the artifact
 * of all tenants.
 */
const MANAGED_KEYS = ["sandbox", "dispatch", "tenant", "deployer", "public-mcp", "private-mcp", "site"];

/** The workers that an operator prepares in one site directory. */
export const workersOfFamily = (family: Family): readonly WorkerRow[] =>
  family === MANAGED
    ? MANAGED_KEYS.flatMap((wanted) => WORKERS.filter(({ key }) => key === wanted))
    : workersOf(family);

/** Workers whose allowed bindings differ between a managed deployment and a profile. */
const MANAGED_POLICY_WORKERS = new Set(["site", "private-mcp"]);

/** The worker's key in the policy of bindings. */
export const policyKey = (family: Family, { key }: WorkerRow): string =>
  family === MANAGED && MANAGED_POLICY_WORKERS.has(key) ? `managed-${key}` : key;

/** The command-line option of the family. */
export const familyOption = (family: Family): string =>
  family === MANAGED ? "--managed-isolated" : `--profile ${family}`;
