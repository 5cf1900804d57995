import { LIST_ITEMS_MAX } from "../../../manifests/bounds.ts";
import { cursorAt, offsetOf } from "../cursor.ts";
import type { Room } from "../room.ts";
import type { SiteContent } from "../siteContent.ts";

export interface PortionInput<T> {
  readonly content: SiteContent;
  readonly room: Room;
  /** What tells this question from others. */
  readonly question: unknown;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly items: readonly T[];
}

/** The next items of a long answer, as many as were asked for and fit, with where to go on. */
export function portion<T, View>(input: PortionInput<T>, view: (item: T) => View): { shown: View[]; next: { nextCursor?: string } } {
  const { content, room, question, items } = input;
  const start = offsetOf(input.cursor, content, question);
  const limit = Math.max(1, Math.min(input.limit, LIST_ITEMS_MAX));
  const shown: View[] = [];
  for (const item of items.slice(start, start + limit)) {
    const one = view(item);
    if (!room.take(one)) break;
    shown.push(one);
  }
  const end = start + shown.length;
  return { shown, next: end < items.length && shown.length > 0 ? { nextCursor: cursorAt(content, question, end) } : {} };
}
