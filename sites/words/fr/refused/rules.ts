import type { Unfinished } from "../../shape/translated.ts";
import type { RuleName, RULES_OF_ONE as ENGLISH_OF_ONE } from "../../../../manifests/refusals/rules.ts";

/** The allowed values of a field, by the rule that was broken. */
export const RULES: Unfinished<Readonly<Record<RuleName, string>>> = {
  required: "une valeur : ce champ est obligatoire",
  string: "du texte",
  number: "un nombre",
  integer: "un nombre entier",
  boolean: "oui ou non",
  array: "une liste",
  object: "un objet",
  enum: "l’une de ces valeurs : {limit}",
  const: "{limit}",
  minLength: "au moins {limit} caractères",
  maxLength: "au maximum {limit} caractères",
  minItems: "au moins {limit} éléments",
  maxItems: "au maximum {limit} éléments",
  minimum: "au moins {limit}",
  maximum: "au maximum {limit}",
  exclusiveMinimum: "plus de {limit}",
  exclusiveMaximum: "moins de {limit}",
  multipleOf: "un multiple de {limit}",
  notBefore: "pas avant {limit}",
  pattern: "un texte conforme à {limit}",
  format: "une valeur valable du format {limit}",
  members: "seulement {limit}",
  noMembers: "aucun membre",
  color: "une couleur comme #1a2b3c",
  line: "une ligne de texte sans caractères de contrôle",
  markdown: "du Markdown sans caractères de contrôle",
  link: "page:<identifiant de page>, /chemin, https://…, mailto:…, tel:… ou #ancre, sans espaces, guillemets ni caractères de contrôle",
  page: "l’identifiant d’une page, comme opening-night",
  media: "le chemin d’un fichier sous /media/, comme /media/port.jpg",
};

/** The same for rules that count, where the limit is one. */
export const RULES_OF_ONE: Unfinished<Readonly<Record<keyof typeof ENGLISH_OF_ONE, string>>> = {
  minLength: "au moins 1 caractère",
  maxLength: "au maximum 1 caractère",
  minItems: "au moins 1 élément",
  maxItems: "au maximum 1 élément",
};
