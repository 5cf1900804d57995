/** The operations of an edit of one page. */
import type { Redirect } from "../../documents/content/content.ts";
import type { PlacedRedirect } from "./placed.ts";
import type { StructureOperation } from "./structure.ts";

export type FieldValues = Readonly<Record<string, unknown>>;

export interface SetFields {
  readonly op: "set";
  readonly section: string;
  /** Replaces each named field, or the value at a JSON pointer into one. Null removes the field. */
  readonly fields: FieldValues;
  /** The values that the caller expects the fields to have now. */
  readonly was?: FieldValues | undefined;
}

export interface SetVariant {
  readonly op: "variant";
  readonly section: string;
  readonly variant: string | null;
  readonly was?: string | null | undefined;
}

/** The way back to the redirects before an edit. */
export interface RedirectsBack {
  /** Redirects that the edit added. */
  readonly remove: readonly Redirect[];
  /** Redirects that the edit removed, each with its index before, in ascending order. */
  readonly put: readonly PlacedRedirect[];
}

export interface SetMembers {
  readonly op: "page";
  readonly changes: FieldValues;
  readonly was?: FieldValues | undefined;
  /** True if the old path must redirect visitors to the new one. */
  readonly redirect?: boolean | undefined;
  /** Restores redirects. Only an inverse has it. */
  readonly redirects?: RedirectsBack | undefined;
}

export type PageOperation = StructureOperation | SetFields | SetVariant | SetMembers;
