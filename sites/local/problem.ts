/**
 * A fault that stops a start and that the person at the keyboard can mend. They see only its message: the fault, its
 * subject and the remedy, in one line.
 */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s+/g, " "), options); // Reasons come from others, who like to use several lines.
  }
}

export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
