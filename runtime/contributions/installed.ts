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

/** The reason why the site does not trust a package. `detail` is text for people. */
export interface PackageDistrust {
  readonly reason: "untrusted_key" | "signature_invalid" | "digest_mismatch";
  readonly detail?: string;
}

export type PluginState = "enabled" | "disabled" | "quarantined" | "revoked";

export interface InstalledPlugin {
  readonly plugin: PackedPlugin;
  /** True if the deployment ships a plugin of this id. Then every uploaded version stays inactive. */
  readonly shadowed?: boolean;
  /**
   * The plugin's rank: below 0 for a plugin of the deployment, otherwise its place in the order in which owners enabled
   * plugins. The lower place wins a name conflict, and comes first where order matters.
   */
  readonly place: number;
  readonly state: PluginState;
  /** The reason for the plugin's quarantine. */
  readonly stateReason?: string;
  /** Absent if the package is trusted. */
  readonly distrust?: PackageDistrust;
  readonly grant?: Grant | null;
  /** The site's settings of a plugin without code, for its templates. Absent without settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A site's installed plugins, and the facts that decide which are active. */
export interface ResolutionInput {
  readonly installed: readonly InstalledPlugin[];
  /** The engine version that plugins' `engine` ranges are compared with. */
  readonly engine: string;
  readonly loader: LoaderState;
}

export interface ActivePlugin {
  readonly id: string;
  readonly version: string;
  readonly plugin: PackedPlugin;
  readonly grant: Grant | null;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface SkippedPlugin {
  readonly id: string;
  readonly version: string;
  readonly reason: SkipReason;
  /** The reason for skipping the plugin, in one sentence for members. */
  readonly detail: string;
  /** True if the plugin has a hook that can veto publications. */
  readonly checks?: true;
  /** True if the loader did not answer, rather than refuse. */
  readonly silent?: true;
}

export interface Resolution {
  /** Active plugins. Each follows the plugins that it requires; otherwise by place, then by id. */
  readonly active: readonly ActivePlugin[];
  readonly skipped: readonly SkippedPlugin[];
}
