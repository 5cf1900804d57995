/** Rules about tools and resources for agents: parameters fit the operation, and output schemas fit its answer. */
import type { Manifest } from "../manifest/manifest.ts";
import type { ResourceContribution, ToolContribution } from "../agents/mcp.ts";
import { isMemberAddress, isMemberTool } from "../agents/memberTools.ts";
import { variableOf } from "../agents/resourceAddress.ts";
import { expandSchema } from "../fields/fieldSchema.ts";
import { type ParameterName, operationOf, parametersOf } from "../agents/operation.ts";
import type { AgentOperation } from "../agents/operationShape.ts";
import { resultIssues } from "../agents/operationResult.ts";
import { isObject } from "../json/jsonObject.ts";
import { describe, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { schemaIssues } from "./sectionRules.ts";
import type { JsonSchema } from "../shapes/shape.ts";

/** Types of the fields that parameters can refer to, by name. */
type Fields = Readonly<Record<string, string>>;

const fieldsOf = (input: JsonSchema): Fields => {
  const properties = (expandSchema(input)["properties"] ?? {}) as JsonSchema;
  return Object.fromEntries(
    Object.keys(properties).map((name) => [name, String(valueAt(properties, [name, "type"]) ?? "string")]),
  );
};

const given = (query: AgentOperation): [ParameterName, unknown][] =>
  Object.entries(query).filter(([name]) => name !== "operation") as [ParameterName, unknown][];

function parameterIssues(query: AgentOperation, fields: Fields, pointer: string): Issue[] {
  const operation = operationOf(query);
  const known = parametersOf(operation);
  const missing = Object.entries(known).filter(([name, { required }]) => required && !Object.hasOwn(query, name));
  return [
    ...missing.map(([name]) => ({
      pointer: `${pointer}/${name}`,
      found: "nothing",
      allowed: `what ${operation} needs`,
    })),
    ...given(query).flatMap(([name, value]) => {
      const parameter = known[name];
      const allowed = Object.keys(known).length > 0 ? `only ${Object.keys(known).join(", ")}` : "no parameters";
      if (!parameter) return [{ pointer: `${pointer}/${name}`, found: `${name} with ${operation}`, allowed }];
      return [
        ...fieldIssues(value, parameter.type, fields, `${pointer}/${name}/field`),
        ...(name === "where" ? conditionIssues(value, fields, `${pointer}/where`) : []),
      ];
    }),
  ];
}

function fieldIssues(value: unknown, type: string, fields: Fields, pointer: string): Issue[] {
  const field = valueAt(value, ["field"]);
  if (typeof field !== "string") return [];
  const found = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (found === type) return [];
  return [
    found === undefined
      ? { pointer, found: describe(field), allowed: `one of the fields ${Object.keys(fields).join(", ")}` }
      : { pointer, found: `a field of type ${found}`, allowed: `a field of type ${type}` },
  ];
}

/** Finds the fields of the input that a filter names, and that the input does not have. */
function conditionIssues(where: unknown, fields: Fields, pointer: string): Issue[] {
  const asked = Object.entries(where ?? {}).flatMap(([name, comparisons]) =>
    Object.entries(isObject(comparisons) ? comparisons : {}).flatMap(([is, value]) =>
      [value].flat().map((one) => [`${pointer}/${name}/${is}/field`, valueAt(one, ["field"])] as const),
    ),
  );
  return asked.flatMap(([place, field]) =>
    typeof field !== "string" || Object.hasOwn(fields, field)
      ? []
      : [{ pointer: place, found: describe(field), allowed: `one of the fields ${Object.keys(fields).join(", ")}` }],
  );
}

const reservedName = ({ alone, name }: ToolContribution, pointer: string): Issue[] =>
  alone && isMemberTool(name)
    ? [
        {
          pointer: `${pointer}/name`,
          found: `${describe(name)}, alone`,
          allowed: "a name that no tool for members has, or the tool without alone",
        },
      ]
    : [];

export function toolIssues(tool: ToolContribution, pointer: string): Issue[] {
  const { input, output, query } = tool;
  const schemas = [
    ...reservedName(tool, pointer),
    ...schemaIssues(input, `${pointer}/input`),
    ...(output === undefined ? [] : schemaIssues(output, `${pointer}/output`)),
    ...[input, output].flatMap((schema, index) =>
      schema === undefined || schema["type"] === "object"
        ? []
        : [
            {
              pointer: `${pointer}/${index === 0 ? "input" : "output"}/type`,
              found: describe(schema["type"]),
              allowed: '"object"',
            },
          ],
    ),
  ];
  if (schemas.length > 0 || !query) return schemas;
  return [
    ...parameterIssues(query, fieldsOf(input), `${pointer}/query`),
    ...(output === undefined ? [] : resultIssues(expandSchema(output), operationOf(query), `${pointer}/output`)),
  ];
}

const reservedAddress = (address: string, pointer: string): Issue[] =>
  isMemberAddress(address)
    ? [{ pointer: `${pointer}/address`, found: describe(address), allowed: "an address outside of member" }]
    : [];

const isCodeAnswered = ({ query, template }: ResourceContribution, kind: Manifest["kind"]): boolean =>
  kind === "executable" && query === undefined && template === undefined;

/** Checks a resource. Code gets the value of the address's variable; without code, a query must use it. */
export function resourceIssues(resource: ResourceContribution, pointer: string, kind: Manifest["kind"]): Issue[] {
  const { address = "", query, template, queries } = resource;
  const variable = variableOf(address);
  const isCode = isCodeAnswered(resource, kind);
  const together = query !== undefined && (template !== undefined || queries !== undefined);
  return [
    ...reservedAddress(address, pointer),
    ...(together
      ? [{ pointer: `${pointer}/template`, found: "a template beside a query", allowed: "one of them" }]
      : []),
    ...(query
      ? parameterIssues(query, variable === undefined ? {} : { [variable]: "string" }, `${pointer}/query`)
      : []),
    ...(variable !== undefined && !isCode && !uses(query, variable)
      ? [{ pointer: `${pointer}/address`, found: `the variable ${variable}`, allowed: "a variable the query uses" }]
      : []),
  ];
}

const uses = (query: AgentOperation | undefined, variable: string): boolean =>
  Object.values(query ?? {}).some((value) => valueAt(value, ["field"]) === variable);
