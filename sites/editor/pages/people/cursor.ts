/** Reads the cursors of control-plane lists. */
import { textCursor } from "../../../web/api/request/parameter.ts";

/** The cursor in a query; undefined for an invalid one, so that the list starts at the beginning. */
export function cursorIn(query: URLSearchParams, name = "cursor"): string | undefined {
  const read = textCursor.schema.safeParse(query.get(name) ?? "");
  return read.success ? read.data : undefined;
}
