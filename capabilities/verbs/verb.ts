/**
 * The form of a verb's row: its input, and the method that authors call. Input validation, the members of `ctx` and the
 * authors' types are derived from the row.
 */
import * as z from "zod/mini";

/** A method of `ctx.<capability>` that calls the verb. */
export interface VerbMethod<Asked> {
  /** The parameters in their order, by their shapes. A caller may leave out an optional one. */
  takes(asked: Asked): z.core.$ZodShape;
  /** The shape of what the method's promise gives. */
  readonly gives: z.ZodMiniType;
  /** True if the last parameter stands for any number of values. */
  readonly takesMany?: true;
  /** True if a caller names the type of stored values. Values of any shape have the type `T` then. */
  readonly isGeneric?: true;
  /**
   * The JavaScript of the method inside an isolate. `ask` calls this verb; `bytesOf` and `leasedFetch` belong to the
   * guest. The type checker holds the code against the shapes where it is generated, in
   * `sandbox/guest/powers.generated.ts`.
   */
  readonly code: string;
  /** Sentences for authors, for the method's docstring. */
  readonly says?: readonly string[];
  /** Tells whether a plugin with this request gets the method. Without it, every plugin with the capability does. */
  isOfferedWith?(asked: Asked): boolean;
}

export interface VerbRow<Asked> {
  readonly input: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  readonly methods: Readonly<Record<string, VerbMethod<Asked>>>;
  /** The limit of calls of this verb, if it is counted apart from all others. */
  readonly callsApart?: number;
}

/** Texts about a capability for authors' types. */
export interface CapabilityText<Asked> {
  /** The name of the interface that `ctx` has under the capability's name. */
  readonly name: string;
  /** Answers all declarations of the capability. `members` are the interface's lines. */
  declare(asked: Asked, members: string): string;
  /** Shapes that the declarations name. Each becomes an interface after them. */
  readonly shapes?: readonly z.ZodMiniType[];
  /** A method that is also a global, such as `fetch`. */
  readonly global?: string;
}

/** Parameters that do not depend on the request. */
export const always = (takes: z.core.$ZodShape) => (): z.core.$ZodShape => takes;

/** A value that no JSON shape describes, by its TypeScript type. */
export const typed = (typescript: string) => z.unknown().check(z.meta({ typescript }));

export const text = (most: number) => z.string().check(z.maxLength(most));
export const upToType = (most: number) => z.optional(z.int().check(z.minimum(1), z.maximum(most)));
export const some = <T extends z.ZodMiniType>(shape: T, most: number) =>
  z.array(shape).check(z.minLength(1), z.maxLength(most));

/** A pattern with words for what it allows. A caller reads them when its value does not match. */
export const formType = (pattern: RegExp, allowed: string) => z.regex(pattern, allowed);
