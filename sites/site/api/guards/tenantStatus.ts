import type { RefusalCode } from "../../../../manifests/refusal.ts";
import { Refusal } from "../../../../manifests/refusal.ts";
import { isForStopped } from "../../../../runtime/commandName.ts";
import type { TenantStatus } from "../../../../runtime/tenant.ts";
import type { Guard } from "./guard.ts";
import { isWrite } from "./guard.ts";

const WRITING: Readonly<Record<TenantStatus, RefusalCode | null>> = {
  active: null,
  read_only: "TENANT_READ_ONLY",
  suspended: "TENANT_SUSPENDED",
};

export function requireActive(status: TenantStatus): void {
  const code = WRITING[status];
  if (code) throw new Refusal(code);
}

/** What an operator has stopped. The workspace looks again: this isolate may have been told a few seconds ago. */
export const tenantStatus: Guard = ({ place, member }, route) => {
  const status = member?.status ?? place.route.status;
  const writes = isWrite(route) && !isForStopped(route.command);
  if (writes || status === "suspended") requireActive(status);
  return {};
};
