/**
 * Removes from the canvas those JSON Schema formats and keywords that no schema of fields may use. Members then load
 * less. The edits make conditions constant, so the bundler drops the branches.
 */
import type { ModuleEdit, Edits } from "./edits.ts";

export const UNSAID_KEYWORDS = [
  "not",
  "anyOf",
  "allOf",
  "if",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "prefixItems",
  "contains",
  "minProperties",
  "maxProperties",
  "uniqueItems",
] as const;

/** The conditions of keywords that the library does not compare with undefined alone. */
const CONDITIONS: Readonly<Partial<Record<(typeof UNSAID_KEYWORDS)[number], string>>> = {
  minProperties: "$minProperties !== undefined && keys.length < $minProperties",
  maxProperties: "$maxProperties !== undefined && keys.length > $maxProperties",
  uniqueItems: "$uniqueItems",
};

const unsaid = (keyword: (typeof UNSAID_KEYWORDS)[number]): ModuleEdit => ({
  why: `leaves out ${keyword}`,
  from: `if (${CONDITIONS[keyword] ?? `$${keyword} !== undefined`}) {`,
  to: "if (false) {",
  times: 1,
});

const why = "keeps the formats of fields";

export const CANVAS_EDITS: Edits = {
  "@cfworker/json-schema/dist/esm/validate": [
    ...UNSAID_KEYWORDS.map(unsaid),
    {
      why: "leaves out patternProperties",
      from: "if (!stop && $patternProperties !== undefined) {",
      to: "if (false) {",
      times: 1,
    },
    {
      why: "leaves out unevaluatedProperties",
      from: "if (!stop && $unevaluatedProperties !== undefined) {",
      to: "if (false) {",
      times: 1,
    },
    {
      why: "leaves out unevaluatedItems",
      from: "if (!stop && $unevaluatedItems !== undefined) {",
      to: "if (false) {",
      times: 1,
    },
    { why: "leaves out $recursiveRef", from: "if ($recursiveRef === '#') {", to: "if (false) {", times: 1 },
    { why: "knows the one draft", from: "if (draft === '4') {", to: "if (false) {", times: 1 },
  ],
  "@cfworker/json-schema/dist/esm/format": [
    { why, from: /    duration: DURATION,\n[^}]*?    email: EMAIL,\n/, to: "    email: EMAIL,\n", times: 1 },
    { why, from: /    hostname: bind\(HOSTNAME\),\n[^}]*(?=\};)/, to: "", times: 1 },
  ],
};
