/** The bodies that documents have before anybody wrote them. */
import type { DocumentBody, DocumentKind } from "./content.ts";

/** Bodies that documents have before their first version. Provisioning creates all others. */
export const BEGINNINGS: { readonly [K in DocumentKind]?: DocumentBody<K> } = { types: { types: [] } };

/** The body of a document before its first version. Undefined for documents that provisioning creates. */
export const bodyBefore = <K extends DocumentKind>(kind: K): DocumentBody<K> | undefined => BEGINNINGS[kind];
