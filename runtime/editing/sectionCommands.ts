import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { Section } from "../documents/content/section.ts";
import { sectionPointer } from "../documents/content/sectionWalk.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";
import { type Edited, editCommand, pageToEdit } from "./edit.ts";
import { addSection, changeStructure, chooseVariant, updateSection } from "./inputs.ts";
import { operated } from "./operations/operated.ts";
import type { PageOperation } from "./operations/pageOperation.ts";
import { findSection } from "./operations/sectionTree.ts";
import { type CreatedSection, insertSection } from "./operations/structure.ts";

export function sectionAdd(parts: WriteParts): Command<z.infer<typeof addSection>, WriteOutput & { section: string }> {
  return editCommand(parts, {
    input: addSection,
    edit(site, input) {
      const page = pageToEdit(parts, site, input);
      const { sections, id } = insertSection(page.body.sections, input.section, input.at ?? {});
      const body = { ...page.body, sections: [...sections] };
      return {
        writes: [{ kind: "page", id: page.id, expected: page.version, body }],
        more: { section: id },
        pointer: pointerFrom(sections, id, "/section"),
      };
    },
  });
}

export function sectionUpdate(parts: WriteParts): Command<z.infer<typeof updateSection>, WriteOutput> {
  return editCommand(parts, {
    input: updateSection,
    edit: (site, input) =>
      changeSection(parts, site, input, { op: "set", section: input.section, fields: input.fields }),
  });
}

export function sectionVariant(parts: WriteParts): Command<z.infer<typeof chooseVariant>, WriteOutput> {
  return editCommand(parts, {
    input: chooseVariant,
    edit: (site, input) =>
      changeSection(parts, site, input, { op: "variant", section: input.section, variant: input.variant }),
  });
}

export function structureApply(
  parts: WriteParts,
): Command<z.infer<typeof changeStructure>, WriteOutput & { created: readonly CreatedSection[] }> {
  return editCommand(parts, {
    input: changeStructure,
    edit(site, input) {
      const { writes, created } = operated(parts.documents, site, pageToEdit(parts, site, input), input.operations);
      return { writes, more: { created } };
    },
  });
}

function changeSection(
  parts: WriteParts,
  site: string,
  input: { page: string; expected: number; expectedTheme?: number | undefined; section: string },
  operation: PageOperation,
): Edited<object> {
  const page = pageToEdit(parts, site, input);
  if (!findSection(page.body.sections, input.section))
    throw new Refusal("NOT_FOUND", { page: input.page, section: input.section });
  const { writes, body } = operated(parts.documents, site, page, [operation]);
  return { writes, more: {}, pointer: pointerFrom(body.sections, input.section, "") };
}

/** Maps pointers from the page's body to the section that the caller sent. */
function pointerFrom(sections: readonly Section[], id: string, sent: string): (inBody: string) => string {
  const prefix = sectionPointer(sections, id) ?? "";
  return (inBody) => (`${inBody}/`.startsWith(`${prefix}/`) ? sent + inBody.slice(prefix.length) : `/page${inBody}`);
}
