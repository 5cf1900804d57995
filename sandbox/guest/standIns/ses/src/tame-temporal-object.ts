/**
 * Replaces a step of SES that splits `Temporal` in two. Plugins have no `Temporal`: the guest removes the global, and
 * no permit names it.
 */
export default (): Readonly<Record<string, unknown>> => ({});
