import * as z from "zod/mini";

/** One message of a worker or of workerd, which may have several lines. */
export interface LogMessage {
  /** Empty for output before workerd has read its configuration. */
  readonly level: string;
  readonly text: string;
}

const shape = z.object({ level: z.string(), message: z.string() });

/** workerd writes each message as one line of JSON, so no text can imitate another message. */
export function messageOf(line: string): LogMessage {
  try {
    const { level, message } = shape.parse(JSON.parse(line));
    return { level, text: message };
  } catch {
    return { level: "", text: line };
  }
}
