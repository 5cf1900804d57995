import { closeSync, openSync, readSync } from "node:fs";
import { Trouble } from "../command/command.ts";

/**
 * Reads a text file. Reads at most one byte more than the bound, so a larger file is refused without filling memory.
 */
export function boundedFile(path: string, maxBytes: number): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let more = -1; more !== 0 && length < bytes.length; length += more)
      more = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw new Trouble(`${path} has more than ${maxBytes} bytes.`);
    return bytes.toString("utf8", 0, length);
  } finally {
    closeSync(file);
  }
}
