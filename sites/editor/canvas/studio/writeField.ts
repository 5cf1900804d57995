/** Writes a value into a field. Typing without a pause is one undo step. */
import { CANVAS } from "../../words.ts";
import { decodePointer, valueAt } from "../../../../manifests/refusals/pointer.ts";
import { sameJson } from "../../../../runtime/editing/operations/sameJson.ts";
import type { Studio } from "./studio.ts";
import { setAt } from "../page/values.ts";

export function writeField({ editor }: Studio, section: string, pointer: string, value: unknown): void {
  const fields = editor.section(section)?.fields;
  if (!fields || sameJson(valueAt(fields, decodePointer(pointer)) ?? null, value)) return;
  editor.act({
    operations: [setAt(section, fields, pointer, value)],
    name: CANVAS.act.text,
    spot: { section, pointer },
    group: `${section}${pointer}`,
  });
}
