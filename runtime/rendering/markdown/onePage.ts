import type { MarkdownPlace } from "../../templates/markdownWriter.ts";
import { CodeColours } from "../code/codeColours.ts";
import { Formulas } from "../maths/formulas.ts";
import { AnchorIds } from "./anchorIds.ts";

/** The parts of a place that all texts of one page share. `taken` are ids that the page has already. */
export const onePage = (taken: readonly string[]): Pick<MarkdownPlace, "ids" | "code" | "maths"> => ({
  ids: new AnchorIds(taken),
  code: new CodeColours(),
  maths: new Formulas(),
});
