import { Refusal } from "../../../manifests/refusal.ts";
import { Room } from "../../../runtime/mcp/room.ts";

/** As many items as fit into an answer, from where a cursor says; the cursor is the number of items before. */
export function fitting<T>(items: readonly T[], cursor: number | undefined, room = new Room()): { shown: T[]; next: number | null } {
  const start = cursor ?? 0;
  const shown: T[] = [];
  for (const item of items.slice(start)) {
    if (!room.take(item)) break;
    shown.push(item);
  }
  const end = start + shown.length;
  if (shown.length === 0 && start < items.length) throw new Refusal("TOO_LARGE", { reason: "One item is longer than an answer may be: read it in the editor." });
  return { shown, next: end < items.length ? end : null };
}
