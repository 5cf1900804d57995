import type { Unfinished } from "../../shape/translated.ts";
import type { RuleName, RULES_OF_ONE as ENGLISH_OF_ONE } from "../../../../manifests/refusals/rules.ts";

/** The allowed values of a field, by the rule that was broken. */
export const RULES: Unfinished<Readonly<Record<RuleName, string>>> = {
  required: "un valor: este campo es obligatorio",
  string: "texto",
  number: "un número",
  integer: "un número entero",
  boolean: "sí o no",
  array: "una lista",
  object: "un objeto",
  enum: "uno de {limit}",
  const: "{limit}",
  minLength: "al menos {limit} caracteres",
  maxLength: "como máximo {limit} caracteres",
  minItems: "al menos {limit} elementos",
  maxItems: "como máximo {limit} elementos",
  minimum: "al menos {limit}",
  maximum: "como máximo {limit}",
  exclusiveMinimum: "más de {limit}",
  exclusiveMaximum: "menos de {limit}",
  multipleOf: "un múltiplo de {limit}",
  notBefore: "no antes de {limit}",
  pattern: "texto que cumpla {limit}",
  format: "un valor válido de {limit}",
  members: "solo {limit}",
  noMembers: "ningún miembro",
  color: "un color como #1a2b3c",
  line: "una línea de texto sin caracteres de control",
  markdown: "Markdown sin caracteres de control",
  link: "page:<id de página>, /ruta, https://…, mailto:…, tel:… o #ancla, sin espacios, comillas ni caracteres de control",
  page: "el id de una página, como opening-night",
  media: "la ruta de un archivo bajo /media/, como /media/puerto.jpg",
};

/** The same for rules that count, where the limit is one. */
export const RULES_OF_ONE: Unfinished<Readonly<Record<keyof typeof ENGLISH_OF_ONE, string>>> = {
  minLength: "al menos 1 carácter",
  maxLength: "como máximo 1 carácter",
  minItems: "al menos 1 elemento",
  maxItems: "como máximo 1 elemento",
};
