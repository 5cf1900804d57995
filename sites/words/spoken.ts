/** Translates a refusal's sentences. A sentence in no table, such as a plugin's own, stays as it is. */
import type { Issue, RefusalDetail } from "../../manifests/refusals/refusal.ts";
import { isRule, ruleText } from "../../manifests/refusals/rules.ts";
import { reader } from "./reader.ts";
import { EN } from "./en/index.ts";
import { FIRST_LANGUAGE } from "./shape/languages.ts";
import { say } from "./shape/say.ts";
import { WORDS } from "./words.ts";

type Name = keyof typeof EN.answers.sentences;

const NAMES = new Map<string, Name>();
const PATTERNS: (readonly [pattern: RegExp, name: Name])[] = [];
for (const [name, says] of Object.entries(EN.answers.sentences) as [Name, string][])
  if (says.includes("{")) PATTERNS.push([patternOf(says), name]);
  else NAMES.set(says, name);

/** A pattern that matches the sentence and captures each value in a named group. */
function patternOf(says: string): RegExp {
  const quoted = says.replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`);
  return new RegExp(`^${quoted.replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)")}$`, "s");
}

/** No sentence in the tables is longer. */
const SENTENCE_MAX_CHARS = 1000;

function sentence(english: string): string {
  const name = NAMES.get(english);
  if (name !== undefined) return WORDS.answers.sentences[name];
  if (english.length > SENTENCE_MAX_CHARS) return english;
  for (const [pattern, matching] of PATTERNS) {
    const groups = pattern.exec(english)?.groups;
    if (groups) return say(WORDS.answers.sentences[matching], groups);
  }
  return english;
}

const issueOf = ({ found, allowed, rule, ...issue }: Issue): Issue => ({
  ...issue,
  found: sentence(found),
  allowed:
    rule && isRule(rule.name)
      ? ruleText({ ...rule, name: rule.name }, WORDS.answers.rules, WORDS.answers.rulesOfOne)
      : sentence(allowed),
  ...(rule ? { rule } : {}),
});

const spokenIf = (name: string, value: unknown): Record<string, string> =>
  typeof value === "string" ? { [name]: sentence(value) } : {};

/** Translates the details of a refusal into the reader's language. */
export function spoken(detail: RefusalDetail): RefusalDetail {
  if (reader().language === FIRST_LANGUAGE) return detail;
  return {
    ...detail,
    ...(detail.issues ? { issues: detail.issues.map(issueOf) } : {}),
    ...spokenIf("reason", detail.reason),
    ...spokenIf("detail", detail.detail),
  };
}
