/**
 * Replaces a step of SES that makes a second `Math` without `random` for compartments. The guest has no compartments.
 */
export default (): Readonly<Record<string, unknown>> => ({ "%InitialMath%": Math });
