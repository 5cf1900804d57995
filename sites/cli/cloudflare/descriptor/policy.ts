/**
 * The allowlist of each worker's bindings, by type, name and target. It is written by hand and not derived from the
 * committed configurations, so that it finds a binding that creeps into one of them.
 */
import type { Descriptor } from "./descriptor.ts";
import type { Fact } from "./facts.ts";
import { DISPATCHER } from "../../../platform/tenants/names.ts";
import { DISPATCH_BINDING, TENANT_NAMESPACE } from "./managed.ts";

/** The required target of a binding. `any` is for values that give no authority. */
export type BindingTarget = "any" | ((descriptor: Descriptor) => string);

export interface AllowedBinding {
  readonly type: string;
  readonly name: string;
  readonly target: BindingTarget;
  /** True if the worker cannot work without the binding. */
  readonly isRequired: boolean;
}

const binding = (type: string, name: string, target: BindingTarget, isRequired = true): AllowedBinding => ({
  type,
  name,
  target,
  isRequired,
});
const variable = (name: string): AllowedBinding => binding("plain_text", name, "any");
const secret = (name: string): AllowedBinding => binding("secret_text", name, () => "");

const WORKSPACE_OBJECT = binding(
  "durable_object_namespace",
  "TENANT_WORKSPACE",
  () => "TenantWorkspaceDO drawbridge-workspace",
);
const DATABASE = binding("d1", "DB", ({ d1 }) => d1.databaseId);
const MEDIA = binding("r2_bucket", "MEDIA", ({ r2 }) => r2.mediaBucket);
const PUBLIC_CONTENT = binding("kv_namespace", "PUBLIC_CONTENT", ({ kv }) => kv.publicContentId);
/** Optional, because only profiles with plugins have the sandbox worker. */
const SANDBOX = binding("service", "PLUGIN_SANDBOX", () => "drawbridge-plugin-sandbox", false);
/** The client's private key, for providers that require it in place of a client secret (RFC 7523). */
const CLIENT_KEY = binding("secret_text", "OAUTH_CLIENT_KEY", () => "", false);
const PROVIDER = [
  "OIDC_ISSUER",
  "OIDC_AUTHORIZATION_ENDPOINT",
  "OIDC_TOKEN_ENDPOINT",
  "OIDC_USERINFO_ENDPOINT",
  "OIDC_JWKS_URI",
  "OIDC_CLIENT_ID",
  "OIDC_MAX_AGE",
  "OIDC_ACR_VALUES",
].map(variable);

/** The datasets of operational records and of visits. */
const RECORDS = binding(
  "analytics_engine",
  "RECORDS",
  ({ analyticsEngineDataset = "" }) => analyticsEngineDataset,
  false,
);
const VISITS = binding("analytics_engine", "VISITS", ({ visitsDataset = "" }) => visitsDataset, false);

const MAILING = binding("send_email", "EMAIL", () => "", false);

/** The bindings of the worker for members' agents: their identity, and their OAuth grants. */
const MEMBERS: readonly AllowedBinding[] = [
  DATABASE,
  ...PROVIDER,
  binding("kv_namespace", "OAUTH_KV", ({ kv }) => kv.oauthId),
  binding("kv_namespace", "AUTH_STATE_KV", ({ kv }) => kv.authStateId),
  ...["MEMBERS_MCP_ORIGIN", "CLIENT_REGISTRATION", "CLIENT_DOCUMENTS"].map(variable),
  ...["OAUTH_CLIENT_SECRET", "SESSION_SECRET"].map(secret),
  CLIENT_KEY,
];

/** The allowed bindings by worker key. Any other binding is a failure. */
export const POLICY: Readonly<Record<string, readonly AllowedBinding[]>> = {
  sandbox: [
    binding("worker_loader", "PLUGIN_LOADER", () => ""),
    binding("durable_object_namespace", "PLUGIN_ARTIFACTS", () => "PluginArtifactDO"),
  ],
  workspace: [
    binding("durable_object_namespace", "TENANT_WORKSPACE", () => "TenantWorkspaceDO"),
    DATABASE,
    MEDIA,
    PUBLIC_CONTENT,
    SANDBOX,
    binding("r2_bucket", "BACKUPS", ({ r2 }) => r2.backupsBucket),
    binding("queue", "PUBLISH_QUEUE", ({ queues }) => queues.publish),
    RECORDS,
    ...["DEAD_LETTER_QUEUE", "PLUGIN_TRUST_KEYS", "MCP_ORIGIN", "MEMBERS_MCP_ORIGIN"].map(variable),
    ...["TURNSTILE_SITE_KEY", "MAIL_FROM"].map(variable),
    MAILING,
    secret("PLUGIN_SETTINGS_SECRET"),
  ],
  site: [
    WORKSPACE_OBJECT,
    DATABASE,
    MEDIA,
    SANDBOX,
    ...PROVIDER,
    variable("SITE_ORIGINS"),
    VISITS,
    binding("images", "IMAGES", () => "", false),
    binding("assets", "ASSETS", () => ""),
    ...["OAUTH_CLIENT_SECRET", "PROVISIONING_SECRET", "SESSION_SECRET"].map(secret),
    CLIENT_KEY,
    binding("secret_text", "TURNSTILE_SECRET", () => "", false),
  ],
  // Every visitor's request to a managed deployment passes through this worker. Only the dispatcher leads from here to
  // tenants.
  "managed-site": [
    binding("service", DISPATCH_BINDING, () => DISPATCHER),
    binding("images", "IMAGES", () => "", false),
    binding("assets", "ASSETS", () => "", false),
  ],
  // The dispatcher serves every tenant and holds the key that signs dispatch grants. No tenant's object, bucket or
  // queue is bound here.
  dispatch: [
    DATABASE,
    PUBLIC_CONTENT,
    SANDBOX,
    ...PROVIDER,
    variable("SITE_ORIGINS"),
    binding("dispatch_namespace", "TENANTS", () => TENANT_NAMESPACE),
    binding("images", "IMAGES", () => "", false),
    binding("assets", "ASSETS", () => ""),
    RECORDS,
    VISITS,
    ...["LENDING", "PLUGIN_TRUST_KEYS", "MCP_ORIGIN", "MEMBERS_MCP_ORIGIN"].map(variable),
    ...["TURNSTILE_SITE_KEY", "MAIL_FROM"].map(variable),
    MAILING,
    ...["DISPATCH_SIGNING_KEY", "OAUTH_CLIENT_SECRET", "PROVISIONING_SECRET", "SESSION_SECRET"].map(secret),
    CLIENT_KEY,
    binding("secret_text", "TURNSTILE_SECRET", () => "", false),
  ],
  // The template of all tenants' workers. Each tenant's further bindings come with its upload, and the deployer reads
  // them back.
  tenant: [binding("durable_object_namespace", "TENANT_WORKSPACE", () => "TenantWorkspaceDO")],
  // Only the deployer has the provider's credential and these two buckets.
  deployer: [
    DATABASE,
    binding("r2_bucket", "RELEASES", ({ hosting }) => hosting?.releasesBucket ?? ""),
    binding("r2_bucket", "ARCHIVES", ({ hosting }) => hosting?.archivesBucket ?? ""),
    binding("service", "TENANTS", () => `${DISPATCHER} TenantOperations`),
    binding("plain_text", "ACCOUNT_ID", ({ hosting }) => hosting?.accountId ?? ""),
    binding("plain_text", "DISPATCH_NAMESPACE", () => TENANT_NAMESPACE),
    ...["PROVIDER_API", "DISPATCH_KEYS", "LENDING", "ERASES"].map(variable),
    ...["PROVIDER_TOKEN", "OPERATOR_TOKEN", "TENANT_SEALING_SECRET"].map(secret),
  ],
  "public-mcp": [
    PUBLIC_CONTENT,
    binding("durable_object_namespace", "CALL_LIMIT", () => "CallLimitDO"),
    binding("durable_object_namespace", "CHANGE_NOTICES", () => "ChangeNoticesDO"),
    ...["MCP_ORIGIN", "LIST_SITES"].map(variable),
  ],
  "private-mcp": [WORKSPACE_OBJECT, ...MEMBERS],
  // This worker dispatches with its own signing key, and binds no tenant's object.
  "managed-private-mcp": [
    ...MEMBERS,
    binding("dispatch_namespace", "TENANTS", () => TENANT_NAMESPACE),
    binding("service", "LENDER", () => `${DISPATCHER} PlatformLender`),
    secret("DISPATCH_SIGNING_KEY"),
  ],
};

export interface PolicyBreach {
  readonly kind: "missing" | "extra" | "retargeted";
  readonly type: string;
  readonly name: string;
  readonly found: string;
  readonly allowed: string;
}

const leads = ({ target }: AllowedBinding, fact: Fact, descriptor: Descriptor | undefined): boolean =>
  target === "any" || descriptor === undefined || target(descriptor) === fact.target;

function judged(fact: Fact, rows: readonly AllowedBinding[], descriptor: Descriptor | undefined): PolicyBreach[] {
  const row = rows.find(({ type, name }) => type === fact.kind && name === fact.name);
  const about = { type: fact.kind, name: fact.name };
  if (!row) return [{ kind: "extra", ...about, found: `${fact.kind} ${fact.name}`, allowed: "no such binding" }];
  if (leads(row, fact, descriptor)) return [];
  const target = row.target === "any" || !descriptor ? "" : row.target(descriptor);
  return [
    {
      kind: "retargeted",
      ...about,
      found: `it leads to ${fact.target || "nothing"}`,
      allowed: `it leads to ${target || "nothing"}`,
    },
  ];
}

/**
 * Lists the differences between a worker's bindings and its policy. Targets are only checked if there is a descriptor.
 */
export function breachesOf(
  key: string,
  facts: readonly Fact[],
  descriptor: Descriptor | undefined,
): readonly PolicyBreach[] {
  const rows = POLICY[key] ?? [];
  const missing = rows.filter(
    ({ isRequired, type, name }) => isRequired && !facts.some((fact) => fact.kind === type && fact.name === name),
  );
  return [
    ...missing.map(({ type, name }): PolicyBreach => ({
      kind: "missing",
      type,
      name,
      found: "no such binding",
      allowed: `${type} ${name}`,
    })),
    ...facts.flatMap((fact) => judged(fact, rows, descriptor)),
  ];
}
