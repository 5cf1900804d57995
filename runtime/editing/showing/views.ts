/** Answers that render the draft. The API's description is generated from them. */
import * as z from "zod/mini";
import { issueView } from "../../../manifests/refusals/issueView.ts";
import { documentId } from "../../documents/content/section.ts";
import { count, shownSectionId } from "../../documents/content/viewShapes.ts";

/**
 * `order` lists the page's top-level sections. `sections` are the outermost changed ones; `html` is null if the editor
 * must load the draft again. `beyond` is true if more than these may have changed.
 */
export const pageLooksView = z.strictObject({
  change: count,
  order: z.array(documentId),
  sections: z.array(z.strictObject({ id: shownSectionId, html: z.nullable(z.string()) })),
  beyond: z.boolean(),
});
export type PageLooksView = z.infer<typeof pageLooksView>;
/**
 * Everything an editor needs to show the preview: the root element's attributes, and the style sheet's URL. For a
 * theme, the style sheet's text and the whole page replace that URL. Null means that a part was not requested or is too
 * long.
 */
export const previewView = z.strictObject({
  change: count,
  root: z.record(z.string(), z.string()),
  stylesheet: z.string(),
  css: z.nullable(z.string()),
  document: z.nullable(z.string()),
  sections: pageLooksView.shape.sections,
  issues: z.array(issueView),
});
export type PreviewView = z.infer<typeof previewView>;
