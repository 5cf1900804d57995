import { createHash, createHmac } from "node:crypto";

/**
 * Computes workerd's id of a Durable Object from the namespace's key and the object's name. The object's database has
 * this name.
 */
export function objectId(namespace: string, object: string): string {
  const key = createHash("sha256").update(namespace).digest();
  const half = (text: string | Buffer): Buffer => createHmac("sha256", key).update(text).digest().subarray(0, 16);
  const name = half(object);
  return Buffer.concat([name, half(name)]).toString("hex");
}
