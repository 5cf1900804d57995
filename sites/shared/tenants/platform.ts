/**
 * The resources that tenants share, as one tenant's worker is lent them: the sandbox, the public store, caches, audit.
 */
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { PluginArtifact } from "../../../sandbox/artifact.ts";
import type { LeaseStub } from "../../../sandbox/invocation.ts";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";

export interface StoreKeys {
  readonly keys: readonly string[];
  readonly next: string | null;
}

/**
 * Every method is about the tenant it was lent to. None takes a tenant's name; where a text holds one, such as a key of
 * the public store, another tenant's is refused.
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
}

/**
 * The settings of a deployment for every workspace. They come with each call, so that a revoked key is no key at the
 * next.
 */
export interface TenantSettings {
  readonly hasSandbox: boolean;
  readonly trustKeys: string;
  readonly agentsOrigin: string;
  readonly membersOrigin: string;
  readonly challengeKey: string;
}

/** One call to a tenant's worker. What the grant says holds, whatever the rest does. */
export interface DispatchedCall {
  readonly grant: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly settings: TenantSettings;
}

/** A tenant's worker as its callers reach it. `platform` is missing where the worker has a binding of its own. */
export interface TenantWorker {
  dispatched(call: DispatchedCall, platform?: Platform): Promise<unknown>;
}
