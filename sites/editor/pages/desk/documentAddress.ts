/** Addresses of the editor's pages about one document. */
import type { DocumentKind } from "../../../../runtime/documents/content/content.ts";
import { START } from "./area.ts";

/** The path of the list of pages; the settings of each page are below it. */
export const PAGES_PATH = `${START}/pages`;

/** The address of a page's settings. */
export const settingsOf = (id: string): string => `${PAGES_PATH}/${id}`;

export const PAGE_HISTORY = `${settingsOf(":page")}/history`;
export const DOCUMENT_HISTORY = `${START}/history/:kind`;

/** The path of the publish page, and of the list of requests for publication. */
export const PUBLISH_PATH = `${START}/publish`;
export const REQUESTS_PATH = `${START}/requests`;

/** The path of the list of releases; the comparison and restoration of each release are below it. */
export const RELEASES_PATH = `${START}/releases`;
export const releaseAt = (release: number): string => `${RELEASES_PATH}/${release}`;

/** The address of a document's history. */
export const historyOf = (kind: DocumentKind, id: string): string =>
  kind === "page" ? `${settingsOf(id)}/history` : `${START}/history/${kind}`;
