/** The answers that show a draft. The API's description is generated from these. */
import * as z from "zod/mini";
import { issueView } from "../../../manifests/refusals/issueView.ts";
import { documentId } from "../../documents/content.ts";
import { count } from "../../documents/viewShapes.ts";

/**
 * `order` lists the page's top-level sections. `sections` are the outermost ones that look otherwise; `html` is null
 * where the editor has to read the draft again. `beyond` says that more than these may look otherwise.
 */
export const pageLooksView = z.strictObject({
  change: count,
  order: z.array(documentId),
  sections: z.array(z.strictObject({ id: documentId, html: z.nullable(z.string()) })),
  beyond: z.boolean(),
});
export type PageLooksView = z.infer<typeof pageLooksView>;
/**
 * The parts that an editor needs to show it beside the page: the attributes of the root element, and the address of the
 * style sheet. For a theme, the text of the style sheet and the whole page as a document replace that address. Null
 * stands for a part that the editor did not ask for, or that is too long.
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
