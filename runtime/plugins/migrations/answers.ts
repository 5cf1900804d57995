/** The questions to a plugin's `migrate`, and its answers. It changes nothing itself: the workspace checks and applies. */
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

/** By the kind of data. No answer is a wrong one: an author who forgot to return means something else than "as it is". */
export const MIGRATION_ANSWERS = { storage: patchShape, settings: setShape } as const;

export interface StoredEntry {
  readonly key: string;
  readonly value: unknown;
}

/** One batch of a plugin's storage, in the order of the keys. */
export interface StorageQuestion {
  /** The version whose data this is, and the one that asks for it. */
  readonly from: string;
  readonly to: string;
  readonly entries: readonly StoredEntry[];
  /** The value that the answer to the batch before handed on; null at the first. */
  readonly carry: unknown;
  readonly last: boolean;
}

export interface SettingsQuestion {
  readonly from: string;
  readonly to: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the secrets that are set; nobody shows the secrets themselves. */
  readonly secrets: readonly string[];
}
