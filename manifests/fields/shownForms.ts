/** The forms in which a list may show a value: of dates and of numbers. The first of each is the usual one. */
import type { SHOWN_FORMS } from "./fieldTypes.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const FORMS_OF = {
  date: ["long", "short", "weekday"],
  dateTime: ["long", "short", "weekday", "day", "time"],
  number: ["grouped", "plain", "whole", "cents"],
} as const satisfies Readonly<Record<string, readonly ShownForm[]>>;

export type ShownForm = (typeof SHOWN_FORMS)[number];

const isNumber = ({ type }: JsonSchema): boolean => type === "number" || type === "integer";

/** The forms of a field's values. Other values than dates and numbers have one form. */
export function formsOf(schema: JsonSchema): readonly ShownForm[] {
  if (schema["format"] === "date") return FORMS_OF.date;
  if (schema["format"] === "date-time") return FORMS_OF.dateTime;
  return isNumber(schema) ? FORMS_OF.number : [];
}

/** The form in which a value is shown: the asked one if the field has it. */
export const shownFormOf = (schema: JsonSchema, asked: unknown): ShownForm | undefined =>
  formsOf(schema).find((form) => form === asked) ?? formsOf(schema)[0];
