/** The documents chosen for a publication, as addresses and forms write them. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type SiteKind, DOCUMENT_KINDS } from "../../../../runtime/documents/content/content.ts";
import type { ChangesView } from "../../../../runtime/editing/comparing/views.ts";
import { choice, type Choice } from "../../../../runtime/publishing/publishInputs.ts";
import { CHANGE, PUBLISH_AREA } from "./area.ts";

/**
 * `page:<id>` for a page, `group:<id>` for a page with its translations, and `language:<tag>` for all pages of a language.
 * A document of which a site has one is named by its kind.
 */
export type DocumentToken = string;

export const pageToken = (id: string): DocumentToken => `page:${id}`;

export const groupToken = (id: string): DocumentToken => `group:${id}`;
export const languageToken = (tag: string): DocumentToken => `language:${tag}`;

/** The rest of each token that begins so. */
const after = (tokens: readonly DocumentToken[], begin: string): string[] =>
  tokens.flatMap((token) => (token.startsWith(begin) ? [token.slice(begin.length)] : []));

const isSiteKind = (kind: string): kind is SiteKind => Object.hasOwn(DOCUMENT_KINDS, kind) && kind !== "page";

/** The choice of these tokens; undefined without tokens, which means everything. Invalid tokens are refused. */
export function readChoice(tokens: readonly DocumentToken[]): Choice | undefined {
  if (tokens.length === 0) return undefined;
  const pages = after(tokens, "page:");
  const groups = after(tokens, "group:");
  const languages = after(tokens, "language:");
  const documents = tokens.filter((token) => !token.includes(":"));
  const read = choice.safeParse({
    ...(pages.length > 0 ? { pages } : {}),
    ...(groups.length > 0 ? { groups } : {}),
    ...(languages.length > 0 ? { languages } : {}),
    ...(documents.length > 0 ? { documents } : {}),
  });
  if (!read.success) throw new Refusal("NOT_FOUND");
  return read.data;
}

/** The name of the checkboxes. HTML validators expect brackets in a name that several fields share. */
export const TICKED = "only[]";

export const tokensIn = (query: URLSearchParams): DocumentToken[] => [
  ...new Set([...query.getAll("only"), ...query.getAll(TICKED)]),
];
export const documentTokens = (field: string): DocumentToken[] => field.split(" ").filter((token) => token !== "");

/** The tokens of all unpublished changes. */
export const tokensOfAll = ({ pages, documents }: Pick<ChangesView, "pages" | "documents">): DocumentToken[] => [
  ...pages.map(({ id }) => pageToken(id)),
  ...documents.map(({ kind }) => kind),
];

/** The tokens that choose a listed change, alone or with others. */
export const tokensNaming = ({ id, language, group }: ChangesView["pages"][number]): DocumentToken[] => [
  pageToken(id),
  ...(language === undefined ? [] : [languageToken(language)]),
  ...(group === undefined ? [] : [groupToken(group)]),
];

/** The tokens of the changes that a publication of everything takes. */
export const tokensOfEverything = ({ pages, documents }: ChangesView): DocumentToken[] =>
  tokensOfAll({ pages: pages.filter(({ held }) => !held), documents });

export function prospectAddress(
  path: string,
  tokens: readonly DocumentToken[],
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams([
    ...tokens.map((token): [string, string] => ["only", token]),
    ...Object.entries(more),
  ]);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export const publishOnly = (tokens: readonly DocumentToken[]): string => prospectAddress(PUBLISH_AREA.path, tokens);
/** The address that compares one document before and after. */
export const changeAt = (token: DocumentToken): string => prospectAddress(CHANGE, [], { of: token });

/** The document of a token, in the kernel's form. */
export function readRef(
  token: DocumentToken,
): { readonly kind: "page"; readonly page: string } | { readonly kind: SiteKind } {
  if (token.startsWith("page:")) {
    const { pages = [] } = readChoice([token]) ?? {};
    return { kind: "page", page: pages[0] ?? "" };
  }
  if (!isSiteKind(token)) throw new Refusal("NOT_FOUND");
  return { kind: token };
}
