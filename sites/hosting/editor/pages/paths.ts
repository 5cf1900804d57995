import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { fold } from "../../../../runtime/search/words.ts";

/** The given address; one made of the title where none is given, or only the folder it goes into. */
export function pathFrom(given: string, title: string): string {
  const path = given.trim();
  if (path !== "" && !path.endsWith("/")) return path.startsWith("/") ? path : `/${path}`;
  return `${path.replace(/\/+$/, "")}/${slugOf(title)}`.slice(0, PATH_MAX_CHARS);
}

/** The words of a title as an address has them: small letters without accents, digits and hyphens. */
const slugOf = (title: string): string =>
  fold(title)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "") || "page";
