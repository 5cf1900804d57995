import type { ReplacingWords } from "../../words/en/pages/replacing.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { SearchPowers } from "./siteSearch.ts";

/** The words and powers of the page that replaces words. */
export interface Replacing {
  readonly words: ReplacingWords;
  readonly powers: SearchPowers & { readonly newKey: () => string };
  readonly explain: (failure: RequestFailure) => string;
}
