import type { IncomingMessage } from "node:http";
import type * as z from "zod/mini";
import { ACCOUNT_BODY_MAX_BYTES } from "../../../../manifests/bounds/logins.ts";
import { AccountRefusal } from "./accountRefusal.ts";
import type { AccountVisit } from "./visit.ts";

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > ACCOUNT_BODY_MAX_BYTES) throw new AccountRefusal("invalid");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON body that a page of this origin sent. A form of another site can send neither this type nor this origin.
 */
export async function readBody<T>({ request }: AccountVisit, origin: string, shape: z.ZodMiniType<T>): Promise<T> {
  const { origin: from, "sec-fetch-site": site = "same-origin", "content-type": type } = request.headers;
  if (from !== origin || site !== "same-origin") throw new AccountRefusal("origin");
  if (type !== "application/json") throw new AccountRefusal("invalid");
  const shaped = shape.safeParse(parsed((await bytesOf(request)).toString()));
  if (!shaped.success) throw new AccountRefusal("invalid");
  return shaped.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
