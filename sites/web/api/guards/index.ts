import type { Guard } from "./guard.ts";
import { input } from "./input.ts";
import { key } from "./key.ts";
import { origin } from "./origin.ts";
import { permission } from "./permission.ts";
import { tenantStatus } from "./tenantStatus.ts";
import { version } from "./version.ts";

/**
 * The guards, in order. No guard needs what a later one reads. The claim and the audit row are not guards: they are
 * part of the effect's transaction, so that neither exists without the effect.
 */
export const GUARDS = { origin, version, permission, tenantStatus, key, input } as const satisfies Record<
  string,
  Guard
>;
export type GuardName = keyof typeof GUARDS;
