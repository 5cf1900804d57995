/** Formats a fault in lines for the author, with the stack below the message. */
import type { Fault, ShownFault, SourcePlace } from "./fault.ts";

export const WITHHELD = "the message is not kept: it may contain visitors' words, and logs.visitors was not granted";

function firstLine({ name, message }: Fault): string[] {
  if (message === null) return [`${name || "error"} (${WITHHELD})`];
  if (name === "" && message === "") return [];
  return [name === "" ? `it threw: ${message}` : message === "" ? name : `${name}: ${message}`];
}

const position = ({ file, line, column }: SourcePlace): string => `${file}:${line}:${column}`;

/** Shows the position in the package beside the source, because a source map can be wrong and a package cannot. */
const placeLine = ({ function: called, source, ...packed }: ShownFault["places"][number]): string => {
  const at = source ? `${position(source)}, packed as ${position(packed)}` : position(packed);
  return called === "" ? `  at ${at}` : `  at ${called} (${at})`;
};

export const faultLines = (fault: ShownFault): string[] => [
  ...firstLine(fault),
  ...fault.issues.map(
    ({ pointer, found, allowed }) => `  answer ${pointer || "/"}: found ${found}; allowed: ${allowed}`,
  ),
  ...fault.places.map(placeLine),
];
