import { LIST_ITEMS_DEFAULT } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { sourceOf } from "../siteContent.ts";
import type { Answering } from "./operation.ts";
import { portion } from "./portion.ts";
import { formView } from "./site.ts";

/** What a form asks for; without a name, which forms there are. */
export const describeForm: Answering = async (content, parameters, room) => {
  const { forms } = content.catalogue;
  const asked = parameters.text("form")?.replace(/^\//, "");
  if (asked === undefined) {
    const { shown, next } = portion(
      { content, room, items: forms, question: ["form"], cursor: parameters.text("cursor"), limit: LIST_ITEMS_DEFAULT },
      formView,
    );
    return { forms: shown, ...next, ...sourceOf(content) };
  }
  const form = forms.find(({ id }) => id === asked);
  if (!form) throw new Refusal("NOT_FOUND", { reason: "The site has no form of that id." });
  if (!room.take(form.schema)) throw new Refusal("TOO_LARGE", { reason: "The schema of this form is too long for an answer." });
  return { forms: [{ ...formView(form), schema: form.schema }], ...sourceOf(content) };
};
