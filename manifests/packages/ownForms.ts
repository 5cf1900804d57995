/** Forms that a plugin's own templates write. They send visitors' input to a route of the plugin. */
import { readMarkup } from "../templates/markup.ts";
import { splitLiquid } from "../liquid/liquid.ts";
import { drawnTypes } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { decodePointer } from "../refusals/pointer.ts";

/** A layout may write no form, so the reader reports every form of a template that is read as one. */
const writesForm = (template: string): boolean =>
  readMarkup(splitLiquid(template).parts, { use: "layout" }).faults.some(({ found }) => found === "<form>");

/** A section or content type whose template writes a form. */
export interface OwnForm {
  /** The member of the manifest with its list, and its name. Two sections may have one title. */
  readonly of: string;
  readonly title: string;
}

/** The sections and content types with a title, by which earlier agreements name those that write a form. */
export const ownFormsTitled = (title: string, contributes: Contributes): OwnForm[] =>
  drawnTypes(contributes)
    .map(asOwnForm)
    .filter((form) => form.title === title);

/** The sections and content types whose templates write a form, in the order of the manifest. */
export const sectionsWithForms = (
  manifest: Partial<Pick<Manifest, "contributes">>,
  files: Readonly<Record<string, string>>,
): OwnForm[] =>
  drawnTypes(manifest.contributes ?? {})
    .filter(({ item: { template = "" } }) => writesForm(files[template] ?? ""))
    .map(asOwnForm);

const asOwnForm = ({ pointer, item: { name, title } }: Drawn): OwnForm => ({
  of: `${decodePointer(pointer)[1] ?? ""} ${name}`,
  title,
});

type Contributes = Manifest["contributes"];
type Drawn = ReturnType<typeof drawnTypes>[number];
