import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { fold } from "../../../../runtime/search/words.ts";

/** The typed path, or one made from the title if the path is empty or ends with a slash. */
export function pathFrom(given: string, title: string): string {
  const path = given.trim();
  if (path !== "" && !path.endsWith("/")) return path.startsWith("/") ? path : `/${path}`;
  return `${path.replace(/\/+$/, "")}/${slugOf(title)}`.slice(0, PATH_MAX_CHARS);
}

/** A title as a path segment: lower case without accents, digits and hyphens. */
const slugOf = (title: string): string =>
  fold(title)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "") || "page";
