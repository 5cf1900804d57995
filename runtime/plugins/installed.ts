/** The words of resolution: what is installed, what takes part, what does not and why. */
import type { PackedPlugin } from "../../manifests/packedPlugin.ts";
import type { Grant } from "./grant.ts";

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

export type PluginState = "enabled" | "disabled" | "quarantined" | "revoked";

export interface InstalledPlugin {
  readonly plugin: PackedPlugin;
  /** The deployment brings a plugin of this id: what was uploaded under it stays out, whatever version it calls itself. */
  readonly shadowed?: boolean;
  /**
   * 0 for a plugin of the deployment; for any other, its place in the order in which the owners of this site switched
   * them on. The earlier place keeps a name that both have, and comes first where order matters.
   */
  readonly place: number;
  readonly state: PluginState;
  /** Why it is quarantined. */
  readonly stateReason?: string;
  readonly trust: Trust;
  readonly grant?: Grant | null;
}

export interface ResolutionInput {
  readonly installed: readonly InstalledPlugin[];
  /** Version of the engine that plugins' `engine` ranges are about. */
  readonly engine: string;
  /** `silent`: it was asked and did not answer. */
  readonly loader: { readonly available: boolean; readonly reason?: string; readonly silent?: true };
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
  /** It is one of those that are asked before a publication. */
  readonly checks?: true;
  /** What stands in the way is silence, and nobody's word. */
  readonly silent?: true;
}

export interface Resolution {
  /** Each plugin after everything it requires; otherwise in the order of places, then of ids. */
  readonly active: readonly ActivePlugin[];
  readonly skipped: readonly SkippedPlugin[];
}
