/** One row of the table of hooks: everything about one event at which plugins are called. */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../bounds/documents.ts";
import { VETO_MAX_REASONS } from "../bounds/publishing.ts";
import type { Capabilities } from "../capabilities/capabilities.ts";

/** The allowed answer of a hook, and its description for authors. */
export interface HookAnswer {
  readonly shape: z.ZodMiniType;
  /** The answer's TypeScript type. */
  readonly type: string;
  /** One sentence on the use of the answer. */
  readonly says: string;
}

/** Null, or reasons for a veto. An empty list of reasons is no veto. */
export const vetoShape = z.union([
  z.null(),
  z.strictObject({
    veto: z.array(z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARS))).check(z.maxLength(VETO_MAX_REASONS)),
  }),
]);

export const VETO = {
  shape: vetoShape,
  type: "null | undefined | { veto: string[] }",
  says: "Returns a veto, with reasons that the editor shows, or null.",
} as const satisfies HookAnswer;

export const UNREAD = {
  shape: z.pipe(
    z.unknown(),
    z.transform(() => null),
  ),
  type: "unknown",
  says: "The return value is ignored.",
} as const satisfies HookAnswer;

interface Common {
  /** When the hook is called, as one sentence for authors. */
  readonly when: string;
  /** The plugin's input. Authors get the shape as a type, named by its title and explained by its description. */
  readonly input: z.ZodMiniType;
  readonly answer: HookAnswer;
  /** One sentence for the owner who is asked to enable the plugin. `{everyMinutes}` stands for the hook's interval. */
  readonly effect: string;
  /** The capability whose grant decides how much of the event a plugin gets. */
  readonly capability?: keyof Capabilities;
  /** Tells whether a plugin with this grant is called. If absent, every plugin that declares the hook is. */
  isCalledWith?(granted: Capabilities | undefined): boolean;
}

/**
 * The kernel waits for the answer, which decides. Such a hook changes no draft. Without an answer the action does not
 * continue.
 */
interface DecidingHook extends Common {
  readonly decides: true;
  readonly attempts?: never;
  readonly isTimed?: never;
  readonly gathers?: never;
  readonly isFromVisitors?: never;
}

/** The kernel stores the call and makes it later, from an alarm. */
interface OwedHook extends Common {
  readonly decides?: never;
  /** The number of attempts until the plugin answers. */
  readonly attempts: number;
  /** The clock triggers the hook at the manifest's interval. A waiting call also stands for the following ones. */
  readonly isTimed?: true;
  /** The manifest may name the least minutes between two calls. A call then stands for all events since the last. */
  readonly gathers?: true;
  /** A visitor writes the input, so an error that it causes does not count as the plugin's failure. */
  readonly isFromVisitors?: true;
}

export type HookKind = DecidingHook | OwedHook;
