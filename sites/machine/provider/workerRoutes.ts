/** Routes of workers: uploads, versions, deployments, secrets, hostnames. */
import { randomUUID, createHash } from "node:crypto";
import { manifestOf } from "./assetRoutes.ts";
import { type ProviderReply, no, rows, yes } from "./envelope.ts";
import { type ProviderRequest, type ProviderRoute, route } from "./route.ts";
import type { AccountState, Binding, Script, UploadedVersion, VersionRuntime } from "./state.ts";

const WORKERS = "/accounts/:account/workers";
const SCRIPT = `${WORKERS}/scripts/:script`;

interface Metadata {
  readonly main_module: string;
  readonly bindings: readonly Binding[];
  readonly migrations?: { readonly new_tag?: string };
  readonly annotations?: Readonly<Record<string, string>>;
  readonly keep_bindings?: readonly string[];
  readonly compatibility_date?: string;
  readonly compatibility_flags?: readonly string[];
  readonly limits?: { readonly cpu_ms?: number };
  readonly assets?: { readonly jwt?: string; readonly config?: unknown };
}

const noScript = (): ProviderReply => no(404, 10007, "This Worker does not exist on your account.");

const withScript =
  (
    answer: (script: Script, asked: ProviderRequest) => ProviderReply | Promise<ProviderReply>,
  ): ProviderRoute["answer"] =>
  (asked) => {
    const script = asked.account.scripts.get(asked.part("script"));
    return script ? answer(script, asked) : noScript();
  };

export const scriptNamed = (name: string): Script => ({
  name,
  tag: randomUUID().replaceAll("-", ""),
  versions: [],
  deployments: [],
  secrets: new Map(),
  migrationTag: undefined,
  logpush: false,
  tailConsumers: [],
  crons: [],
  subdomain: { enabled: false, previews_enabled: false },
});

/** The condition of each binding type: whether its resource exists, and the API's refusal if not. */
const NEEDS: Readonly<
  Record<
    string,
    readonly [isThere: (account: AccountState, binding: Binding, script: string) => boolean, refusal: ProviderReply]
  >
> = {
  service: [
    ({ scripts }, { service: name }) => scripts.has(String(name)),
    no(400, 10144, "Could not resolve service binding: the worker does not exist."),
  ],
  durable_object_namespace: [
    ({ scripts }, { script_name: other = undefined }, script) =>
      other === undefined || other === script || scripts.has(String(other)),
    no(400, 10061, "Cannot create binding for class: no such class."),
  ],
  kv_namespace: [
    ({ namespaces }, { namespace_id: id }) => namespaces.has(String(id)),
    no(400, 10041, "KV namespace not found."),
  ],
  r2_bucket: [
    ({ buckets }, { bucket_name: name }) => buckets.has(String(name)),
    no(400, 10085, "R2 bucket not found."),
  ],
  d1: [({ databases }, { id }) => databases.has(String(id)), no(400, 10181, "D1 database not found.")],
  queue: [
    ({ queues }, { queue_name: name }) => queues.some(({ queue_name }) => queue_name === name),
    no(404, 11000, "Queue not found."),
  ],
};

/**
 * The refusal of a binding without its resource; undefined if the resource exists. The provider checks this at the
 * upload.
 */
export function missingBinding(account: AccountState, script: string, binding: Binding): ProviderReply | undefined {
  const [isThere, refusal] = NEEDS[binding.type] ?? [];
  return isThere && !isThere(account, binding, script) ? refusal : undefined;
}

const ofSecret = ({ type }: Binding): boolean => type === "secret_text";

/** Bindings as the API shows them: secrets without values, and inherited ones resolved from the last version. */
function resolved(script: Script, { bindings, keep_bindings = [] }: Metadata): Binding[] {
  const before = script.versions.at(-1)?.bindings ?? [];
  const named = bindings.flatMap((binding) =>
    binding.type === "inherit" ? before.filter(({ name }) => name === binding.name) : [binding],
  );
  for (const secret of named.filter(ofSecret))
    if (typeof secret["text"] === "string") script.secrets.set(secret.name, secret["text"]);
  const kept = before.filter(
    ({ type, name }) => keep_bindings.includes(type) && !named.some((binding) => binding.name === name),
  );
  return [...named, ...kept].map((binding) =>
    ofSecret(binding) ? { type: binding.type, name: binding.name } : binding,
  );
}

const readCode = async (part: ReturnType<FormData["get"]>): Promise<Uint8Array> =>
  part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : new TextEncoder().encode(String(part));

export const etagOf = (code: Uint8Array): string => createHash("sha256").update(code).digest("hex");

const runtimeOf = ({ compatibility_date, compatibility_flags, limits }: Metadata): VersionRuntime => ({
  ...(compatibility_date !== undefined && { compatibility_date }),
  ...(compatibility_flags !== undefined && { compatibility_flags }),
  ...(limits !== undefined && { limits }),
});

async function uploaded({
  account,
  part,
  form,
}: ProviderRequest): Promise<ProviderReply | { script: Script; version: UploadedVersion }> {
  const parts = await form();
  const metadata = JSON.parse(String(parts.get("metadata"))) as Metadata;
  const fault = metadata.bindings
    .map((binding) => missingBinding(account, part("script"), binding))
    .find((reply) => reply !== undefined);
  if (fault) return fault;
  const script = account.scripts.get(part("script")) ?? scriptNamed(part("script"));
  const inherits = metadata.bindings.find(
    ({ type, name }) =>
      type === "inherit" && !script.versions.at(-1)?.bindings.some((binding) => binding.name === name),
  );
  if (inherits) return no(400, 10184, `There is nothing to inherit for ${inherits.name}.`);
  const files = metadata.assets && manifestOf(account, script.name, metadata.assets.jwt);
  if (metadata.assets && !files) return no(400, 10021, "The static files of this upload are not complete.");
  const code = await readCode(parts.get(metadata.main_module));
  const version = {
    id: randomUUID(),
    number: script.versions.length + 1,
    etag: etagOf(code),
    code,
    runtime: runtimeOf(metadata),
    annotations: metadata.annotations ?? {},
    bindings: resolved(script, metadata),
    ...(files && { assets: { files, config: metadata.assets?.config } }),
  };
  script.migrationTag = metadata.migrations?.new_tag ?? script.migrationTag;
  script.versions.push(version);
  account.scripts.set(script.name, script);
  return { script, version };
}

const shown = (script: Script, { id, number, etag, runtime, annotations, bindings }: UploadedVersion): unknown => ({
  id,
  number,
  annotations,
  metadata: { created_on: new Date(0).toISOString(), source: "wrangler" },
  startup_time_ms: 5,
  resources: {
    script: { etag, handlers: ["fetch"] },
    script_runtime: {
      ...runtime,
      ...(script.migrationTag === undefined ? {} : { migration_tag: script.migrationTag }),
    },
    bindings,
  },
});

const deploy = (script: Script, versions: Script["deployments"][number]["versions"]): { id: string } => {
  const deployment = {
    id: randomUUID(),
    source: "wrangler",
    strategy: "percentage",
    created_on: new Date(0).toISOString(),
    author_email: "",
    versions,
  };
  script.deployments.unshift(deployment);
  return deployment;
};

interface Origin {
  readonly hostname: string;
}

const service = ({ name, tag, migrationTag }: Script): unknown => ({
  id: name,
  default_environment: {
    environment: "production",
    script: {
      id: name,
      tag,
      last_deployed_from: "wrangler",
      ...(migrationTag === undefined ? {} : { migration_tag: migrationTag }),
    },
  },
});

/** A worker in the list of all workers. */
const listed = ({ name, versions, logpush, tailConsumers, migrationTag }: Script): unknown => ({
  id: name,
  etag: versions.at(-1)?.etag ?? "",
  logpush,
  tail_consumers: tailConsumers,
  ...(migrationTag === undefined ? {} : { migration_tag: migrationTag }),
});

const BOUNDARY = "--the-stand-ins-boundary";

/** A worker's code as the API answers it: a form with one part. */
const formOf = (code: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(
      `${BOUNDARY}\r\nContent-Disposition: form-data; name="index.js"\r\nContent-Type: application/javascript+module\r\n\r\n`,
    ),
    code,
    Buffer.from(`\r\n${BOUNDARY}--\r\n`),
  ]);

const domainRows = (account: AccountState, query: URLSearchParams) =>
  account.domains.filter(
    ({ hostname, service: to }) =>
      (query.get("hostname") ?? hostname) === hostname && (query.get("service") ?? to) === to,
  );

export const WORKER_ROUTES: readonly ProviderRoute[] = [
  route("GET", `${WORKERS}/services/:script`, ({ account, part }) => {
    const script = account.scripts.get(part("script"));
    return script ? yes(service(script)) : no(404, 10090, "This service does not exist.");
  }),
  route(
    "GET",
    `${WORKERS}/workers/:script`,
    withScript((script) => yes({ id: script.tag, name: script.name, subdomain: script.subdomain })),
  ),
  route(
    "GET",
    `${SCRIPT}/secrets`,
    withScript(({ versions }, { query }) => rows(versions.at(-1)?.bindings.filter(ofSecret) ?? [], query)),
  ),
  route(
    "GET",
    `${SCRIPT}/settings`,
    withScript(({ versions }) => yes({ bindings: versions.at(-1)?.bindings ?? [] })),
  ),
  route(
    "PATCH",
    `${SCRIPT}/script-settings`,
    withScript(async (_script, { json }) => yes(await json())),
  ),
  route(
    "GET",
    `${SCRIPT}/script-settings`,
    withScript(() => yes({ tags: [] })),
  ),
  route("GET", `${WORKERS}/scripts`, ({ account, query }) => rows([...account.scripts.values()].map(listed), query)),
  route(
    "GET",
    `${SCRIPT}/content/v2`,
    withScript(({ versions }) => ({
      status: 200,
      body: undefined,
      bytes: formOf(versions.at(-1)?.code ?? new Uint8Array()),
    })),
  ),
  route(
    "GET",
    `${SCRIPT}/schedules`,
    withScript(({ crons }) => yes({ schedules: crons.map((cron) => ({ cron })) })),
  ),
  route("PUT", SCRIPT, async (asked) => {
    const done = await uploaded(asked);
    if ("status" in done) return done;
    deploy(done.script, [{ version_id: done.version.id, percentage: 100 }]);
    return yes({
      id: done.script.name,
      tag: done.script.tag,
      etag: done.version.etag,
      deployment_id: done.version.id.replaceAll("-", ""),
      startup_time_ms: 5,
    });
  }),
  route("POST", `${SCRIPT}/versions`, async (asked) => {
    if (!asked.account.scripts.has(asked.part("script"))) return noScript();
    const done = await uploaded(asked);
    return "status" in done ? done : yes(shown(done.script, done.version));
  }),
  route(
    "GET",
    `${SCRIPT}/versions`,
    withScript((script) => yes({ items: script.versions.toReversed().map((version) => shown(script, version)) })),
  ),
  route(
    "GET",
    `${SCRIPT}/versions/:version`,
    withScript((script, { part }) => {
      const version = script.versions.find(({ id }) => id === part("version"));
      return version ? yes(shown(script, version)) : no(404, 10092, "Version not found.");
    }),
  ),
  route(
    "GET",
    `${SCRIPT}/deployments`,
    withScript(({ deployments }) => yes({ deployments })),
  ),
  route(
    "POST",
    `${SCRIPT}/deployments`,
    withScript(async (script, { json }) =>
      yes(deploy(script, ((await json()) as Script["deployments"][number]).versions)),
    ),
  ),
  route(
    "GET",
    `${SCRIPT}/subdomain`,
    withScript(({ subdomain }) => yes(subdomain)),
  ),
  route(
    "POST",
    `${SCRIPT}/subdomain`,
    withScript(async (script, { json }) => {
      script.subdomain = { ...script.subdomain, ...((await json()) as Script["subdomain"]) };
      return yes(script.subdomain);
    }),
  ),
  route("GET", `${WORKERS}/domains`, ({ account, query }) => rows(domainRows(account, query), query)),
  route(
    "POST",
    `${SCRIPT}/domains/changeset`,
    withScript(async ({ name }, { account, json }) => {
      const origins = (await json()) as Origin[];
      const known = (hostname: string) => account.domains.find((domain) => domain.hostname === hostname);
      return yes({
        added: origins.filter(({ hostname }) => !known(hostname)),
        conflicting: [],
        removed: account.domains.filter(
          ({ service: to, hostname }) => to === name && !origins.some((origin) => origin.hostname === hostname),
        ),
        updated: origins
          .flatMap(({ hostname }) => known(hostname) ?? [])
          .map((domain) => ({ ...domain, modified: domain.service !== name })),
      });
    }),
  ),
  // The list replaces all hostnames of the worker. A hostname of another worker moves to this one.
  route(
    "PUT",
    `${SCRIPT}/domains/records`,
    withScript(async ({ name }, { account, json }) => {
      const { origins } = (await json()) as { origins: Origin[] };
      const others = account.domains.filter(
        ({ service: to, hostname }) => to !== name && !origins.some((origin) => origin.hostname === hostname),
      );
      const domains = origins.map(({ hostname }) => ({ id: randomUUID(), hostname, service: name }));
      account.domains.splice(0, account.domains.length, ...others, ...domains);
      return yes(domains);
    }),
  ),
];
