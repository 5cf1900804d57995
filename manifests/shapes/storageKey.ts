import * as z from "zod/mini";
import { STORAGE_KEY_MAX_CHARS } from "../bounds/bridge.ts";

/**
 * A storage key: printable ASCII without slashes and spaces. Every key has one spelling, and keys sort by their bytes.
 */
export const storageKeyShape = z
  .string()
  .check(
    z.maxLength(STORAGE_KEY_MAX_CHARS),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._:~-]*$/, "letters, digits and . _ : ~ -, a letter or digit first"),
  );
