/** One row of the table of hooks, with everything about the moment at which plugins are called. */
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

/** Null, or reasons against what is about to happen; an empty list of reasons is none. */
export const vetoShape = z.union([
  z.null(),
  z.strictObject({
    veto: z.array(z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARS))).check(z.maxLength(VETO_MAX_REASONS)),
  }),
]);

export const VETO = {
  shape: vetoShape,
  type: "null | undefined | { veto: string[] }",
  says: "A veto stops it, with reasons its editor reads.",
} as const satisfies HookAnswer;

export const UNREAD = {
  shape: z.pipe(
    z.unknown(),
    z.transform(() => null),
  ),
  type: "unknown",
  says: "What it answers is not read.",
} as const satisfies HookAnswer;

interface Common {
  /** The moment of the call, as one sentence for authors. */
  readonly when: string;
  /** The plugin's input. Authors get the shape as a type, named by its title and explained by its description. */
  readonly input: z.ZodMiniType;
  readonly answer: HookAnswer;
  /** One sentence for the owner who is asked to enable the plugin. `{everyMinutes}` stands for the hook's interval. */
  readonly effect: string;
  /** The capability that decides how much of the moment a plugin learns. */
  readonly capability?: keyof Capabilities;
  /**
   * Tells whether a plugin with this grant hears of the moment. Without it, every plugin that declares the hook does.
   */
  isHeardWith?(granted: Capabilities | undefined): boolean;
}

/** The kernel waits for the answer, which decides. Such a hook changes no draft, and nobody goes on while it is silent. */
interface DecidingHook extends Common {
  readonly decides: true;
  readonly attempts?: never;
  readonly isTimed?: never;
  readonly isFromStrangers?: never;
}

/** The kernel owes the plugin a call and makes it when there is time. */
interface OwedHook extends Common {
  readonly decides?: never;
  /** The number of tries until the plugin answers. */
  readonly attempts: number;
  /** The clock emits it: the manifest says every how many minutes, and one that waits for its turn covers the next. */
  readonly isTimed?: true;
  /** Visitors write what the plugin is told, so what it throws over that is not held against it. */
  readonly isFromStrangers?: true;
}

export type HookKind = DecidingHook | OwedHook;
