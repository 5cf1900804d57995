import type { RuleName, RULES_OF_ONE as ENGLISH_OF_ONE } from "../../../../manifests/refusals/rules.ts";

/** The allowed values of a field, by the rule that was broken. */
export const RULES: Readonly<Record<RuleName, string>> = {
  required: "ein Wert",
  string: "Text",
  number: "eine Zahl",
  integer: "eine ganze Zahl",
  boolean: "ja oder nein",
  array: "eine Liste",
  object: "ein Objekt",
  enum: "eines von {limit}",
  const: "{limit}",
  minLength: "mindestens {limit} Zeichen",
  maxLength: "höchstens {limit} Zeichen",
  minItems: "mindestens {limit} Einträge",
  maxItems: "höchstens {limit} Einträge",
  minimum: "mindestens {limit}",
  maximum: "höchstens {limit}",
  exclusiveMinimum: "mehr als {limit}",
  exclusiveMaximum: "weniger als {limit}",
  multipleOf: "ein Vielfaches von {limit}",
  notBefore: "nicht vor {limit}",
  pattern: "Text nach dem Muster {limit}",
  format: "gültig als {limit}",
  members: "nur {limit}",
  noMembers: "keine Angaben",
  color: "eine Farbe wie #1a2b3c",
  line: "eine Zeile Text ohne Steuerzeichen",
  markdown: "Markdown ohne Steuerzeichen",
  link: "page:<Seite>, /pfad, https://…, mailto:…, tel:… oder #anker, ohne Leer-, Anführungs- und Steuerzeichen",
  page: "die Id einer Seite, zum Beispiel opening-night",
  media: "der Pfad einer Datei unter /media/ wie /media/hafen.jpg",
};

/** The same for rules that count, where the limit is one. */
export const RULES_OF_ONE: Readonly<Record<keyof typeof ENGLISH_OF_ONE, string>> = {
  minLength: "mindestens 1 Zeichen",
  maxLength: "höchstens 1 Zeichen",
  minItems: "mindestens 1 Eintrag",
  maxItems: "höchstens 1 Eintrag",
};
