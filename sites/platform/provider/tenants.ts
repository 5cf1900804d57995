/** Scripts of a dispatch namespace, one for each tenant. */
import * as z from "zod/mini";
import { type Address, type ListAddress, path } from "./address.ts";
import { liveBinding } from "./workers.ts";

/** A script's place: its account, its namespace and its name. */
export interface ScriptPlace {
  readonly account: string;
  readonly namespace: string;
  readonly script: string;
}

const stored = z.object({
  dispatch_namespace: z.string(),
  script: z.object({
    id: z.string(),
    etag: z.string(),
    tags: z._default(z.nullable(z.array(z.string())), null),
    migration_tag: z.optional(z.nullable(z.string())),
  }),
});
const uploaded = z.object({ id: z.string(), etag: z.string() });
const settings = z.object({ bindings: z.array(liveBinding), compatibility_date: z.string() });

export type StoredScript = z.infer<typeof stored>;

const scriptPath = ({ account, namespace, script }: ScriptPlace): string =>
  path`/accounts/${account}/workers/dispatch/namespaces/${namespace}/scripts/${script}`;

/** The names of all scripts in a namespace. */
export const tenantScripts = (account: string, namespace: string): ListAddress<{ id: string }> => ({
  method: "GET",
  path: path`/accounts/${account}/workers/dispatch/namespaces/${namespace}/scripts`,
  row: z.object({ id: z.string() }),
});

export const tenantScript = (place: ScriptPlace): Address<StoredScript> => ({
  method: "GET",
  path: scriptPath(place),
  shape: stored,
  isAbout: ({ dispatch_namespace, script }) => dispatch_namespace === place.namespace && script.id === place.script,
});

export const tenantScriptSettings = (place: ScriptPlace): Address<z.infer<typeof settings>> => ({
  method: "GET",
  path: `${scriptPath(place)}/settings`,
  shape: settings,
});

/** Uploads a script with its metadata. Nothing of an earlier upload stays. */
export const uploadTenantScript = (place: ScriptPlace, form: FormData): Address<z.infer<typeof uploaded>> => ({
  method: "PUT",
  path: scriptPath(place),
  body: form,
  shape: uploaded,
  isAbout: ({ id }) => id === place.script,
});

/** Deletes a script. `force` also deletes its Durable Objects with their data. */
export const removeTenantScript = (place: ScriptPlace): Address<unknown> => ({
  method: "DELETE",
  path: `${scriptPath(place)}?force=true`,
  shape: z.unknown(),
});
