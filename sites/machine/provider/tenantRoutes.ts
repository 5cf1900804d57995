/** Routes of scripts in a dispatch namespace, one for each tenant. */
import { createHash, randomUUID } from "node:crypto";
import { type ProviderReply, no, rows, yes } from "./envelope.ts";
import { type ProviderRequest, type ProviderRoute, route } from "./route.ts";
import type { Binding, TenantMetadata, TenantScript } from "./state.ts";
import { missingBinding } from "./workerRoutes.ts";

const SCRIPTS = "/accounts/:account/workers/dispatch/namespaces/:namespace/scripts";
const SCRIPT = `${SCRIPTS}/:script`;

/**
 * The provider allows eight tags for a script. Deletion by tag splits its list at these two characters, so tags may not
 * have them.
 */
const TAGS_MAX = 8;
const isTag = (tag: string): boolean => !/[,&]/.test(tag);

const keyOf = ({ part }: ProviderRequest): string => `${part("namespace")}/${part("script")}`;

const within =
  (answer: (asked: ProviderRequest) => ProviderReply | Promise<ProviderReply>): ProviderRoute["answer"] =>
  (asked) => {
    const { dispatch } = asked.account;
    if (!dispatch) return no(403, 10121, "You do not have access to dispatch namespaces.");
    return dispatch.has(asked.part("namespace")) ? answer(asked) : no(404, 100119, "Dispatch namespace not found.");
  };

const withScript = (answer: (script: TenantScript, asked: ProviderRequest) => ProviderReply): ProviderRoute["answer"] =>
  within((asked) => {
    const script = asked.account.tenants.get(keyOf(asked));
    return script ? answer(script, asked) : no(404, 10092, "This Worker does not exist in this namespace.");
  });

const shown = ({ script }: TenantScript, namespace: string) => ({
  created_on: new Date(0).toISOString(),
  dispatch_namespace: namespace,
  script,
});

const hidden = (binding: Binding): Binding =>
  binding.type === "secret_text" ? { type: binding.type, name: binding.name } : binding;

async function readModules(parts: FormData): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = [...parts].flatMap(([name, part]) => (part instanceof Blob ? [[name, part] as const] : []));
  return new Map(
    await Promise.all(files.map(async ([name, file]) => [name, new Uint8Array(await file.arrayBuffer())] as const)),
  );
}

const digestOfModules = (modules: ReadonlyMap<string, Uint8Array>): string =>
  [...modules].reduce((hash, [name, bytes]) => hash.update(name).update(bytes), createHash("sha256")).digest("hex");

function faultOf({ account, part }: ProviderRequest, metadata: TenantMetadata, before: TenantScript | undefined) {
  const { tags = [], migrations, main_module } = metadata;
  if (tags.length > TAGS_MAX || !tags.every(isTag)) return no(400, 10021, "These tags are not accepted.");
  if ((migrations?.old_tag ?? undefined) !== (before?.script.migration_tag ?? undefined) && migrations)
    return no(412, 10079, "The migration does not follow the one that ran.");
  if (!main_module) return no(400, 10021, "There is no main module.");
  return metadata.bindings.map((binding) => missingBinding(account, part("script"), binding)).find(Boolean);
}

/** Durable Object classes of earlier migrations and of this upload's. */
const classesOf = ({ migrations }: TenantMetadata, before: TenantScript | undefined): readonly string[] => [
  ...(before?.classes ?? []),
  ...(migrations?.steps.flatMap((step) => step.new_sqlite_classes) ?? []),
];

async function upload(asked: ProviderRequest): Promise<ProviderReply> {
  const { account, part, form } = asked;
  const parts = await form();
  const metadata = JSON.parse(String(parts.get("metadata"))) as TenantMetadata;
  const before = account.tenants.get(keyOf(asked));
  const fault = faultOf(asked, metadata, before);
  if (fault) return fault;
  const modules = await readModules(parts);
  if (!modules.has(metadata.main_module)) return no(400, 10021, "The main module was not uploaded.");
  const migration_tag = metadata.migrations?.new_tag ?? before?.script.migration_tag;
  const script = {
    id: part("script"),
    tag: before?.script.tag ?? randomUUID().replaceAll("-", ""),
    etag: digestOfModules(modules),
    tags: metadata.tags ?? [],
    ...(migration_tag === undefined ? {} : { migration_tag }),
  };
  const uploaded = { script, metadata, modules, classes: classesOf(metadata, before) };
  const whyNot = await account.startFault?.(uploaded);
  if (whyNot !== undefined) return no(400, 10021, whyNot);
  account.tenants.set(keyOf(asked), uploaded);
  return yes({ ...script, startup_time_ms: 5 });
}

export const TENANT_ROUTES: readonly ProviderRoute[] = [
  route(
    "GET",
    SCRIPTS,
    within(({ account, part, query }) => {
      const ofNamespace = [...account.tenants].filter(([key]) => key.startsWith(`${part("namespace")}/`));
      return rows(
        ofNamespace.map(([, { script }]) => script),
        query,
      );
    }),
  ),
  route(
    "GET",
    SCRIPT,
    withScript((script, { part }) => yes(shown(script, part("namespace")))),
  ),
  route(
    "GET",
    `${SCRIPT}/settings`,
    withScript(({ metadata }) =>
      yes({
        bindings: metadata.bindings.map(hidden),
        compatibility_date: metadata.compatibility_date,
        tags: metadata.tags ?? [],
      }),
    ),
  ),
  route("PUT", SCRIPT, within(upload)),
  route(
    "DELETE",
    SCRIPT,
    withScript((_script, asked) => {
      asked.account.tenants.delete(keyOf(asked));
      return yes(null);
    }),
  ),
];
