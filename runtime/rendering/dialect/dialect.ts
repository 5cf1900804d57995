/** The signs that people write beyond CommonMark and tables, for pages, the editor and the checks alike. */
import type { MarkdownIt, Token } from "markdown-it";
import { boundBrackets } from "./crowded.ts";
import { takeComments } from "./comments.ts";
import { takeDefinitionLists } from "./definitionLists.ts";
import { takeDetails } from "./details.ts";
import { takeDirectives } from "./directives.ts";
import { takeFootnotes } from "./footnotes.ts";
import { takeMaths } from "./maths.ts";
import { takePlaces } from "./places.ts";
import { takeSpans } from "./spans.ts";
import { takeTags } from "./tags.ts";

export function takeDialect(parser: MarkdownIt): void {
  boundBrackets(parser);
  takeComments(parser);
  takeDetails(parser);
  takeMaths(parser);
  takeDirectives(parser);
  takeFootnotes(parser);
  takeDefinitionLists(parser);
  takePlaces(parser);
  takeTags(parser);
  takeSpans(parser);
}

/** Blocks that draw nothing where they stand. */
export const isUndrawn = ({ type }: Token): boolean => type === "comment" || type === "footnote";
