/** Validates a form's values with the server's own check. */
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { isRule, ruleText } from "../../../manifests/refusals/rules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { say } from "../../words/shape/say.ts";
import type { FieldWords } from "../../words/en/fields.ts";

/** The issues of the values; empty if the server would accept them. */
export const issuesWords = (schema: JsonSchema, values: JsonSchema): readonly Issue[] => validateFields(schema, values);

export const issuesAt = (issues: readonly Issue[], pointer: string): readonly Issue[] =>
  issues.filter((issue) => issue.pointer === pointer);

export const issuesBelow = (issues: readonly Issue[], pointer: string): readonly Issue[] =>
  issues.filter((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`));

export const issueWords = (words: FieldWords, { found, allowed, rule }: Issue): string =>
  rule?.name === "required" || found === "0 characters"
    ? words.missing
    : say(words.allowed, {
        allowed:
          rule && isRule(rule.name) ? ruleText({ ...rule, name: rule.name }, words.rules, words.rulesOfOne) : allowed,
      });
