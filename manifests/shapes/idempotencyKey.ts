import * as z from "zod/mini";
import { IDEMPOTENCY_KEY_MAX_CHARS, IDEMPOTENCY_KEY_MIN_CHARS } from "../bounds/commands.ts";

/** Keys of printable ASCII, which every client can send in a header unchanged. */
export const KEY_SAYS = `${IDEMPOTENCY_KEY_MIN_CHARS} to ${IDEMPOTENCY_KEY_MAX_CHARS} printable ASCII characters without spaces`;

/** The key with which a caller repeats a change without doing it twice. */
export const idempotencyKey = z
  .string()
  .check(
    z.minLength(IDEMPOTENCY_KEY_MIN_CHARS, KEY_SAYS),
    z.maxLength(IDEMPOTENCY_KEY_MAX_CHARS, KEY_SAYS),
    z.regex(/^[\x21-\x7e]+$/, KEY_SAYS),
  );
