/** Objects of a bucket. An answer with an object has no envelope; see `Provider.bytes`. */
import * as z from "zod/mini";
import type { Address } from "./address.ts";
import { path } from "./address.ts";

/** A key's own slashes part the path, as the provider's own tool sends them. */
export const objectPath = (account: string, bucket: string, key: string): string =>
  [path`/accounts/${account}/r2/buckets/${bucket}/objects`, ...key.split("/").map((part) => path`${part}`)].join("/");

/** The caller finds the result by reading it back. */
export const newObject = (account: string, bucket: string, key: string, bytes: Uint8Array): Address<unknown> => ({
  method: "PUT",
  path: objectPath(account, bucket, key),
  body: bytes,
  shape: z.unknown(),
});
