import { IDEMPOTENCY_KEY_MAX_CHARS, IDEMPOTENCY_KEY_MIN_CHARS } from "../../../../manifests/bounds.ts";
import { Refusal } from "../../../../manifests/refusal.ts";
import type { Guard } from "./guard.ts";
import { isWrite } from "./guard.ts";

/** Printable ASCII without spaces: what every client can send, and what reads the same everywhere. */
const KEY = /^[\x21-\x7e]+$/;

const isKey = (key: string): boolean =>
  key.length >= IDEMPOTENCY_KEY_MIN_CHARS && key.length <= IDEMPOTENCY_KEY_MAX_CHARS && KEY.test(key);

/** Without a key a lost answer could not be asked for again without doing the thing twice. */
export const key: Guard = ({ request }, route) => {
  if (!isWrite(route)) return { key: "" };
  const given = request.headers.get("idempotency-key") ?? "";
  if (!isKey(given)) {
    throw new Refusal("IDEMPOTENCY_KEY_MISSING", {
      allowed: `${IDEMPOTENCY_KEY_MIN_CHARS} to ${IDEMPOTENCY_KEY_MAX_CHARS} printable ASCII characters without spaces`,
    });
  }
  return { key: given };
};
