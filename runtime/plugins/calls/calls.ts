/**
 * The interface through which the kernel calls plugin code. The composition of a workspace hands in an implementation;
 * this file runs no code.
 */
import type { Fault } from "../../../manifests/faults/fault.ts";
import type { Behalf } from "../../area/actor.ts";
import type { DocumentKind } from "../../documents/content.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";

/** The groups of functions a plugin exports. */
export type EntryPoint = "hooks" | "data" | "routes" | "tools" | "resources" | "actions" | "migrate";

/**
 * The moments of the draft's change counter at which a call reads documents. Without `published`, the call reads
 * published documents of the current release. Without `draft`, it reads the drafts as they are now. A call about one
 * draft must not see another. A plugin that checks a draft, or computes data for its publication, would otherwise see
 * other content.
 */
export interface ContentMoments {
  readonly published?: number;
  readonly draft?: number;
}

/** The drafts one call may write, and for whom. */
export interface Writes {
  readonly kinds: readonly DocumentKind[];
  /** The member who caused the call. A hook has no such member: there the plugin writes by its grant alone. */
  readonly behalf?: Behalf;
}

/** The consequence of an answer in a call of several turns: another input, or a failure. */
export type NextTurn = { readonly next: unknown } | { readonly fails: Extract<PluginOutcome, { readonly ok: false }> };

export interface PluginCall {
  readonly site: string;
  readonly plugin: ActivePlugin;
  readonly point: EntryPoint;
  /** The function's name within its group; the manifest must declare it. */
  readonly name: string;
  /** Must survive JSON. */
  readonly input: unknown;
  readonly moments?: ContentMoments;
  /** The drafts that the call may write. Without this it writes none, even if the plugin's grant allows writing. */
  readonly writes?: Writes | undefined;
  /**
   * True if the caller tries again after a failure. An error that the plugin throws then does not count against it yet.
   */
  readonly willRetry?: boolean;
  /** Ends the call early: it loses its lease, and answers as `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * True for a version that is not in use. It runs in an isolate of its own, is lent nothing and gets no settings, and
   * its failures count against no plugin.
   */
  readonly isApart?: boolean;
  /** Makes a call of several turns with one record: asked after each answer, and undefined after the last. */
  readonly after?: (value: unknown) => NextTurn | undefined | Promise<NextTurn | undefined>;
}

/** The outcome of a plugin call. It is no `Result`: the sandbox writes it on its side of a worker boundary. */
export type PluginOutcome =
  | {
      readonly ok: true;
      readonly value: unknown;
      /**
       * The site's documents that the call read, named by `documentDependency` and `queryDependency`; absent if the
       * caller did not count reads.
       */
      readonly reads?: readonly string[];
    }
  /** `message` is made fit for people; a plugin's own words in it are shortened and escaped. `fault` is for its author. */
  | { readonly ok: false; readonly code: string; readonly message: string; readonly fault?: Fault };

export interface PluginCalls {
  /** Makes the calls and answers in their order. It never rejects because of a plugin's fault. */
  all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]>;
}

/** The calls of a deployment that cannot run plugin code. */
export const NO_CALLS: PluginCalls = {
  all: async (calls) =>
    calls.map(() => ({ ok: false, code: "loader_unavailable", message: "This deployment cannot run plugin code." })),
};
