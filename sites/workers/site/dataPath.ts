import { DISPATCHER } from "../../platform/tenants/names.ts";

/**
 * The bindings of a site worker whose tenants have workers of their own, behind the dispatcher. It holds no data of a
 * tenant.
 */
export interface ManagedEnv {
  readonly TENANT_DISPATCH: Fetcher;
  readonly ASSETS?: Fetcher;
}

/** Bindings that lead to tenants' data, or to data that tenants share. */
const DIRECT = [
  "TENANT_WORKSPACE",
  "DB",
  "MEDIA",
  "BACKUPS",
  "PUBLIC_CONTENT",
  "PLUGIN_SANDBOX",
  "HOSTING_DEPLOYER",
  "TENANTS",
];

export const isManaged = (env: object): env is ManagedEnv => "TENANT_DISPATCH" in env;

/** Refuses a worker with bindings of both kinds, because it would be unclear which one holds. */
export function requireOneDataPath(env: object): void {
  const direct = DIRECT.filter((name) => name in env);
  if (isManaged(env) && direct.length > 0)
    throw new Error(
      `TENANT_DISPATCH binds ${DISPATCHER} as the only way to tenants; remove ${direct.join(", ")}, or remove it`,
    );
}
