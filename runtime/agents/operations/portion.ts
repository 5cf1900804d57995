import { LIST_ITEMS_MAX } from "../../../manifests/bounds/agents.ts";
import { cursorAt, readOffset } from "../content/cursor.ts";
import type { TokenBudget } from "../content/tokenBudget.ts";
import type { SiteContent } from "../content/siteContent.ts";

/** A list, the query that it answers, and the requested portion. */
export interface PortionInput<T> {
  readonly content: SiteContent;
  readonly budget: TokenBudget;
  /** The query that the cursor belongs to. */
  readonly question: unknown;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly items: readonly T[];
}

/** The requested items, before the size limit. */
export function asked<T>({ content, question, cursor, limit, items }: PortionInput<T>): readonly T[] {
  const start = readOffset(cursor, content, question);
  return items.slice(start, start + Math.max(1, Math.min(limit, LIST_ITEMS_MAX)));
}

/** The requested items as far as they fit, and the cursor of the next ones. */
export function portion<T, View>(
  input: PortionInput<T>,
  view: (item: T) => View,
): { shown: View[]; next: { nextCursor?: string } } {
  const { content, budget, question, items } = input;
  const shown: View[] = [];
  for (const item of asked(input)) {
    const one = view(item);
    if (!budget.take(one)) break;
    shown.push(one);
  }
  const end = readOffset(input.cursor, content, question) + shown.length;
  return {
    shown,
    next: end < items.length && shown.length > 0 ? { nextCursor: cursorAt(content, question, end) } : {},
  };
}
