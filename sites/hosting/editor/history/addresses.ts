import type { DocumentKind } from "../../../../runtime/documents/content.ts";
import { START } from "../desk/area.ts";
import { settingsOf } from "../pages/area.ts";

export const PAGE_HISTORY = `${settingsOf(":page")}/history`;
export const DOCUMENT_HISTORY = `${START}/history/:kind`;

/** The address of a document's history. */
export const historyOf = (kind: DocumentKind, id: string): string =>
  kind === "page" ? `${settingsOf(id)}/history` : `${START}/history/${kind}`;
