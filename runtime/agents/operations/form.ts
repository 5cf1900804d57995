import { LIST_ITEMS_DEFAULT } from "../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { contentSource } from "../content/siteContent.ts";
import { placedForms } from "../content/placedForms.ts";
import type { Answering } from "./operation.ts";
import { portion } from "./portion.ts";
import { formView } from "./site.ts";

/** Describes a form's fields. Without a name, lists the forms. */
export const describeForm: Answering = async (content, parameters, budget) => {
  const forms = await placedForms(content);
  const asked = parameters.text("form")?.replace(/^\//, "");
  if (asked === undefined) {
    const { shown, next } = portion(
      {
        content,
        budget,
        items: forms,
        question: ["form"],
        cursor: parameters.text("cursor"),
        limit: LIST_ITEMS_DEFAULT,
      },
      formView,
    );
    return { forms: shown, ...next, ...contentSource(content) };
  }
  const form = forms.find(({ id }) => id === asked);
  if (!form) throw new Refusal("NOT_FOUND", { reason: "The site has no form with that id." });
  if (!budget.take(form.schema))
    throw new Refusal("TOO_LARGE", { reason: "The schema of this form is too long for an answer." });
  return { forms: [{ ...formView(form), schema: form.schema }], ...contentSource(content) };
};
