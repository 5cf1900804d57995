import * as z from "zod/mini";
import { STORAGE_KEY_MAX_CHARS } from "../bounds/bridge.ts";

/** Printable ASCII without slashes and spaces: every key has one spelling, and byte order is its order. */
export const storageKeyShape = z
  .string()
  .check(
    z.maxLength(STORAGE_KEY_MAX_CHARS),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._:~-]*$/, "letters, digits and . _ : ~ -, a letter or digit first"),
  );
