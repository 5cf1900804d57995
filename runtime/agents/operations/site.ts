import { type PublishedForm, placedForms } from "../content/placedForms.ts";
import { contentSource } from "../content/siteContent.ts";
import { publicLanguage } from "./pageView.ts";
import type { Answering } from "./operation.ts";
import { typeView } from "./type.ts";

export const describeSite: Answering = async (content, _parameters, budget) => {
  const { site } = content.catalogue;
  const forms = await placedForms(content);
  const index = await content.pages();
  const { navigation, social, languages, ...card } = site;
  // The site's own facts always fit. Lists share the rest of the budget.
  budget.take([card, languages ?? []]);
  return {
    ...card,
    pages: index.all.length,
    ...(languages && {
      languages: languages.map(({ path: _path, ...one }) => ({
        ...one,
        pages: index.all.filter((page) => publicLanguage(page, content) === one.tag).length,
      })),
    }),
    collections: index.collections().filter((collection) => budget.take(collection)),
    navigation: {
      header: navigation.header.filter((link) => budget.take(link)),
      footer: navigation.footer.filter((link) => budget.take(link)),
    },
    forms: forms.map(formView).filter((form) => budget.take(form)),
    types: (content.catalogue.types ?? []).map(typeView(index)).filter((type) => budget.take(type)),
    social: social.filter((link) => budget.take(link)),
    ...contentSource(content),
  };
};

export function formView({ id, title, description, page }: PublishedForm) {
  return { id, title, ...(description === undefined ? {} : { description }), page };
}
