/** The place and the state of a file that a visitor sent. */

/** A storage key within the tenant's prefix. No media URL has this form, so visitors can never load such a file. */
export const quarantineKey = (prefix: string): string => QUARANTINE + prefix;
export const QUARANTINE = "quarantine/";

/**
 * `held`: in quarantine. `accepted`: in the site's media. `gone`: a member rejected it, or it was removed before a
 * restore.
 */
export type FormFileState = "held" | "accepted" | "gone";

/** Tells the state from the number of stored parts, and from the id of the media file made from it. */
export const fileState = ({ parts, media }: { readonly parts: number; readonly media: string | null }): FormFileState =>
  media === null ? (parts > 0 ? "held" : "gone") : "accepted";
