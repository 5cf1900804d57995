/** The home page of a source that lists its articles there without a page of its own. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { MovedPage } from "./moved.ts";

/** A home page as a program makes it. */
export interface Home extends Pick<MovedPage, "source" | "address" | "language" | "languagePath" | "translation"> {
  /** The name of the site. */
  readonly title: string | undefined;
}

/** Empty where the source has a page at the address, or no article in the language. */
export function homeList(home: Home, pages: readonly MovedPage[]): MovedPage[] {
  const path = normalPath(home.address);
  const isThere = pages.some(({ address }) => normalPath(address) === path);
  const isFilled = pages.some(({ isArticle, language }) => isArticle && language === home.language);
  if (isThere || !isFilled) return [];
  return [
    {
      ...home,
      title: home.title ?? "Home",
      place: `the list at ${home.address}`,
      aliases: [],
      isArticle: false,
      terms: [],
      parts: [],
      lists: "",
    },
  ];
}
