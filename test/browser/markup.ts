import { HtmlValidate } from "html-validate/node";

/** The HTML standard allows a doctype in either case; ours is in lower case. */
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
