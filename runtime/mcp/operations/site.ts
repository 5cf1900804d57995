import type { CatalogueForm } from "../catalogue.ts";
import { sourceOf } from "../siteContent.ts";
import type { Answering } from "./operation.ts";

export const describeSite: Answering = async (content, _parameters, room) => {
  const { site, forms } = content.catalogue;
  const index = await content.pages();
  const { navigation, social, ...card } = site;
  // What a site says of itself in its settings always fits; what is in lists takes what is left.
  room.take(card);
  return {
    ...card,
    pages: index.all.length,
    collections: index.collections().filter((collection) => room.take(collection)),
    navigation: {
      header: navigation.header.filter((link) => room.take(link)),
      footer: navigation.footer.filter((link) => room.take(link)),
    },
    forms: forms.map(formView).filter((form) => room.take(form)),
    social: social.filter((link) => room.take(link)),
    ...sourceOf(content),
  };
};

export function formView({ id, title, description }: CatalogueForm) {
  return { id, title, ...(description === undefined ? {} : { description }) };
}
