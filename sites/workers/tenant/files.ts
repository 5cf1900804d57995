/** Reads and writes a tenant's files for calls of the dispatcher. Bytes are streamed. */
import { hexOf } from "../../../manifests/bytes/hex.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { StoredObject, StorePage, StorePart } from "../../platform/tenants/operations.ts";
import { sizedBody } from "../../platform/stores/sized.ts";
import type { TenantEnv } from "./env.ts";

interface Range {
  readonly offset: number;
  readonly length: number;
}

/** The key in the bucket. Callers' keys begin with the tenant's id; any other key is refused. */
function storedKey({ TENANT_ID }: TenantEnv, part: StorePart, key: string): string {
  if (typeof key !== "string" || !key.startsWith(`${TENANT_ID}/`)) throw new Refusal("NOT_FOUND");
  return `${part}/${key}`;
}

interface Facts {
  readonly length?: number;
  readonly sha256?: string;
  readonly httpMetadata?: { readonly contentType: string };
}

type Bytes = ReadableStream<Uint8Array> | ArrayBuffer | Uint8Array;

const MEDIA_FILES = {
  async mediaHead(env: TenantEnv, key: string) {
    const found = await env.STORE.head(storedKey(env, "media", key));
    return found && { key, size: found.size };
  },
  async mediaGet(env: TenantEnv, key: string, options: { readonly range?: Range } = {}) {
    const found = await env.STORE.get(storedKey(env, "media", key), options.range ? { range: options.range } : {});
    return found && { key, size: found.size, body: found.body };
  },
  async mediaPut(env: TenantEnv, key: string, bytes: Bytes, { length, ...facts }: Facts = {}) {
    const body = bytes instanceof ReadableStream ? sizedBody(bytes, length ?? 0) : bytes;
    await env.STORE.put(storedKey(env, "media", key), body, facts);
    return null;
  },
  async mediaDelete(env: TenantEnv, key: string) {
    await env.STORE.delete(storedKey(env, "media", key));
    return null;
  },
};

const PARTS: ReadonlySet<unknown> = new Set<StorePart>(["media", "backups"]);

function partNamed(part: StorePart): StorePart {
  if (!PARTS.has(part)) throw new Refusal("NOT_FOUND");
  return part;
}

const shown = (part: StorePart, object: R2Object): StoredObject => ({
  key: object.key.slice(part.length + 1),
  bytes: object.size,
  type: object.httpMetadata?.contentType ?? null,
  sha256: object.checksums.sha256 ? hexOf(object.checksums.sha256) : null,
  metadata: object.customMetadata ?? {},
});

const STORE_FILES = {
  async storeList(env: TenantEnv, part: StorePart, cursor: string | null): Promise<StorePage> {
    const page = await env.STORE.list({
      prefix: `${partNamed(part)}/`,
      include: ["customMetadata", "httpMetadata"],
      ...(cursor === null ? {} : { cursor }),
    });
    return { objects: page.objects.map((object) => shown(part, object)), next: page.truncated ? page.cursor : null };
  },
  async storeRead(env: TenantEnv, part: StorePart, key: string) {
    const found = await env.STORE.get(storedKey(env, partNamed(part), key));
    return found && { object: shown(part, found), body: found.body };
  },
  async storeWrite(env: TenantEnv, part: StorePart, object: StoredObject, body: ReadableStream<Uint8Array>) {
    await env.STORE.put(storedKey(env, partNamed(part), object.key), sizedBody(body, object.bytes), {
      customMetadata: { ...object.metadata },
      ...(object.sha256 === null ? {} : { sha256: object.sha256 }),
      ...(object.type === null ? {} : { httpMetadata: { contentType: object.type } }),
    });
    return null;
  },
  /** Removes one page of objects. True once the bucket is empty. */
  async storeEmpty(env: TenantEnv) {
    const { objects, truncated } = await env.STORE.list();
    if (objects.length > 0) await env.STORE.delete(objects.map(({ key }) => key));
    return !truncated;
  },
};

type Files = (env: TenantEnv, ...args: never[]) => Promise<unknown>;

/** Methods that do not call the workspace. */
export const FILES: Readonly<Record<string, Files>> = { ...MEDIA_FILES, ...STORE_FILES };
