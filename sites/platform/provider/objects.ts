/** Objects in a bucket. Their bytes come without an envelope; see `Provider.bytes`. */
import * as z from "zod/mini";
import { type Address, path } from "./address.ts";

/** The path of an object. Slashes in the key separate segments, as wrangler sends them. */
export const objectPath = (account: string, bucket: string, key: string): string =>
  [path`/accounts/${account}/r2/buckets/${bucket}/objects`, ...key.split("/").map((part) => path`${part}`)].join("/");

/** Uploads an object. The caller reads it back to verify it. */
export const newObject = (account: string, bucket: string, key: string, bytes: Uint8Array): Address<unknown> => ({
  method: "PUT",
  path: objectPath(account, bucket, key),
  body: bytes,
  shape: z.unknown(),
});
