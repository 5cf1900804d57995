/** Writes a value into a field. Typing without a pause is one undo step. */
import { CANVAS } from "../../document/words.ts";
import { decodePointer, valueAt } from "../../../../manifests/refusals/pointer.ts";
import { mergedValue } from "../../../../runtime/editing/operations/mergedValue.ts";
import { sameJson } from "../../../../runtime/editing/operations/sameJson.ts";
import type { Studio } from "./studio.ts";
import { setAt } from "../page/values.ts";

/**
 * `seen` is the value that the new one builds on. If the page has another one by now, both are merged. If they collide,
 * the site compares its value with `seen`, and the member sees both.
 */
export function writeField(
  { editor }: Studio,
  section: string,
  pointer: string,
  value: unknown,
  seen: unknown = undefined,
): void {
  const fields = editor.section(section)?.fields;
  if (!fields) return;
  const now = valueAt(fields, decodePointer(pointer)) ?? null;
  const merged = seen === undefined || sameJson(seen, now) ? value : mergedValue(seen, now, value);
  if (sameJson(now, merged)) return;
  const before = merged === undefined ? setAt(section, fields, pointer, seen).fields : undefined;
  const operation = setAt(section, fields, pointer, merged ?? value);
  editor.act({
    operations: [before ? { ...operation, was: before } : operation],
    name: CANVAS.act.text,
    spot: { section, pointer },
    group: `${section}${pointer}`,
  });
}
