import type { PublicPage } from "../../search/publicIndex.ts";

/** A page as lists and answers show it; what it does not have is left out. */
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
