import type { Pointer } from "../shared/mcp/stored.ts";

/** What of a site has changed between two looks at it. */
export type Change = "offers" | "pages";

export function differences(before: Pointer | undefined, after: Pointer | undefined): Change[] {
  const changes: Change[] = [];
  if (before?.catalogue !== after?.catalogue) changes.push("offers");
  if (before?.index !== after?.index) changes.push("pages");
  return changes;
}
