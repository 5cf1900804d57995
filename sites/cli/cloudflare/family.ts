/** A family of deployments: a self-hosted profile, or a managed deployment with one worker per tenant. */
import type { Profile, WorkerRow } from "../../workers.ts";
import { WORKERS, workersOf } from "../../workers.ts";

/** Each tenant has a worker of its own, and everybody reaches them through the dispatcher alone. */
export const MANAGED = "managed-isolated";
export type Family = Profile | typeof MANAGED;

/** In the order of a deployment: each binds only workers before it. The tenant's is the artifact of all tenants. */
const MANAGED_KEYS = ["sandbox", "dispatch", "tenant", "deployer", "public-mcp", "private-mcp", "site"];

/** The workers an operator prepares in one site directory. */
export const workersOfFamily = (family: Family): readonly WorkerRow[] =>
  family === MANAGED
    ? MANAGED_KEYS.flatMap((wanted) => WORKERS.filter(({ key }) => key === wanted))
    : workersOf(family);

/** Workers that a managed deployment binds otherwise than a profile does. */
const OTHERWISE = new Set(["site", "private-mcp"]);

/** The policy's key of a worker. */
export const policyKey = (family: Family, { key }: WorkerRow): string =>
  family === MANAGED && OTHERWISE.has(key) ? `managed-${key}` : key;

/** The option as an operator types it. */
export const familyOption = (family: Family): string =>
  family === MANAGED ? "--managed-isolated" : `--profile ${family}`;
