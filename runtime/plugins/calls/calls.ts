/** The interface through which the kernel calls plugin code. The workspace supplies the implementation. */
import { callFailure, type CallFailure } from "../../../manifests/faults/callFailure.ts";
import type { Behalf } from "../../area/actor.ts";
import type { DocumentKind } from "../../documents/content/content.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";

/** The groups of functions that a plugin exports. */
export type EntryPoint = "hooks" | "data" | "routes" | "tools" | "resources" | "actions" | "migrate";

/**
 * The moments at which a call reads documents. Without `published`, it reads the current release. Without `draft`, it
 * reads the current drafts. A plugin that checks a draft, or computes data for its publication, must see exactly that
 * draft, even if members edit meanwhile.
 */
export interface ContentMoments {
  readonly published?: number;
  readonly draft?: number;
}

/** The drafts one call may write, and for whom. */
export interface Writes {
  readonly kinds: readonly DocumentKind[];
  /** The member who caused the call. Absent for hooks, where the plugin writes by its grant alone. */
  readonly behalf?: Behalf;
}

/** The consequence of an answer in a call of several turns: the next input, or a failure. */
export type NextTurn = { readonly next: unknown } | { readonly fails: Extract<PluginOutcome, { readonly ok: false }> };

export interface PluginCall {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly point: EntryPoint;
  /** The function's name within its group; the manifest must declare it. */
  readonly name: string;
  /** A JSON value. */
  readonly input: unknown;
  readonly moments?: ContentMoments;
  /** The drafts that the call may write. If absent, the call writes none, even if the plugin's grant allows it. */
  readonly writes?: Writes | undefined;
  /**
   * True if the caller repeats the call after a failure. An error that the plugin throws does not count against it
   * then.
   */
  readonly willRetry?: boolean;
  /** Ends the call early. It loses its lease, and its outcome is `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * True for a version that is not in use. It runs in an isolate of its own without capabilities and settings, and its
   * failures count against no plugin.
   */
  readonly isApart?: boolean;
  /** True for a call that must change nothing. It is lent no verb that changes the site or sends a letter. */
  readonly isReading?: boolean;
  /** Continues a call with another turn, under the same record. Called after each answer; undefined ends the call. */
  readonly after?: (value: unknown) => NextTurn | undefined | Promise<NextTurn | undefined>;
}

/** The outcome of a plugin call. It is no `Result`, because the sandbox writes it beyond a worker boundary. */
export type PluginOutcome =
  | {
      readonly ok: true;
      readonly value: unknown;
      /**
       * The documents that the call read, as `documentDependency` and `queryDependency` name them. Absent if the caller
       * did not record reads.
       */
      readonly reads?: readonly string[];
    }
  | CallFailure;

export interface PluginCalls {
  /** Makes the calls, and returns their outcomes in order. It never rejects because of a plugin. */
  all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]>;
}

/** Used where a deployment cannot run plugin code. */
export const NO_CALLS: PluginCalls = {
  all: async (calls) => calls.map(() => callFailure("loader_unavailable")),
};
