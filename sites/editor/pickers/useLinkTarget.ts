import { accepted } from "../../../manifests/result.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import type { FieldServices } from "../api/fieldServices.ts";
import { type ListPortion, useSearch } from "./useSearch.ts";

/** A page that a link leads to, by title and path. */
export interface LinkTarget {
  readonly title: string;
  readonly path: string;
  /** The label of the section that the link leads to; undefined for the page itself. */
  readonly anchor?: string | undefined;
}

export const titleOf = ({ title, anchor }: LinkTarget): string =>
  anchor === undefined ? title : `${title} › ${anchor}`;

/** Tells whether a link names a page by its id, which readers should not see. */
export const isOfPage = (link: string): boolean => /^page:\S/.test(link);
const isOfSite = (link: string): boolean => isOfPage(link) || link.startsWith("/");

/** The target of a link to a whole page that the editor knows without a request. */
const isKnown = (link: string, { pageOf }: FieldServices): LinkTarget | undefined => {
  const [, id] = /^page:([^#?]+)$/.exec(link) ?? [];
  return id === undefined ? undefined : pageOf(id);
};

type Targets = ListPortion<LinkTarget, string>;
const NOTHING: Targets = { items: [], next: null };

async function findTarget(link: string, services: FieldServices): Promise<ApiAnswer<Targets>> {
  const known = isKnown(link, services);
  if (known) return accepted({ body: { items: [known], next: null }, version: undefined });
  if (!isOfSite(link)) return accepted({ body: NOTHING, version: undefined });
  const answer = await services.linkTarget(link);
  if (!answer.ok) return answer;
  const items = answer.value.body.items.map(({ title, path, anchors }) => ({
    title,
    path,
    anchor: anchors.find((anchor) => anchor.link === link)?.label,
  }));
  return accepted({ ...answer.value, body: { items, next: null } });
}

/** Null if the page is deleted. Undefined while it is unknown, and for links to other sites. */
export function useLinkTarget(link: string, services: FieldServices): LinkTarget | null | undefined {
  const { items, isBusy, failure } = useSearch(link, (asked) => findTarget(asked, services));
  if (!isOfSite(link)) return undefined;
  const known = isKnown(link, services);
  if (known || isBusy || failure) return known;
  return items[0] ?? (isOfPage(link) ? null : undefined);
}
