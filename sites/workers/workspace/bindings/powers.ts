import type { PublicationPayload } from "../../../../runtime/commands/outbox.ts";
import type { IsLinkOpen } from "../../../../runtime/mail/receivers.ts";
import type { Mail } from "../../../../runtime/mail/power.ts";
import type { AskTrust } from "../../../../runtime/plugins/packages/trustChanges.ts";
import type { RoleOf } from "../../../../runtime/publishing/scheduleRunner.ts";
import type { PluginSandbox } from "../../../../sandbox/pluginSandbox.ts";
import { type AuditLog, auditLog } from "../../../control/records/audit.ts";
import { type HeldLogins, heldLogins } from "../../../control/logins/logins.ts";
import { isLinkOpen } from "../../../control/people/invitations.ts";
import { roleOf } from "../../../control/people/members.ts";
import { trustChanges } from "../../../control/operators/trustKeys.ts";
import { mailOf } from "../../../platform/mail/mailOf.ts";
import type { ValueProof } from "../../../platform/keys/digest.ts";
import type { ProvenValue } from "../../../platform/publicStore/publicValues.ts";
import { machinePages } from "../../../platform/pageCache/machinePages.ts";
import { namedPageCache } from "../../../platform/pageCache/namedPageCache.ts";
import type { PublicReads } from "../../../mcp/stored.ts";
import type { PageCache } from "../../../platform/pageCache/pageCache.ts";
import type { Env } from "./env.ts";

/** The public store, with the methods that workspaces use. */
export interface PublicStore extends PublicReads {
  put(key: string, value: string, beside: { readonly metadata: ValueProof }): Promise<void>;
  /** Stores all values or none. Only the store of one machine has this. */
  readonly putAll?: (values: readonly ProvenValue[]) => Promise<void>;
  delete(key: string): Promise<void>;
  list(page: {
    readonly prefix: string;
    readonly limit: number;
    readonly cursor?: string;
  }): Promise<
    | { readonly list_complete: true; readonly keys: readonly { readonly name: string }[] }
    | { readonly list_complete: false; readonly keys: readonly { readonly name: string }[]; readonly cursor: string }
  >;
}

/** The settings that a deployment gives its workspaces. */
export type WorkspaceSettings = Pick<
  Env,
  | "PLUGIN_TRUST_KEYS"
  | "PLUGIN_SETTINGS_SECRET"
  | "MCP_ORIGIN"
  | "MEMBERS_MCP_ORIGIN"
  | "TURNSTILE_SITE_KEY"
  | "PROCESS_RUNS"
>;

/**
 * Everything that a workspace object uses besides its database. A tenant's own worker builds it from what the platform
 * lends to a call.
 */
export interface WorkspacePowers {
  readonly settings: WorkspaceSettings;
  /** Uploads. Every key begins with the tenant's id. */
  readonly media: R2Bucket;
  /** Archives, and the files that they name. */
  readonly backups: R2Bucket;
  readonly publicStore: PublicStore;
  readonly pages: Pick<PageCache, "purge">;
  readonly audit: AuditLog;
  readonly roleOf: RoleOf;
  /** Undefined where no letters are sent. */
  readonly isLinkOpen?: IsLinkOpen | undefined;
  readonly askTrust: AskTrust;
  /** Sends letters; undefined without a mail server. */
  readonly mail?: Mail | undefined;
  /**
   * Confirms the logins behind sockets; undefined if the deployment opens none. A tenant's own worker opens none,
   * because lent powers end with the call and events come later.
   */
  readonly heldLogins?: HeldLogins;
  /** The sandbox for plugin code; undefined if none may run. */
  readonly sandbox: PluginSandbox | undefined;
  /** Queues a publication for the public store and the caches. */
  announce(tenant: string, publication: PublicationPayload): Promise<unknown>;
  /** Tells whether the object belongs to this tenant. */
  isOf(tenant: string): boolean;
  /** Runs work that no caller waits for. */
  later(work: Promise<unknown>): void;
}

/** The powers of a workspace that shares its worker with other tenants' workspaces. */
export function powersOf(env: Env, context: Pick<DurableObjectState, "id" | "waitUntil">): WorkspacePowers {
  return {
    settings: env,
    media: env.MEDIA,
    backups: env.BACKUPS,
    publicStore: env.PUBLIC_CONTENT,
    pages: env.MACHINE_PAGES ? machinePages(env.MACHINE_PAGES) : namedPageCache(),
    audit: auditLog(env.DB),
    roleOf: roleOf(env.DB),
    isLinkOpen: isLinkOpen(env.DB, () => Date.now()),
    askTrust: trustChanges(env.DB),
    mail: mailOf(env),
    heldLogins: heldLogins(env.DB),
    sandbox: env.PLUGIN_SANDBOX,
    announce: (tenant, publication) => env.PUBLISH_QUEUE.send({ tenant, ...publication }),
    isOf: (tenant) => env.TENANT_WORKSPACE.idFromName(tenant).equals(context.id),
    later: (work) => context.waitUntil(work),
  };
}
