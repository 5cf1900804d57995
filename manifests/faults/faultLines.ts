/** A fault in lines for its author, the place in the code below the error's words. */
import type { Fault, FaultPlace } from "./fault.ts";

export const WITHHELD = "its words are not kept: visitors' may be among them, and nobody granted that (logs.visitors)";

function firstLine({ name, message }: Fault): string[] {
  if (message === null) return [`${name || "error"} (${WITHHELD})`];
  if (name === "" && message === "") return [];
  return [name === "" ? `it threw: ${message}` : message === "" ? name : `${name}: ${message}`];
}

const placeLine = ({ function: called, file, line, column }: FaultPlace): string => {
  const at = `${file}:${line}:${column}`;
  return called === "" ? `  at ${at}` : `  at ${called} (${at})`;
};

export const faultLines = (fault: Fault): string[] => [
  ...firstLine(fault),
  ...fault.issues.map(
    ({ pointer, found, allowed }) => `  answer ${pointer || "/"}: found ${found}; allowed: ${allowed}`,
  ),
  ...fault.places.map(placeLine),
];
