/**
 * Two sample errors for SES, in a module of their own. When an error is created, the platform reads the whole module
 * under evaluation to find the error's position. This module is short, and SES is long. The lockdown module hardens the
 * samples.
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

/** Reads the stack of an error, which lockdown hides from plugins. SES sets this function during lockdown. */
export const stacks: { of: StackOf } = { of: () => "" };
