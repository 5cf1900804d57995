import type * as z from "zod/mini";
import { ACCOUNT_BODY_MAX_BYTES } from "../../../../manifests/bounds/logins.ts";
import { boundedBody } from "../../process/boundedBody.ts";
import { AccountRefusal } from "./accountRefusal.ts";
import type { AccountVisit } from "./visit.ts";

/**
 * Reads a JSON body that a page of this origin sent. A form of another site can send neither this type nor this origin.
 */
export async function readBody<T>({ request }: AccountVisit, origin: string, shape: z.ZodMiniType<T>): Promise<T> {
  const { origin: from, "sec-fetch-site": site = "same-origin", "content-type": type } = request.headers;
  if (from !== origin || site !== "same-origin") throw new AccountRefusal("origin");
  if (type !== "application/json") throw new AccountRefusal("invalid");
  const body = await boundedBody(request, ACCOUNT_BODY_MAX_BYTES);
  if (body === undefined) throw new AccountRefusal("invalid");
  const shaped = shape.safeParse(parsed(body.toString()));
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
