/** The body of a file of Markdown as the parts of a page. */
import type { MoveLoss, PagePart } from "../tree/moved.ts";
import { withoutControls } from "../tree/words.ts";
import { Marks } from "../html/marks.ts";
import { withoutMarkup } from "./markup.ts";
import { type Speaking, withoutShortcodes } from "./shortcodes.ts";

export interface MovedText {
  readonly parts: readonly PagePart[];
  readonly losses: readonly MoveLoss[];
}

/** `line` is the line of the file in which the text begins. */
export function textBody(written: string, place: string, line: number, speaking: Speaking): MovedText {
  const { text, lines } = withoutControls(written);
  const marks = new Marks(text);
  const spelled = withoutShortcodes(text, marks, speaking);
  const plain = withoutMarkup(spelled.markdown, marks);
  const parts = marks
    .split(plain.markdown)
    .map((part) => (part.kind === "text" ? { ...part, markdown: part.markdown.replaceAll("\u2060", "") } : part));
  const controls = lines.map((at) => ({ line: at, what: "a control character, removed" }));
  return { parts, losses: together([...controls, ...spelled.lost, ...plain.lost], place, line) };
}

/** One loss for the same thing in several lines of a page. */
function together(
  lost: readonly { readonly line: number; readonly what: string }[],
  place: string,
  line: number,
): MoveLoss[] {
  const lines = Map.groupBy(lost, ({ what }) => what);
  return [...lines].map(([what, places]) => {
    const first = Math.min(...places.map((one) => one.line)) + line - 1;
    return { place, line: first, what, ...(places.length === 1 ? {} : { times: places.length }) };
  });
}
