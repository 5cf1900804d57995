import type { Answer } from "../../runtime/answer.ts";
import type { RefreshResult } from "../../runtime/publicContent.ts";
import type { PluginSandbox } from "./pluginSandbox.ts";

/** Bindings of the workspace worker. */
export interface Env {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly PUBLIC_CONTENT: KVNamespace;
  /** The bucket the site worker stores uploads in; what nobody wants any more is removed from here. */
  readonly MEDIA: R2Bucket;
  /** Archives of workspaces, and the files they name. No other worker reaches it. */
  readonly BACKUPS: R2Bucket;
  readonly PUBLISH_QUEUE: Queue<PublicationMessage>;
  /** Name of the dead-letter queue; whatever comes from another queue is a publication. */
  readonly DEAD_LETTER_QUEUE: string;
  /** A JSON array of public JWKs: whose plugins may be installed here. */
  readonly PLUGIN_TRUST_KEYS: string;
  /** What the secrets among plugins' settings are sealed with. */
  readonly PLUGIN_SETTINGS_SECRET: string;
  /** Where the public MCP server is, to be named in what sites publish; empty without one. */
  readonly MCP_ORIGIN: string;
  /** Where the MCP server of members is, which no plugin calls; empty without one. */
  readonly MEMBERS_MCP_ORIGIN: string;
  /** Public key of the challenge in front of forms. Without it, none is shown. */
  readonly TURNSTILE_SITE_KEY?: string;
  /** On one machine, where its runner says how processes ended (`ProcessRuns`). Without it nobody knows. */
  readonly PROCESS_RUNS?: string;
  /** The platform's analytics dataset of operational records, where the deployment has one. The durable copy is in D1. */
  readonly RECORDS?: AnalyticsEngineDataset;
  /** Where plugin code runs. Without it everything else works. */
  readonly PLUGIN_SANDBOX?: PluginSandbox;
}

/** A publication to carry to the public indexes and caches. */
export interface PublicationMessage {
  readonly tenant: string;
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
}

/** What the queue's consumer asks of a workspace. */
export interface Carrier {
  refresh(site: string, sequence: number): Promise<Answer<RefreshResult>>;
}

export function carrierOf({ TENANT_WORKSPACE: namespace }: Env, tenant: string): Carrier {
  // The class cannot be named here: it is built with this very environment.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Carrier;
}
