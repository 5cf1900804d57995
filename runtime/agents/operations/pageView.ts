import type { PublicPage } from "../../search/publicIndex.ts";
import type { SiteContent } from "../content/siteContent.ts";

type Catalogued = Pick<SiteContent, "catalogue">;

/** The language of a page. A page that names none has the language of the site. */
export const publicLanguage = ({ language }: PublicPage, { catalogue }: Catalogued): string =>
  language ?? catalogue.site.language;

/** A page as answers show it, without its empty members. It shows its language on a site with several. */
export const pageView = (content: Catalogued) => (page: PublicPage) => {
  const { id, path, url, title, description, collection, date, author, modified, type, values } = page;
  return {
    id,
    path,
    url,
    title,
    ...(description === null ? {} : { description }),
    ...(collection === null ? {} : { collection }),
    ...(type === undefined ? {} : { type }),
    ...(values === undefined ? {} : { values }),
    ...(date === null ? {} : { date }),
    ...(author === null ? {} : { author }),
    ...(content.catalogue.site.languages ? { language: publicLanguage(page, content) } : {}),
    modified,
  };
};
