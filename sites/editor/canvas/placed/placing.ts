/** Shared sections as the catalogue knows them: the type that shows one, and the section of a page that does. */
import type { Section } from "../../../../runtime/documents/content/section.ts";
import type { SectionType } from "../../api/views.ts";
import type { Editor } from "../page/editor.ts";
import { treeRows } from "../page/tree.ts";

export type Placing = NonNullable<SectionType["places"]> & { readonly type: string };

const placingBy = (type: SectionType | undefined): Placing[] =>
  type?.places ? [{ ...type.places, type: type.type }] : [];

/** The type of sections that show a shared one. Undefined on a site without, and in an entry that is shared itself. */
export function placingHere({ types, body }: Editor): Placing | undefined {
  const all = [...types.values()].flatMap(placingBy);
  return all.some(({ of }) => of === body.value.type) ? undefined : all[0];
}

/** True for an entry that stands on other pages. */
export const standsElsewhere = ({ types, body }: Editor): boolean =>
  [...types.values()].flatMap(placingBy).some(({ of }) => of === body.value.type);

/** The id of the entry that a section shows. Undefined for all other sections. */
export function entryShown(editor: Editor, section: Section | undefined): string | undefined {
  const [placing] = placingBy(editor.typeOf(section));
  const id = placing && section?.fields[placing.field];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** True for a section that shows a shared one, or has such a section inside. */
export const showsAny = ({ types }: Editor, section: Section): boolean =>
  treeRows([section]).some((row) => placingBy(types.get(row.section.type)).length > 0);
