/** The parts of the API's answers that the canvas reads. */
import type { Permission } from "../../../runtime/commands/permissions.ts";
import type { PageLooksView } from "../../../runtime/editing/showing/views.ts";
import type { CatalogueView, PagesView, PageView } from "../../../runtime/editing/views.ts";

export type SectionType = CatalogueView["sections"][number];
export type PageRow = PagesView["items"][number];
export type { CatalogueView, PagesView, PageView };

export interface EditAnswer extends PageLooksView {
  /** The changed documents, the page first. */
  readonly versions: readonly { readonly kind: string; readonly id: string; readonly version: number }[];
}

export interface SiteAnswer {
  readonly tenant: string;
  readonly site: string;
  readonly name: string;
  readonly change: number;
  readonly unpublished: number;
  readonly status: "active" | "read_only";
  readonly member: { readonly id: string; readonly role: string; readonly permissions: readonly Permission[] };
}
