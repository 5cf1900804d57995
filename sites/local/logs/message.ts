import * as z from "zod/mini";

/** The text that a worker or its runtime wrote, as one piece, however many lines it has. */
export interface LogMessage {
  /** Empty for what the runtime wrote before it read its configuration. */
  readonly level: string;
  readonly text: string;
}

const shape = z.object({ level: z.string(), message: z.string() });

/** workerd writes each message as a line of JSON, so that no text is taken for another message. */
export function messageOf(line: string): LogMessage {
  try {
    const { level, message } = shape.parse(JSON.parse(line));
    return { level, text: message };
  } catch {
    return { level: "", text: line };
  }
}
