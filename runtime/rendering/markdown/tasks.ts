/** List items that begin with `[ ]` or `[x]`, as tasks. */
import type { StateCore, Token } from "markdown-it";

const BOX = /^\[([ xX])\][ \t]+/;

export function noteTasks({ tokens, Token: New }: StateCore): void {
  for (const [index, item] of tokens.entries()) {
    const words = item.type === "list_item_open" ? wordsOf(tokens, index) : [];
    const [first] = words;
    const [box = "", mark] = (first?.type === "text" && BOX.exec(first.content)) || [];
    if (mark === undefined || !first) continue;
    first.content = first.content.slice(box.length);
    const task = new New("task", "input", 0);
    task.meta = { isDone: mark !== " " };
    words.unshift(task);
    item.attrJoin("class", "task");
  }
}

/** The words of the first paragraph of a list item. */
function wordsOf(tokens: readonly Token[], item: number): Token[] {
  const isText = tokens[item + 1]?.type === "paragraph_open";
  return (isText ? tokens[item + 2]?.children : undefined) ?? [];
}
