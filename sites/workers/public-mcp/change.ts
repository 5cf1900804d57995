import type { Pointer } from "../../mcp/stored.ts";

/** A kind of change that a poll of a site can find. */
export type ContentChange = "offers" | "pages";

/** A line to the listeners of a site. */
export interface ChangeNotice {
  readonly changes: readonly ContentChange[];
  /** The publication now; null if the site is not published any more. */
  readonly pointer: Pointer | null;
}

export function contentChanges(before: Pointer | undefined, after: Pointer | undefined): ContentChange[] {
  const changes: ContentChange[] = [];
  if (before?.catalogue !== after?.catalogue) changes.push("offers");
  if (before?.index !== after?.index) changes.push("pages");
  return changes;
}
