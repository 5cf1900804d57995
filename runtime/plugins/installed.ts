/** The words of resolution: what is installed, what takes part, what does not and why. */
import type { PackedPlugin } from "../../manifests/packedPlugin.ts";

export type SkipReason =
  | "loader_unavailable"
  | "untrusted_key"
  | "signature_invalid"
  | "digest_mismatch"
  | "engine_incompatible"
  | "dependency_missing"
  | "dependency_cycle"
  | "not_granted"
  | "disabled"
  | "revoked"
  | "quarantined"
  | "conflict";

export type Trust =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: "untrusted_key" | "signature_invalid" | "digest_mismatch";
      readonly detail?: string;
    };

/** What an owner allowed one version of one plugin. It covers that digest only, so an update asks again. */
export interface Grant {
  readonly digest: string;
  readonly capabilities: readonly string[];
  /** Milliseconds since the epoch from which the grant no longer holds. */
  readonly expires?: number;
}

export interface InstalledPlugin {
  readonly plugin: PackedPlugin;
  readonly state: "enabled" | "disabled" | "quarantined" | "revoked";
  readonly trust: Trust;
  readonly grant?: Grant | null;
}

export interface ResolutionInput {
  readonly installed: readonly InstalledPlugin[];
  /** Version of the engine that plugins' `engine` ranges are about. */
  readonly engine: string;
  readonly loader: { readonly available: boolean; readonly reason?: string };
  readonly now: number;
}

export interface ActivePlugin {
  readonly id: string;
  readonly version: string;
  readonly plugin: PackedPlugin;
  readonly grant: Grant | null;
}

export interface SkippedPlugin {
  readonly id: string;
  readonly version: string;
  readonly reason: SkipReason;
  /** One sentence for people: what stands in the way. */
  readonly detail: string;
}

export interface Resolution {
  /** Each plugin after everything it requires; otherwise in the order of ids. */
  readonly active: readonly ActivePlugin[];
  readonly skipped: readonly SkippedPlugin[];
}
