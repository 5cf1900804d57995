/** Replaces the shim for immutable buffers with nothing, because the platform does not have these methods. */
export const added: readonly string[] = [];
