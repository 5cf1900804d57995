import { formId } from "../../forms/placement.ts";
import type { CatalogueForm } from "../../rendering/agents/catalogue.ts";
import type { SiteContent } from "./siteContent.ts";

/** A form where visitors find it, which is where they send it. */
export interface PublishedForm extends CatalogueForm {
  /** Canonical address of its page. */
  readonly page: string;
}

/**
 * Lists forms by the paths of their pages. A form whose plugin is inactive is left out, because nobody could send it.
 */
export async function placedForms(content: SiteContent): Promise<PublishedForm[]> {
  const types = new Map(content.catalogue.forms.map((form) => [form.id, form]));
  return (await content.pages()).all.flatMap(({ id, url, forms = [] }) =>
    forms.flatMap(({ section, type }) => {
      const form = types.get(type);
      return form ? [{ ...form, id: formId(id, section), page: url }] : [];
    }),
  );
}
