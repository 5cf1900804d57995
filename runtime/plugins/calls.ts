/** How the kernel has plugin code called. Whoever puts a workspace together hands this in; nothing here runs code. */
import type { Behalf } from "../actor.ts";
import type { DocumentKind } from "../content.ts";
import type { ActivePlugin } from "./installed.ts";

/** The groups of functions a plugin exports. */
export type EntryPoint = "hooks" | "data" | "routes" | "tools" | "resources";

/**
 * Moments of the draft's change counter a call reads documents of. Without one, published documents are those of the
 * current release and drafts are those of this instant. A call about one draft must not be shown another: whoever is
 * asked whether it may be published, or computes what is published with it, would look at something else.
 */
export interface ContentMoments {
  readonly published?: number;
  readonly draft?: number;
}

/** The drafts one call may write, and for whom. */
export interface Writes {
  readonly kinds: readonly DocumentKind[];
  /** The member who caused the call. Nobody did when a hook is called: then the plugin writes by its grant alone. */
  readonly behalf?: Behalf;
}

export interface PluginCall {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly point: EntryPoint;
  /** The function of that group; its manifest has to declare it. */
  readonly name: string;
  /** Must survive JSON. */
  readonly input: unknown;
  readonly moments?: ContentMoments;
  /** The drafts it may write. A call without this writes none, whatever its plugin was granted. */
  readonly writes?: Writes | undefined;
  /** It will be called again should it fail, so what it throws now is not yet held against it. */
  readonly willRetry?: boolean;
}

export type PluginOutcome =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** What it read of the site's documents, as `documentDependency` and `queryDependency` name it; absent when nobody kept count. */
      readonly reads?: readonly string[];
    }
  /** `message` is made fit for people; a plugin's own words in it are shortened and escaped. */
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface PluginCalls {
  /** Answers in the order of the calls; never rejects for what a plugin did. */
  all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]>;
}

/** Where no plugin code can run. */
export const NO_CALLS: PluginCalls = {
  all: async (calls) =>
    calls.map(() => ({ ok: false, code: "loader_unavailable", message: "This deployment cannot run plugin code." })),
};
