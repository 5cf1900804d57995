import type { Role } from "../../../runtime/commands/permissions.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";

/** A logged-in member of a site, with their present role. */
export interface LoggedInMember {
  /** The id of the identity: SHA-256 of issuer and subject. */
  readonly identity: string;
  readonly tenant: string;
  readonly site: string;
  readonly role: Role;
  readonly status: TenantStatus;
  /** The id of the login, which is not its secret. */
  readonly loginSession: string;
}
