import { type RefusalCode, Refusal } from "../../../../manifests/refusals/refusal.ts";
import { isForStopped } from "../../../../runtime/commandNames.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";
import { type Guard, isWrite } from "./guard.ts";

const WRITING = {
  active: null,
  read_only: "TENANT_READ_ONLY",
  suspended: "TENANT_SUSPENDED",
} as const satisfies Record<TenantStatus, RefusalCode | null>;

export function requireActive(status: TenantStatus): void {
  const code = WRITING[status];
  if (code) throw new Refusal(code);
}

/**
 * Refuses requests that the tenant's status forbids. The workspace checks again, because this isolate's copy may be
 * seconds old.
 */
export const tenantStatus: Guard = ({ place, member }, route) => {
  const status = member?.status ?? place.route.status;
  const writes = isWrite(route) && !isForStopped(route.command);
  if (writes || status === "suspended") requireActive(status);
  return {};
};
