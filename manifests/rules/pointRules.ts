/** Rules about a plugin's points and additions. The schema of another plugin's point is known only at a site. */
import { ADDITION_MAX_CHARS, ADDITIONS_PER_POINT_MAX } from "../bounds/manifest.ts";
import { expandSchema } from "../fields/fieldSchema.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { AdditionContribution, PointContribution } from "../manifest/point.ts";
import { quote, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { schemaIssues } from "./sectionRules.ts";

/** The `unique` field identifies an addition, so it must be a required text. */
function uniqueIssues({ data, unique }: PointContribution, pointer: string): Issue[] {
  if (unique === undefined) return [];
  const schema = expandSchema(data);
  const required = valueAt(schema, ["required"]);
  const isText = valueAt(schema, ["properties", unique, "type"]) === "string";
  if (isText && Array.isArray(required) && required.includes(unique)) return [];
  return [{ pointer: `${pointer}/unique`, found: quote(unique), allowed: "a required text of the data" }];
}

function providedIssues(point: PointContribution, pointer: string): Issue[] {
  const schema = schemaIssues(point.data, `${pointer}/data`);
  return schema.length > 0 ? schema : uniqueIssues(point, pointer);
}

/** The plugin id in a qualified name. */
export const pluginOfPoint = (point: string): string => point.slice(0, point.indexOf("/"));

function additionIssues(id: string, { point, data }: AdditionContribution, pointer: string): Issue[] {
  const { length } = JSON.stringify(data);
  return [
    ...(pluginOfPoint(point) === id
      ? [{ pointer: `${pointer}/point`, found: "a point of the plugin itself", allowed: "points of other plugins" }]
      : []),
    ...(length > ADDITION_MAX_CHARS
      ? [
          {
            pointer: `${pointer}/data`,
            found: `${length} characters`,
            allowed: `at most ${ADDITION_MAX_CHARS} characters of JSON`,
          },
        ]
      : []),
  ];
}

function floodIssues(additions: readonly AdditionContribution[]): Issue[] {
  const counted = new Map<string, number>();
  return additions.flatMap(({ point }, index) => {
    const count = (counted.get(point) ?? 0) + 1;
    counted.set(point, count);
    if (count !== ADDITIONS_PER_POINT_MAX + 1) return [];
    return [
      {
        pointer: `/contributes/extends/${index}/point`,
        found: `addition ${count} to ${quote(point)}`,
        allowed: `at most ${ADDITIONS_PER_POINT_MAX} to one point`,
      },
    ];
  });
}

export const pointIssues = ({ id, contributes: { provides = [], extends: additions = [] } }: Manifest): Issue[] => [
  ...provides.flatMap((point, index) => providedIssues(point, `/contributes/provides/${index}`)),
  ...additions.flatMap((addition, index) => additionIssues(id, addition, `/contributes/extends/${index}`)),
  ...floodIssues(additions),
];
