/** How the kernel has plugin code called. Whoever puts a workspace together hands this in; nothing here runs code. */
import type { ActivePlugin } from "./installed.ts";

/** The groups of functions a plugin exports. */
export type EntryPoint = "hooks" | "data" | "routes" | "tools" | "resources";

export interface PluginCall {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly point: EntryPoint;
  /** The function of that group; its manifest has to declare it. */
  readonly name: string;
  /** Must survive JSON. */
  readonly input: unknown;
}

export type PluginOutcome =
  | { readonly ok: true; readonly value: unknown }
  /** `message` is made fit for people; a plugin's own words in it are shortened and escaped. */
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface PluginCalls {
  /** Answers in the order of the calls; never rejects for what a plugin did. */
  all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]>;
}
