/** Faults of the values, at each field. The check is the server's own. */
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { isRule } from "../../../manifests/refusals/rules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { say } from "../../shared/editor/words/say.ts";
import type { FieldWords } from "../../shared/editor/words/en/fields.ts";

/** Empty for values that the server takes. */
export const issuesWords = (schema: JsonSchema, values: JsonSchema): readonly Issue[] => validateFields(schema, values);

export const issuesAt = (issues: readonly Issue[], pointer: string): readonly Issue[] =>
  issues.filter((issue) => issue.pointer === pointer);

export const issuesBelow = (issues: readonly Issue[], pointer: string): readonly Issue[] =>
  issues.filter((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`));

/** A fault in words. */
export const issueWords = (words: FieldWords, { found, allowed, rule }: Issue): string =>
  rule?.name === "required" || found === "0 characters"
    ? words.missing
    : say(words.allowed, {
        allowed: rule && isRule(rule.name) ? say(words.rules[rule.name], { limit: rule.limit ?? "" }) : allowed,
      });
