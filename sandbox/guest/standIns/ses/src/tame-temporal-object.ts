/** Splits `Temporal` in two. Plugins have neither: the name is taken from the global scope, and no permit leads to it. */
export default (): Readonly<Record<string, unknown>> => ({});
