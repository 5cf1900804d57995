/**
 * One row of the contract: a question over a lease, and the author's way to ask it. The check of questions, the members
 * of `ctx` and the authors' types follow from the row.
 */
import * as z from "zod/mini";

/** A member of `ctx.<capability>` that asks the verb. */
export interface VerbMethod<Asked> {
  /** TypeScript of its parameters and its result. */
  type(asked: Asked): string;
  /**
   * JavaScript of it inside an isolate. `ask` asks this verb; `bytesOf` and `leasedFetch` are the guest's. The type checker
   * holds the code against `type` where it is generated, in `sandbox/guest/powers.generated.ts`.
   */
  readonly code: string;
  /** Sentences for authors; two or more stand on lines of their own. */
  readonly says?: readonly string[];
  /** Tells whether a plugin with this request gets the member. Without it, every plugin with the capability does. */
  isThereWith?(asked: Asked): boolean;
}

export interface VerbRow<Asked> {
  readonly input: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  readonly methods: Readonly<Record<string, VerbMethod<Asked>>>;
  /** The number of calls of a verb that is counted apart from all others. */
  readonly callsApart?: number;
}

/** Texts about a capability for authors, beside its verbs. */
export interface CapabilityText<Asked> {
  /** Name of the interface `ctx` has under the capability's name. */
  readonly name: string;
  /** All declarations of the capability; `members` are the interface's lines. */
  declare(asked: Asked, members: string): string;
  /** Shapes the declarations name, each an interface of its own after them. */
  readonly shapes?: readonly z.ZodMiniType[];
  /** A member that is a global, too. */
  readonly global?: string;
}

/** A type that does not depend on the request. */
export const always = (type: string) => (): string => type;

export const text = (most: number) => z.string().check(z.maxLength(most));
export const upToType = (most: number) => z.optional(z.int().check(z.minimum(1), z.maximum(most)));
export const some = <T extends z.ZodMiniType>(shape: T, most: number) =>
  z.array(shape).check(z.minLength(1), z.maxLength(most));

/** A form with the words for what it allows, which the caller reads when something has another. */
export const formType = (pattern: RegExp, allowed: string) => z.regex(pattern, allowed);
