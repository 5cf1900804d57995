import type { Answer } from "../../../../runtime/commands/answer.ts";
import type { MailEnv } from "../../../platform/mail/mailOf.ts";
import type { MachinePages } from "../../../platform/pageCache/machinePages.ts";
import type { RefreshResult } from "../../../../runtime/serving/publicContent.ts";
import type { PluginSandbox } from "../../../../sandbox/pluginSandbox.ts";

export interface Env extends MailEnv {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly PUBLIC_CONTENT: KVNamespace;
  /** The bucket for uploads, shared with the site worker. The workspace removes unwanted objects here. */
  readonly MEDIA: R2Bucket;
  /** Archives of workspaces, and the files they name. No other worker reaches it. */
  readonly BACKUPS: R2Bucket;
  readonly PUBLISH_QUEUE: Queue<PublicationMessage>;
  /** The name of the dead-letter queue. Every other queue brings publications. */
  readonly DEAD_LETTER_QUEUE: string;
  /** The trusted keys, as a JSON array of public JWKs. A plugin is installed only if one of them signed it. */
  readonly PLUGIN_TRUST_KEYS: string;
  /** The secrets that encrypt the secret settings of plugins. */
  readonly PLUGIN_SETTINGS_SECRET: string;
  /** The origin of the public MCP server, which published files name; empty if there is none. */
  readonly MCP_ORIGIN: string;
  /** The origin of the members' MCP server, which plugins must not call; empty if there is none. */
  readonly MEMBERS_MCP_ORIGIN: string;
  /** The site key of Turnstile. Without it, forms show no challenge. */
  readonly TURNSTILE_SITE_KEY?: string;
  /**
   * On one machine, the address at which the runner reports how processes ended (`ProcessRuns`) and gives trial turns.
   */
  readonly PROCESS_RUNS?: string;
  /** On one machine, the page cache as a service. Elsewhere, the platform's Cache API reaches it. */
  readonly MACHINE_PAGES?: MachinePages;
  /** The platform's analytics dataset for operational records, if the deployment has one. D1 holds the durable copy. */
  readonly RECORDS?: AnalyticsEngineDataset;
  /** The sandbox for plugin code. Without it, executable plugins are skipped. */
  readonly PLUGIN_SANDBOX?: PluginSandbox;
}

/** A queue message about a publication whose content must reach the public indexes and caches. */
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
  // An import of the class would be circular, because the class is built with this environment.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Carrier;
}
