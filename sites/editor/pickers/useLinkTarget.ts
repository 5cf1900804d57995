import { accepted } from "../../../manifests/result.ts";
import type { ApiAnswer } from "../api/answer.ts";
import type { FieldServices } from "../api/fieldServices.ts";
import type { ListPortion } from "./useSearch.ts";
import { useSearch } from "./useSearch.ts";

/** The page that a link leads to, as people know it. */
export interface LinkTarget {
  readonly title: string;
  readonly path: string;
  /** The section that the link leads to, in words; undefined for the page itself. */
  readonly anchor?: string | undefined;
}

export const titleOf = ({ title, anchor }: LinkTarget): string =>
  anchor === undefined ? title : `${title} › ${anchor}`;

/** Links that name a page by its id. Nobody reads those. */
export const isOfPage = (link: string): boolean => /^page:\S/.test(link);
const isOfSite = (link: string): boolean => isOfPage(link) || link.startsWith("/");

/** Asks the site only where the page, or its section, is not known here. */
const isKnown = (link: string, { pageOf }: FieldServices): LinkTarget | undefined => {
  const [, id] = /^page:([^#?]+)$/.exec(link) ?? [];
  return id === undefined ? undefined : pageOf(id);
};

type Targets = ListPortion<LinkTarget, string>;
const NOTHING: Targets = { items: [], next: null };

async function targetOf(link: string, services: FieldServices): Promise<ApiAnswer<Targets>> {
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

/** Null where no page is there any more; undefined as long as nobody knows, and for links to elsewhere. */
export function useLinkTarget(link: string, services: FieldServices): LinkTarget | null | undefined {
  const { items, isBusy, failure } = useSearch(link, (asked) => targetOf(asked, services));
  if (!isOfSite(link)) return undefined;
  const known = isKnown(link, services);
  if (known || isBusy || failure) return known;
  return items[0] ?? (isOfPage(link) ? null : undefined);
}
