/** Addresses below a page with a list, which the list's further pages have. */
import { furtherAddress, furtherParts } from "../../../manifests/shapes/furtherAddress.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Documents } from "../../documents/documents.ts";
import type { Renderer } from "../../rendering/renderer.ts";

/** The draft of a site, as far as it decides about the addresses of lists. */
export interface ListDraft {
  readonly documents: Documents;
  readonly renderer: Pick<Renderer, "hasPages">;
  readonly site: string;
}

/** The path of the list in the draft that has a further page at an address, now or when it grows. */
export function listAround({ documents, renderer, site }: ListDraft, address: string): string | undefined {
  return furtherParts(address).find(({ list, period }) => {
    const found = documents.pageAtPath(site, list, documents.change(site));
    return found !== undefined && renderer.hasPages(found.body, period);
  })?.list;
}

/** Refuses a page at an address that a list has, and a list whose addresses a page has. Pages that were there stay. */
export function listAddressIssues(draft: ListDraft, body: Page, current: () => Page | undefined): Issue[] {
  const { documents, renderer, site } = draft;
  const [list, hasPages] = [listAround(draft, body.path), renderer.hasPages(body)];
  const before = list !== undefined || hasPages ? current() : undefined;
  const isThere = before?.path === body.path;
  if (!isThere && list !== undefined)
    return [
      {
        pointer: "/path",
        found: body.path,
        allowed: `another path, because further pages of the list at ${list} are there`,
      },
    ];
  if (!hasPages || (isThere && renderer.hasPages(before))) return [];
  const prefix = furtherAddress({ list: body.path, number: 2 }).slice(0, -"/2".length);
  const taken = documents.sitePages.pathsBelow(site, prefix).find((path) => furtherParts(path)[0]?.list === body.path);
  const allowed = `a list without further pages, because another page is at ${taken}`;
  return taken === undefined ? [] : [{ pointer: "/sections", found: "a list with further pages", allowed }];
}
