/** Addresses at which the editor shows one document, for every area that leads there. */
import type { DocumentKind } from "../../../../runtime/documents/content.ts";
import { START } from "./area.ts";

/** The path of the list of pages, below which each page has its settings. */
export const PAGES_PATH = `${START}/pages`;

/** The address of a page's settings. */
export const settingsOf = (id: string): string => `${PAGES_PATH}/${id}`;

export const PAGE_HISTORY = `${settingsOf(":page")}/history`;
export const DOCUMENT_HISTORY = `${START}/history/:kind`;

/** The path of the list of releases, below which each release is compared and shown again. */
export const RELEASES_PATH = `${START}/releases`;
export const releaseAt = (release: number): string => `${RELEASES_PATH}/${release}`;

/** The address of a document's history. */
export const historyOf = (kind: DocumentKind, id: string): string =>
  kind === "page" ? `${settingsOf(id)}/history` : `${START}/history/${kind}`;
