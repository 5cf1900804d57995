import { formId } from "../../forms/formId.ts";
import type { CatalogueForm } from "../../rendering/agents/catalogue.ts";
import type { SiteContent } from "./siteContent.ts";

/** A form on a page, which visitors and agents can send. */
export interface PublishedForm extends CatalogueForm {
  /** Canonical address of its page. */
  readonly page: string;
}

/** Lists the forms in the order of their pages. A form of an inactive plugin is left out, because it cannot be sent. */
export async function placedForms(content: SiteContent): Promise<PublishedForm[]> {
  const types = new Map(content.catalogue.forms.map((form) => [form.id, form]));
  return (await content.pages()).all.flatMap(({ id, url, forms = [] }) =>
    forms.flatMap(({ section, type }) => {
      const form = types.get(type);
      return form ? [{ ...form, id: formId(id, section), page: url }] : [];
    }),
  );
}
