import type { Guard } from "./guard.ts";
import { input } from "./input.ts";
import { key } from "./key.ts";
import { origin } from "./origin.ts";
import { permission } from "./permission.ts";
import { tenantStatus } from "./tenantStatus.ts";
import { version } from "./version.ts";

/**
 * Every request passes these, in this order; none of them asks for what a later one looks at. Claim and audit follow in
 * the transaction of the effect, where they cannot be apart from it.
 */
export const GUARDS = { origin, version, permission, tenantStatus, key, input } as const satisfies Record<
  string,
  Guard
>;
export type GuardName = keyof typeof GUARDS;
