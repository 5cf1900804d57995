/** The operations on one page in an edit. */
import type { StructureOperation } from "./structure.ts";

export type FieldValues = Readonly<Record<string, unknown>>;

export interface SetFields {
  readonly op: "set";
  readonly section: string;
  /** Each replaces the field of its name; null takes it away. */
  readonly fields: FieldValues;
  /** The values that the caller expects there now. */
  readonly was?: FieldValues | undefined;
}

export interface SetVariant {
  readonly op: "variant";
  readonly section: string;
  readonly variant: string | null;
  readonly was?: string | null | undefined;
}

export interface SetMembers {
  readonly op: "page";
  readonly changes: FieldValues;
  readonly was?: FieldValues | undefined;
  /** True if visitors of the old path are to be redirected to the new one. */
  readonly redirect?: boolean | undefined;
}

export type PageOperation = StructureOperation | SetFields | SetVariant | SetMembers;
