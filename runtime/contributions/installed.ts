/** The types of resolution: installed plugins, active plugins, and skipped plugins with their reasons. */
import type { LoaderState } from "../../manifests/loaderState.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
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

/** The reason why the site does not believe a package; `detail` is text for people. */
export interface PackageDistrust {
  readonly reason: "untrusted_key" | "signature_invalid" | "digest_mismatch";
  readonly detail?: string;
}

export type PluginState = "enabled" | "disabled" | "quarantined" | "revoked";

export interface InstalledPlugin {
  readonly plugin: PackedPlugin;
  /** True if the deployment brings a plugin of this id. The uploaded one then stays out, at every version. */
  readonly shadowed?: boolean;
  /**
   * The plugin's place: 0 for a plugin of the deployment, otherwise its place in the order in which owners enabled
   * them. If two plugins have one name, the earlier place keeps it. The earlier place also comes first where order
   * matters.
   */
  readonly place: number;
  readonly state: PluginState;
  /** The reason why the plugin is quarantined. */
  readonly stateReason?: string;
  /** Absent if the package is trusted. */
  readonly distrust?: PackageDistrust;
  readonly grant?: Grant | null;
}

/** The installed plugins of a site, and the facts that decide which take part. */
export interface ResolutionInput {
  readonly installed: readonly InstalledPlugin[];
  /** Version of the engine that plugins' `engine` ranges are about. */
  readonly engine: string;
  readonly loader: LoaderState;
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
  /** The obstacle, in one sentence for members. */
  readonly detail: string;
  /** True if the plugin checks publications. */
  readonly checks?: true;
  /** True if the loader gave no answer at all, rather than a refusal. */
  readonly silent?: true;
}

export interface Resolution {
  /** Each plugin after everything it requires; otherwise in the order of places, then of ids. */
  readonly active: readonly ActivePlugin[];
  readonly skipped: readonly SkippedPlugin[];
}
