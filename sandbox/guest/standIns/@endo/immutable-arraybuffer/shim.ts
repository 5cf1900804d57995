/** Buffers get no methods of future languages here, because the platform has none. */
export const added: readonly string[] = [];
