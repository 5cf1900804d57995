import type { Pointer } from "../shared/mcp/stored.ts";

/** A kind of change that a poll of a site can find. */
export type ContentChange = "offers" | "pages";

export function contentChanges(before: Pointer | undefined, after: Pointer | undefined): ContentChange[] {
  const changes: ContentChange[] = [];
  if (before?.catalogue !== after?.catalogue) changes.push("offers");
  if (before?.index !== after?.index) changes.push("pages");
  return changes;
}
