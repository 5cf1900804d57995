import { KEY_SAYS, idempotencyKey } from "../../../../manifests/shapes/idempotencyKey.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Guard } from "./guard.ts";
import { isWrite } from "./guard.ts";

/** Without a key, a caller could not repeat a request whose answer was lost without doing it twice. */
export const key: Guard = ({ request }, route) => {
  if (!isWrite(route)) return { key: "" };
  const given = request.headers.get("idempotency-key") ?? "";
  if (!idempotencyKey.safeParse(given).success) throw new Refusal("IDEMPOTENCY_KEY_MISSING", { allowed: KEY_SAYS });
  return { key: given };
};
