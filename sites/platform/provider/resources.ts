/** The workers' storage: databases, KV namespaces and buckets. */
import * as z from "zod/mini";
import { type Address, path } from "./address.ts";

const database = z.object({ uuid: z.string(), name: z.string() });
const namespace = z.object({ id: z.string(), title: z.string() });
const bucket = z.object({ name: z.string() });
const rows = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())), success: z.literal(true) }));

export const databaseOf = (account: string, id: string): Address<z.infer<typeof database>> => ({
  method: "GET",
  path: path`/accounts/${account}/d1/database/${id}`,
  shape: database,
  isAbout: ({ uuid }) => uuid === id,
});

/**
 * Runs one SELECT. Statements with effects do not belong here, because the client repeats a request without an answer.
 */
export const databaseRows = (account: string, id: string, sql: string): Address<z.infer<typeof rows>> => ({
  method: "POST",
  path: path`/accounts/${account}/d1/database/${id}/query`,
  body: { sql },
  shape: rows,
});

export const namespaceOf = (account: string, id: string): Address<z.infer<typeof namespace>> => ({
  method: "GET",
  path: path`/accounts/${account}/storage/kv/namespaces/${id}`,
  shape: namespace,
  isAbout: (found) => found.id === id,
});

export const bucketOf = (account: string, name: string): Address<z.infer<typeof bucket>> => ({
  method: "GET",
  path: path`/accounts/${account}/r2/buckets/${name}`,
  shape: bucket,
  isAbout: (found) => found.name === name,
});

export const newBucket = (account: string, name: string): Address<z.infer<typeof bucket>> => ({
  method: "POST",
  path: path`/accounts/${account}/r2/buckets`,
  body: { name },
  shape: bucket,
  isAbout: (made) => made.name === name,
});

/** Deletes a bucket. The provider refuses unless it is empty (code 10008). */
export const removeBucket = (account: string, name: string): Address<unknown> => ({
  method: "DELETE",
  path: path`/accounts/${account}/r2/buckets/${name}`,
  shape: z.unknown(),
});
