/**
 * The input and answers of a plugin's `migrate` functions. They only compute: the workspace validates and applies the
 * answers.
 */
import * as z from "zod/mini";
import { MIGRATION_WRITES_MAX } from "../../../manifests/bounds/plugins.ts";
import { storageKeyShape } from "../../../manifests/shapes/storageKey.ts";

const patchShape = z.strictObject({
  put: z.optional(
    z.array(z.strictObject({ key: storageKeyShape, value: z.unknown() })).check(z.maxLength(MIGRATION_WRITES_MAX)),
  ),
  delete: z.optional(z.array(storageKeyShape).check(z.maxLength(MIGRATION_WRITES_MAX))),
  carry: z.optional(z.unknown()),
});
export type StoragePatch = z.infer<typeof patchShape>;

const setShape = z.strictObject({
  values: z.record(z.string(), z.unknown()),
  secrets: z.optional(z.record(z.string(), z.string())),
});
export type SettingsAnswer = z.infer<typeof setShape>;

/**
 * The shapes by kind of data. Undefined is invalid, because an author who forgot to return a value does not mean
 * "unchanged".
 */
export const MIGRATION_ANSWERS = { storage: patchShape, settings: setShape } as const;

export interface StoredEntry {
  readonly key: string;
  readonly value: unknown;
}

/** One batch of a plugin's storage, ordered by key. */
export interface StorageQuestion {
  /** The version that wrote the data, and the version that it is migrated to. */
  readonly from: string;
  readonly to: string;
  readonly entries: readonly StoredEntry[];
  /** The value that the previous batch's answer passed on. Null in the first batch. */
  readonly carry: unknown;
  readonly last: boolean;
}

export interface SettingsQuestion {
  readonly from: string;
  readonly to: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the secrets that are set. The secrets themselves are not passed. */
  readonly secrets: readonly string[];
}
