import { KEY_SAYS, idempotencyKey } from "../../../../manifests/shapes/idempotencyKey.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type Guard, isWrite } from "./guard.ts";

/** Requires an idempotency key for changes. Without one, a caller that lost the answer could not retry safely. */
export const key: Guard = ({ request }, route) => {
  if (!isWrite(route)) return { key: "" };
  const given = request.headers.get("idempotency-key") ?? "";
  if (!idempotencyKey.safeParse(given).success) throw new Refusal("IDEMPOTENCY_KEY_MISSING", { allowed: KEY_SAYS });
  return { key: given };
};
