import type { Unfinished } from "../../shape/translated.ts";
import type { RuleName } from "../../../../manifests/refusals/rules.ts";

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
