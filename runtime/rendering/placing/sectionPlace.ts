/** The place of a section in its page, and what the editor must know of it. */
import { attributes } from "../../templates/escape.ts";

/** A section's position in its page. */
export interface SectionSpot {
  readonly depth: number;
  readonly first: boolean;
  readonly parent?: { readonly id: string; readonly slot: string };
  /** True in an entry that the page shows. It is edited in its own place. */
  readonly isPlaced?: boolean;
}

/** The page that is drawn, as far as it decides what the editor gets. */
export interface DrawnIn {
  readonly version: number;
  readonly mode: "published" | "edit";
}

/** Attributes for the editor. Published pages do not have them. */
export const editAttributes = (
  id: string,
  spot: SectionSpot,
  input: DrawnIn,
  more: Readonly<Record<string, string>>,
): string =>
  input.mode === "published" || spot.isPlaced
    ? ""
    : attributes({
        "data-section-id": id,
        "data-section-version": String(input.version),
        "data-section-parent": spot.parent?.id,
        "data-section-slot": spot.parent?.slot,
        ...more,
      });
