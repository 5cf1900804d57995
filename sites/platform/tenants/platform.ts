/** The shared resources as they are lent to one tenant's worker: the sandbox, the public store, caches, audit and mail. */
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { MailOutcome } from "../../../runtime/mail/power.ts";
import type { PluginArtifact } from "../../../sandbox/artifact.ts";
import type { LeaseStub } from "../../../sandbox/invocation.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";

export interface StoreKeys {
  readonly keys: readonly string[];
  readonly next: string | null;
}

/**
 * Methods on shared resources, bound to one tenant. No method takes a tenant's name. A key that contains another
 * tenant's name is refused.
 */
export interface Platform {
  available(): Promise<{ readonly available: boolean }>;
  invoke(place: string, call: string, lease: LeaseStub): Promise<string>;
  putArtifact(digest: string, artifact: PluginArtifact): ReturnType<PluginSandbox["put"]>;
  evict(owner: { readonly site: string; readonly plugin: string }): Promise<{ readonly ended: number }>;
  readText(key: string): Promise<string | null>;
  write(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
  listKeys(prefix: string, limit: number, cursor: string | null): Promise<StoreKeys>;
  purge(keys: readonly string[]): Promise<void>;
  recordAudit(rows: readonly string[]): Promise<void>;
  readAudit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]>;
  answers(): Promise<boolean>;
  roleOf(site: string, identity: string): Promise<Role | undefined>;
  trustChanges(): Promise<string | undefined>;
  isLinkOpen(site: string, link: string): Promise<boolean>;
  /** Takes a letter (`ReadyLetter`) as JSON. */
  sendLetter(letter: string): Promise<MailOutcome>;
}

/**
 * Deployment settings for every workspace. They come with each call, so a revoked key is invalid from the next call on.
 */
export interface TenantSettings {
  readonly hasSandbox: boolean;
  readonly hasMail: boolean;
  readonly trustKeys: string;
  readonly agentsOrigin: string;
  readonly membersOrigin: string;
  readonly challengeKey: string;
}

/** One call to a tenant's worker. The grant decides what it may do. */
export interface DispatchedCall {
  readonly grant: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly settings: TenantSettings;
}

/** A tenant's worker for its callers. `platform` is undefined if the worker has a service binding instead. */
export interface TenantWorker {
  dispatched(call: DispatchedCall, platform?: Platform): Promise<unknown>;
}
