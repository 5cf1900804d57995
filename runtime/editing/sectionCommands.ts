import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../commands/command.ts";
import type { Section } from "../documents/content.ts";
import { sectionPointer } from "../documents/content.ts";
import type { StoredDocument } from "../documents/documents.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";
import type { Edited } from "./edit.ts";
import { editCommand, pageToEdit } from "./edit.ts";
import { addSection, changeStructure, chooseVariant, updateSection } from "./inputs.ts";
import { findSection, withSection } from "./operations/sectionTree.ts";
import type { Created } from "./operations/structure.ts";
import { applyStructure, insertSection } from "./operations/structure.ts";

export function sectionAdd(parts: WriteParts): Command<z.infer<typeof addSection>, WriteOutput & { section: string }> {
  return editCommand(parts, {
    input: addSection,
    edit(site, input) {
      const page = pageToEdit(parts, site, input);
      const { sections, id } = insertSection(page.body.sections, input.section, input.at ?? {});
      return { ...written(page, sections, { section: id }), pointer: pointerFrom(sections, id, "/section") };
    },
  });
}

export function sectionUpdate(parts: WriteParts): Command<z.infer<typeof updateSection>, WriteOutput> {
  return editCommand(parts, {
    input: updateSection,
    edit: (site, input) =>
      changeSection(parts, site, input, (section) => ({
        ...section,
        fields: mergedFields(section.fields, input.fields),
      })),
  });
}

export function sectionVariant(parts: WriteParts): Command<z.infer<typeof chooseVariant>, WriteOutput> {
  return editCommand(parts, {
    input: chooseVariant,
    edit: (site, input) =>
      changeSection(parts, site, input, ({ variant: _before, ...section }) =>
        input.variant === null ? section : { ...section, variant: input.variant },
      ),
  });
}

export function structureApply(
  parts: WriteParts,
): Command<z.infer<typeof changeStructure>, WriteOutput & { created: readonly Created[] }> {
  return editCommand(parts, {
    input: changeStructure,
    edit(site, input) {
      const page = pageToEdit(parts, site, input);
      const { sections, created } = applyStructure(page.body.sections, input.operations);
      return written(page, sections, { created });
    },
  });
}

function changeSection(
  parts: WriteParts,
  site: string,
  input: { page: string; expected: number; expectedTheme?: number | undefined; section: string },
  change: (section: Section) => Section,
): Edited<object> {
  const page = pageToEdit(parts, site, input);
  if (!findSection(page.body.sections, input.section))
    throw new Refusal("NOT_FOUND", { page: input.page, section: input.section });
  const sections = withSection(page.body.sections, input.section, change);
  return { ...written(page, sections, {}), pointer: pointerFrom(sections, input.section, "") };
}

function written<More>(
  { id, version, body }: StoredDocument<"page">,
  sections: readonly Section[],
  more: More,
): Edited<More> {
  return { writes: [{ kind: "page", id, expected: version, body: { ...body, sections: [...sections] } }], more };
}

/** The caller sent one section, not the page it is in: what is wrong with the section is named from there. */
function pointerFrom(sections: readonly Section[], id: string, sent: string): (inBody: string) => string {
  const prefix = sectionPointer(sections, id) ?? "";
  return (inBody) => (`${inBody}/`.startsWith(`${prefix}/`) ? sent + inBody.slice(prefix.length) : `/page${inBody}`);
}

function mergedFields(fields: Section["fields"], changes: Section["fields"]): Section["fields"] {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== null));
}
