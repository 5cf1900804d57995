import type { PublicPage } from "../../search/publicIndex.ts";

/** A page as answers show it, without its empty members. */
export function pageView(page: PublicPage) {
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
    modified,
  };
}
