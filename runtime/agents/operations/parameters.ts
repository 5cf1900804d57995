import type { ParameterName } from "../../../manifests/agents/operation.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { AgentOperation } from "../../../manifests/agents/operationShape.ts";
import type { Where } from "../../../manifests/shapes/query.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

/**
 * The parameters of one query, with the caller's input filled in. Undefined if neither manifest nor caller gave a
 * value.
 */
export interface QuestionParameters {
  text(name: ParameterName): string | undefined;
  count(name: ParameterName): number | undefined;
  /** The filter of the manifest. Undefined if the filter comes from the caller. */
  readonly where: Where | undefined;
  /** The conditions of the caller, as the tool's input allows them. */
  readonly conditions: readonly unknown[];
  /** The whole input of the caller. A filter of the manifest may name its fields. */
  readonly given: JsonSchema;
}

export function parametersFrom(query: AgentOperation, given: JsonSchema): QuestionParameters {
  const value = (name: ParameterName): unknown => {
    const set = query[name];
    return namesField(set) ? ownProperty(given, set.field) : set;
  };
  const asked = query.where;
  const called = namesField(asked) ? value("where") : [];
  return {
    where: namesField(asked) ? undefined : asked,
    conditions: Array.isArray(called) ? called : [],
    given,
    text(name) {
      const found = value(name);
      return typeof found === "string" ? found : undefined;
    },
    count(name) {
      const found = value(name);
      return Number.isSafeInteger(found) ? Number(found) : undefined;
    },
  };
}

/** A filter may be about an entry's field of the name "field", so only a name tells a field of the input. */
const namesField = (set: unknown): set is { readonly field: string } =>
  isObject(set) && typeof set["field"] === "string";

const ownProperty = (given: JsonSchema, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined;
