/**
 * A fault that stops a start and that the operator can correct. The operator sees only the message: one line with the
 * fault, its subject and the remedy.
 */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s+/g, " "), options); // Messages may contain other programs' texts of several lines, which become one line.
  }
}

export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
