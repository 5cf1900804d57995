import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import type { MailEnv } from "../../platform/mail/mailOf.ts";
import type { Env } from "../../web/powers/env.ts";

/** The bindings of wrangler.jsonc. */
export interface DispatchEnv extends Omit<Env, "WORKSPACES" | "MEDIA" | "PLUGIN_SANDBOX">, MailEnv {
  /** The namespace of tenants' workers. */
  readonly TENANTS: DispatchNamespace;
  readonly PUBLIC_CONTENT: KVNamespace;
  readonly PLUGIN_SANDBOX?: PluginSandbox;
  /** The private JWK that signs dispatch grants. Tenants' workers have the public one. */
  readonly DISPATCH_SIGNING_KEY: string;
  /** The way in which tenants' workers reach shared resources: "call" or "service". */
  readonly LENDING: string;
  readonly PLUGIN_TRUST_KEYS: string;
  readonly MCP_ORIGIN: string;
  readonly MEMBERS_MCP_ORIGIN: string;
  readonly TURNSTILE_SITE_KEY?: string;
  readonly RECORDS?: AnalyticsEngineDataset;
}
