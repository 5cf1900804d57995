import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { TokenBudget, SURELY_FITS_CHARS } from "../../../../runtime/agents/content/tokenBudget.ts";

/** Takes as many items after the cursor as fit into one answer. The cursor is the number of items before. */
export function fitting<T>(
  items: readonly T[],
  cursor: number | undefined,
  room = new TokenBudget(),
): { shown: T[]; next: number | null } {
  const start = cursor ?? 0;
  const rest = items.slice(start);
  if (JSON.stringify(rest).length < SURELY_FITS_CHARS) return { shown: rest, next: null };
  const shown: T[] = [];
  for (const item of rest) {
    if (!room.take(item)) break;
    shown.push(item);
  }
  const end = start + shown.length;
  if (shown.length === 0 && start < items.length)
    throw new Refusal("TOO_LARGE", {
      reason: "One item is too long for an answer. Ask the member to read it in the editor.",
    });
  return { shown, next: end < items.length ? end : null };
}
