/** Clients of services wrap errors several times, and only the innermost one says what happened. */
const DEPTH_MAX = 3;
const ERRORS_MAX = 3;

const ownWords = (value: unknown): string =>
  value instanceof Error ? `${value.name}: ${value.message}` : String(value);

function within(value: unknown, depth: number): string[] {
  if (!(value instanceof Error) || depth === 0) return [];
  const causes = value.cause === undefined ? [] : [value.cause];
  const gathered = value instanceof AggregateError ? value.errors.slice(0, ERRORS_MAX) : [];
  return [...causes, ...(gathered as unknown[])].flatMap((inner) => [
    `caused by ${ownWords(inner)}`,
    ...within(inner, depth - 1),
  ]);
}

/** The words of an error, with those of its causes and of the errors that it gathers. */
export const errorText = (error: unknown): string => [ownWords(error), ...within(error, DEPTH_MAX)].join("; ");
