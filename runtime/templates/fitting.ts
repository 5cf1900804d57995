/** The content of a section as the present version of its type takes it, with what its author says of earlier versions. */
import { MIGRATION_STEPS_MAX, MIGRATION_TEMPLATES_REMEMBERED } from "../../manifests/bounds/manifest.ts";
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import { withDefaults } from "../../manifests/fields/fields.ts";
import type { Fit, FittedType } from "./migration.ts";
import { fit } from "./migration.ts";
import { remembering } from "../../manifests/memory/remembering.ts";
import { Budget } from "./budget.ts";
import { DIALECTS } from "./dialect.ts";
import { compileTemplate } from "./liquid.ts";
import type { Surroundings } from "./surroundings.ts";

/** A part is plain text: no filter finds pages, routes or pictures. */
const NOWHERE: Surroundings = {
  pathOf: () => undefined,
  origin: "",
  language: "en",
  level: 1,
  markdown: { block: (text) => text, inline: (text) => text },
  routeOf: () => undefined,
  widths: new Map(),
};

const templateOf = remembering(MIGRATION_TEMPLATES_REMEMBERED, (text) => compileTemplate(text, DIALECTS.plain));

/** Writes one part of a value that is split; nothing if the template fails. */
function writePart(template: string, value: unknown): unknown {
  try {
    const budget = new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS / MIGRATION_STEPS_MAX);
    return templateOf(template).render({ value }, NOWHERE, budget).trim();
  } catch {
    return undefined;
  }
}

export const fitOf = (type: FittedType, fields: Readonly<Record<string, unknown>>): Fit => fit(type, fields, writePart);

/** The fields to render with. Where the content does not fit, nothing of it is rendered, so its defaults do. */
export function fieldsToShow(
  type: FittedType,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return withDefaults(type.fields, { ...fitOf(type, fields).fields });
}
