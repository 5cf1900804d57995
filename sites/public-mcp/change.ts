import type { Pointer } from "../shared/mcp/stored.ts";

/** A kind of change between two looks at a site. */
export type ContentChange = "offers" | "pages";

export function contentChanges(before: Pointer | undefined, after: Pointer | undefined): ContentChange[] {
  const changes: ContentChange[] = [];
  if (before?.catalogue !== after?.catalogue) changes.push("offers");
  if (before?.index !== after?.index) changes.push("pages");
  return changes;
}
