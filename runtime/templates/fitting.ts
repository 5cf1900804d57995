/** Converts a section's content to the current version of its type, by the migrations that the author declared. */
import { MIGRATION_STEPS_MAX, MIGRATION_TEMPLATES_REMEMBERED } from "../../manifests/bounds/manifest.ts";
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import { withDefaults } from "../../manifests/fields/fields.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { type Fit, type FittedType, fit } from "./migration.ts";
import { remembering } from "../../manifests/memory/remembering.ts";
import { Budget } from "./budget.ts";
import { DIALECTS } from "./dialect.ts";
import { compileTemplate } from "./liquid.ts";
import type { Surroundings } from "./surroundings.ts";

/** A migration template sees no pages, routes or pictures, because it writes plain text. */
const NOWHERE: Surroundings = {
  pathOf: () => undefined,
  pagesOf: () => [],
  origin: "",
  language: "en",
  timeZone: UNNAMED_ZONE,
  level: 1,
  markdown: { block: (text) => text, inline: (text) => text },
  routeOf: () => undefined,
  widths: new Map(),
};

const templateOf = remembering(MIGRATION_TEMPLATES_REMEMBERED, (text) => compileTemplate(text, DIALECTS.plain));

/** Renders one part of a split value. Undefined if the template fails. */
function writePart(template: string, value: unknown): unknown {
  try {
    const budget = new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS / MIGRATION_STEPS_MAX);
    return templateOf(template).render({ value }, NOWHERE, budget).trim();
  } catch {
    return undefined;
  }
}

export const fitOf = (type: FittedType, fields: Readonly<Record<string, unknown>>): Fit => fit(type, fields, writePart);

/** The fields to render with. If the content does not fit the type, only defaults. */
export function fieldsToShow(
  type: FittedType,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return withDefaults(type.fields, { ...fitOf(type, fields).fields });
}
