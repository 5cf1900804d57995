/** A visitor's search as its address says it. Nothing of it is stored. */
import {
  SEARCH_FILTER_MAX_CHARS,
  SEARCH_MAX_CHARS,
  SEARCH_MAX_WORDS,
  SEARCH_RESULT_PAGES_MAX,
} from "../../../manifests/bounds/search.ts";
import type { SearchAsked } from "../../rendering/searching/shown.ts";
import { searchWords } from "../../search/words.ts";

/** Longest query of an address that is read. Its words have at most nine signs for each letter. */
const QUERY_MAX_CHARS = 9 * (SEARCH_MAX_CHARS + 2 * SEARCH_FILTER_MAX_CHARS) + 200;

/** The search in a query. Undefined if it has no words, or is longer than any search. */
export function searchAsked(query: string): SearchAsked | undefined {
  if (query.length > QUERY_MAX_CHARS) return undefined;
  const parameters = new URLSearchParams(query);
  const given = parameters.get("q");
  if (given === null) return undefined;
  const typed = given
    .replace(/\p{Cf}+/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (typed === "") return undefined;
  const filter = (name: string): string | undefined => {
    const value = parameters.get(name) ?? "";
    return value === "" || value.length > SEARCH_FILTER_MAX_CHARS ? undefined : value;
  };
  const page = Number(/^[1-9]\d{0,2}$/.exec(parameters.get("page") ?? "")?.[0] ?? 1);
  return {
    query: typed.slice(0, SEARCH_MAX_CHARS).toWellFormed(),
    type: filter("type"),
    term: filter("term"),
    page: Math.min(page, SEARCH_RESULT_PAGES_MAX),
  };
}

/** The distinct words of a search. */
export const wordsAsked = (query: string): string[] => [...new Set(searchWords(query))].slice(0, SEARCH_MAX_WORDS);
