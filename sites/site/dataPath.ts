import { DISPATCHER } from "../shared/tenants/names.ts";

/** A worker of one site whose tenants are behind the dispatcher. It holds no data of any tenant. */
export interface ManagedEnv {
  readonly TENANT_DISPATCH: Fetcher;
  readonly ASSETS?: Fetcher;
}

/** Ways to tenants' data, or to what tenants share. */
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

/** Refuses bindings of both families: which of them holds must never be a matter of preference. */
export function requireOneDataPath(env: object): void {
  const direct = DIRECT.filter((name) => name in env);
  if (isManaged(env) && direct.length > 0)
    throw new Error(
      `TENANT_DISPATCH binds ${DISPATCHER} as the only way to tenants; remove ${direct.join(", ")}, or remove it`,
    );
}
