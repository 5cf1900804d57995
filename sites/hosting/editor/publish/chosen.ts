/** The choice of a publication, as addresses and forms have it. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { SiteKind } from "../../../../runtime/documents/content.ts";
import { DOCUMENT_KINDS } from "../../../../runtime/documents/content.ts";
import type { ChangesView } from "../../../../runtime/editing/comparing/views.ts";
import { choice } from "../../../../runtime/publishing/choice.ts";
import type { Choice } from "../../../../runtime/publishing/choice.ts";
import { CHANGE, PUBLISH_AREA } from "./area.ts";

/** `page:<id>` or the kind of a document that a site has once. */
export type DocumentToken = string;

export const pageToken = (id: string): DocumentToken => `page:${id}`;

const isSiteKind = (kind: string): kind is SiteKind => Object.hasOwn(DOCUMENT_KINDS, kind) && kind !== "page";

/** The choice that tokens stand for; undefined for none, which means everything. Refuses what is no token. */
export function choiceOf(tokens: readonly DocumentToken[]): Choice | undefined {
  if (tokens.length === 0) return undefined;
  const pages = tokens.flatMap((token) => (token.startsWith("page:") ? [token.slice("page:".length)] : []));
  const documents = tokens.filter((token) => !token.startsWith("page:"));
  const read = choice.safeParse({
    ...(pages.length > 0 ? { pages } : {}),
    ...(documents.length > 0 ? { documents } : {}),
  });
  if (!read.success) throw new Refusal("NOT_FOUND");
  return read.data;
}

/** The name of the ticks: HTML wants brackets where several fields of a form share one. */
export const TICKED = "only[]";

export const tokensIn = (query: URLSearchParams): DocumentToken[] => [
  ...new Set([...query.getAll("only"), ...query.getAll(TICKED)]),
];
export const documentTokens = (field: string): DocumentToken[] => field.split(" ").filter((token) => token !== "");

/** Tokens of everything that is not published. */
export const tokensOfAll = ({ pages, documents }: ChangesView): DocumentToken[] => [
  ...pages.map(({ id }) => pageToken(id)),
  ...documents.map(({ kind }) => kind),
];

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
/** The address that shows one document before and after. */
export const changeAt = (token: DocumentToken): string => prospectAddress(CHANGE, [], { of: token });

/** The document that a token names, in the words of the kernel. */
export function refOf(
  token: DocumentToken,
): { readonly kind: "page"; readonly page: string } | { readonly kind: SiteKind } {
  if (token.startsWith("page:")) {
    const { pages = [] } = choiceOf([token]) ?? {};
    return { kind: "page", page: pages[0] ?? "" };
  }
  if (!isSiteKind(token)) throw new Refusal("NOT_FOUND");
  return { kind: token };
}
