import type { Unfinished } from "../../shape/translated.ts";
import type { RuleName, RULES_OF_ONE as ENGLISH_OF_ONE } from "../../../../manifests/refusals/rules.ts";

/** The allowed values of a field, by the rule that was broken. */
export const RULES: Unfinished<Readonly<Record<RuleName, string>>> = {
  required: "um valor: este campo é obrigatório",
  string: "texto",
  number: "um número",
  integer: "um número inteiro",
  boolean: "sim ou não",
  array: "uma lista",
  object: "um objeto",
  enum: "um de {limit}",
  const: "{limit}",
  minLength: "pelo menos {limit} caracteres",
  maxLength: "no máximo {limit} caracteres",
  minItems: "pelo menos {limit} itens",
  maxItems: "no máximo {limit} itens",
  minimum: "pelo menos {limit}",
  maximum: "no máximo {limit}",
  exclusiveMinimum: "acima de {limit}",
  exclusiveMaximum: "abaixo de {limit}",
  multipleOf: "um múltiplo de {limit}",
  notBefore: "não antes de {limit}",
  pattern: "texto que corresponda a {limit}",
  format: "um valor válido de {limit}",
  members: "apenas {limit}",
  noMembers: "nenhum membro",
  color: "uma cor como #1a2b3c",
  line: "uma linha de texto sem caracteres de controle",
  markdown: "Markdown sem caracteres de controle",
  link: "page:<id da página>, /caminho, https://…, mailto:…, tel:… ou #ancora, sem espaços, aspas ou caracteres de controle",
  page: "o id de uma página, como opening-night",
  media: "o caminho de um arquivo em /media/, como /media/porto.jpg",
};

/** The same for rules that count, where the limit is one. */
export const RULES_OF_ONE: Unfinished<Readonly<Record<keyof typeof ENGLISH_OF_ONE, string>>> = {
  minLength: "pelo menos 1 caractere",
  maxLength: "no máximo 1 caractere",
  minItems: "pelo menos 1 item",
  maxItems: "no máximo 1 item",
};
