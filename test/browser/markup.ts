import { HtmlValidate } from "html-validate/node";

/** Not switched off but told what we write: the standard takes a doctype in either case, and ours is in lower case. */
const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: { "doctype-style": ["error", { style: "lowercase" }] },
});

/** The faults of a document, by line. */
export async function markupFindings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
}
