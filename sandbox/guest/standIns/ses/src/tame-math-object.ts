/** SES makes a second `Math` without `random` for compartments, and looks through it as well. There are no compartments. */
export default (): Readonly<Record<string, unknown>> => ({ "%InitialMath%": Math });
