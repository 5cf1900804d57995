/** A family of deployments: a self-hosted profile, or one site of a managed deployment. */
import type { Profile, WorkerRow } from "../../workers.ts";
import { WORKERS, workersOf } from "../../workers.ts";

/** Each tenant has a worker of its own, and a site reaches them through the dispatcher alone. */
export const MANAGED = "managed-isolated";
export type Family = Profile | typeof MANAGED;

const SITE = "site";

/** The workers an operator prepares in one site directory. Of a managed deployment that is the site's; the rest is the platform's. */
export const workersOfFamily = (family: Family): readonly WorkerRow[] =>
  family === MANAGED ? WORKERS.filter(({ key }) => key === SITE) : workersOf(family);

/** The policy's key of a worker. */
export const policyKey = (family: Family, { key }: WorkerRow): string => (family === MANAGED ? `managed-${key}` : key);

/** The option as an operator types it. */
export const familyOption = (family: Family): string =>
  family === MANAGED ? "--managed-isolated" : `--profile ${family}`;
