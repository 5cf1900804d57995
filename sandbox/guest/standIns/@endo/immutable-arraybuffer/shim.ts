/** Methods buffers are given that may be part of the language one day: none, because the platform has none and nobody promised them. */
export const added: readonly string[] = [];
