import type { ParameterName } from "../../../manifests/agents/operation.ts";
import type { AgentOperation } from "../../../manifests/agents/operationShape.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

/**
 * The parameters of one query, with the caller's input filled in. Undefined if neither manifest nor caller gave a
 * value.
 */
export interface QuestionParameters {
  text(name: ParameterName): string | undefined;
  count(name: ParameterName): number | undefined;
}

export function parametersFrom(query: AgentOperation, given: JsonSchema): QuestionParameters {
  const value = (name: ParameterName): unknown => {
    const set = query[name];
    return typeof set === "object" ? ownProperty(given, set.field) : set;
  };
  return {
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

const ownProperty = (given: JsonSchema, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined;
