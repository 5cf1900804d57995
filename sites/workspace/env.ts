import type { Answer } from "../../runtime/commands/answer.ts";
import type { RefreshResult } from "../../runtime/serving/publicContent.ts";
import type { PluginSandbox } from "../../sandbox/pluginSandbox.ts";

/** Bindings of the workspace worker. */
export interface Env {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly PUBLIC_CONTENT: KVNamespace;
  /** The bucket for uploads, shared with the site worker. The workspace removes unwanted objects here. */
  readonly MEDIA: R2Bucket;
  /** Archives of workspaces, and the files they name. No other worker reaches it. */
  readonly BACKUPS: R2Bucket;
  readonly PUBLISH_QUEUE: Queue<PublicationMessage>;
  /** Name of the dead-letter queue. A message of any other queue is a publication. */
  readonly DEAD_LETTER_QUEUE: string;
  /** A JSON array of public JWKs: whose plugins may be installed here. */
  readonly PLUGIN_TRUST_KEYS: string;
  /** The secrets that seal secrets in plugins' settings. */
  readonly PLUGIN_SETTINGS_SECRET: string;
  /** Origin of the public MCP server, which published files name; empty without one. */
  readonly MCP_ORIGIN: string;
  /** Origin of the members' MCP server, which no plugin may call; empty without one. */
  readonly MEMBERS_MCP_ORIGIN: string;
  /** Public key of the challenge in front of forms. Without it, none is shown. */
  readonly TURNSTILE_SITE_KEY?: string;
  /** On one machine, the address at which the runner reports how processes ended (`ProcessRuns`) and gives turns to calls on trial. */
  readonly PROCESS_RUNS?: string;
  /** The platform's analytics dataset of operational records, where the deployment has one. The durable copy is in D1. */
  readonly RECORDS?: AnalyticsEngineDataset;
  /** The sandbox for plugin code. Everything else works without it. */
  readonly PLUGIN_SANDBOX?: PluginSandbox;
}

/** A publication to carry to the public indexes and caches. */
export interface PublicationMessage {
  readonly tenant: string;
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
}

/** The methods that the queue's consumer calls. */
export interface Carrier {
  refresh(site: string, sequence: number): Promise<Answer<RefreshResult>>;
}

export function carrierOf({ TENANT_WORKSPACE: namespace }: Env, tenant: string): Carrier {
  // The class cannot be named here: it is built with this very environment.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Carrier;
}
