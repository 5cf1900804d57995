/**
 * Two errors for SES to look at, in a module of their own. The platform looks for the place of an error when it is
 * made, and reads the whole module that is just being evaluated. This module is short, and SES is not. Who locks
 * hardens them.
 */
function thrownOne(): unknown {
  try {
    return (null as unknown as { readonly nothing: unknown }).nothing;
  } catch (error) {
    return error;
  }
}

export const made: unknown = new Error("made");
export const thrown: unknown = thrownOne();

type StackOf = (error: object) => string | undefined;

/** Reads the calls that led to an error, which errors hide from a plugin. SES hands it over while it locks. */
export const stacks: { of: StackOf } = { of: () => "" };
