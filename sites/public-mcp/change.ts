import type { Pointer } from "../shared/mcp/stored.ts";

/** A kind of change between two looks at a site. */
export type Change = "offers" | "pages";

export function differences(before: Pointer | undefined, after: Pointer | undefined): Change[] {
  const changes: Change[] = [];
  if (before?.catalogue !== after?.catalogue) changes.push("offers");
  if (before?.index !== after?.index) changes.push("pages");
  return changes;
}
