/** Forms that a plugin's own templates write. They send visitors' input to a route of the plugin. */
import { readMarkup } from "../templates/markup.ts";
import { splitLiquid } from "../liquid/liquid.ts";
import { drawnTypes } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** A layout may write no form, so the reader reports every form of a template that is read as one. */
const writesForm = (template: string): boolean =>
  readMarkup(splitLiquid(template).parts, { use: "layout" }).faults.some(({ found }) => found === "<form>");

/** Titles of the sections whose templates write a form, in the order of the manifest. */
export const sectionsWithForms = (
  manifest: Partial<Pick<Manifest, "contributes">>,
  files: Readonly<Record<string, string>>,
): string[] =>
  drawnTypes(manifest.contributes ?? {})
    .filter(({ item: { template = "" } }) => writesForm(files[template] ?? ""))
    .map(({ item }) => item.title);
