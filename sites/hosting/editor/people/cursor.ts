/** Reads where a list of the control plane goes on. */
import { textCursor } from "../../api/request/parameter.ts";

/** Undefined for what is no cursor: the list then begins at its beginning. */
export function cursorIn(query: URLSearchParams, name = "cursor"): string | undefined {
  const read = textCursor.schema.safeParse(query.get(name) ?? "");
  return read.success ? read.data : undefined;
}
