/** The content of a plugin's gallery: every look of its sections, and its themes on a page of standard sections. */
import { fileURLToPath } from "node:url";
import type { SectionContribution } from "../../../../manifests/manifest/section.ts";
import type { PackedPlugin } from "../../../../manifests/packages/packedPlugin.ts";
import type { NewSection, Section } from "../../../../runtime/documents/content/section.ts";
import { looksOf } from "../../../editor/looks/looksOf.ts";
import { packPlugin } from "../../packing/pluginFolder.ts";

export interface Exhibit {
  readonly title: string;
  readonly note: string;
  readonly sections: readonly Section[];
  /** True hides the theme's header and footer. */
  readonly isBare: boolean;
}

const shipped = (name: string): PackedPlugin =>
  packPlugin(fileURLToPath(new URL(`../../../../plugins/${name}`, import.meta.url)));

/** First-party plugins beside the author's: a theme for sections, and sections for a theme. */
export const companionsOf = ({ manifest: { id } }: PackedPlugin): PackedPlugin[] =>
  ["slate", "basics"].filter((name) => id !== `drawbridge.${name}`).map(shipped);

/** Gives all sections ids, also the nested ones. */
function numbered(sections: readonly NewSection[]): Section[] {
  let last = 0;
  const withId = ({ children, ...section }: NewSection): Section => ({
    ...section,
    id: `s${(last += 1)}`,
    ...(children && {
      children: Object.fromEntries(Object.entries(children).map(([slot, inner]) => [slot, inner.map(withId)])),
    }),
  });
  return sections.map(withId);
}

const typeOf = (id: string, { name, title, description = "", ...type }: SectionContribution) => ({
  type: `${id}/${name}`,
  title,
  description,
  variants: type.variants,
  presets: type.presets ?? [],
  example: type.example,
});

const sectionExhibits = ({ manifest: { id, contributes } }: PackedPlugin): Exhibit[] =>
  (contributes.sections ?? []).flatMap((section) =>
    looksOf(typeOf(id, section)).map(({ title, note, section: shown }) => ({
      title,
      note: note === title ? "" : note,
      sections: numbered([shown]),
      isBare: true,
    })),
  );

/** A page with one section of each type of the companions. */
const specimenPage = (companions: readonly PackedPlugin[]): Exhibit => ({
  title: "A page",
  note: "Sections that every site has.",
  isBare: false,
  sections: numbered(
    companions.flatMap(({ manifest: { id, contributes } }) =>
      (contributes.sections ?? []).flatMap((section) =>
        looksOf(typeOf(id, section))
          .slice(0, 1)
          .map((look) => look.section),
      ),
    ),
  ),
});

export const exhibitsOf = (plugin: PackedPlugin, companions: readonly PackedPlugin[]): Exhibit[] => [
  ...((plugin.manifest.contributes.themes ?? []).length > 0 ? [specimenPage(companions)] : []),
  ...sectionExhibits(plugin),
];
