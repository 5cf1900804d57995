import type { Role } from "../../../runtime/commands/permissions.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";

/** A person who is logged in to a site and a member of it, with their present role. */
export interface LoggedInMember {
  /** Id of the identity: SHA-256 of issuer and subject. */
  readonly identity: string;
  readonly tenant: string;
  readonly site: string;
  readonly role: Role;
  /** Status of the tenant. */
  readonly status: TenantStatus;
  /** Id of the login, which is not its secret. */
  readonly loginSession: string;
}
