import type { PublicPage } from "../../search/publicIndex.ts";

/** A page as answers show it, without its empty members. */
export function pageView({ id, path, url, title, description, collection, date, author, modified }: PublicPage) {
  return {
    id,
    path,
    url,
    title,
    ...(description === null ? {} : { description }),
    ...(collection === null ? {} : { collection }),
    ...(date === null ? {} : { date }),
    ...(author === null ? {} : { author }),
    modified,
  };
}
