/** Forms that a plugin's own templates write. They send visitors' input to a route of the plugin. */
import { markupFaults } from "../templates/htmlCheck.ts";
import { splitLiquid } from "../liquid/liquid.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** The markup check without permission for forms reports every form. */
const writesForm = (template: string): boolean =>
  markupFaults(splitLiquid(template).parts, {}).some(({ found }) => found === "<form>");

/** Titles of the sections whose templates write a form, in the order of the manifest. */
export const sectionsWithForms = (
  manifest: Partial<Pick<Manifest, "contributes">>,
  files: Readonly<Record<string, string>>,
): string[] =>
  (manifest.contributes?.sections ?? [])
    .filter(({ template }) => writesForm(files[template] ?? ""))
    .map(({ title }) => title);
