import { EDIT_MARKER } from "../../../../runtime/serving/editMarker.ts";

export const pageAddress = (id: string): string => `/_editor/edit?page=${encodeURIComponent(id)}`;

export const pageSettingsAddress = (id: string): string => `/_editor/pages/${encodeURIComponent(id)}`;

/** Where the changes of one page are published; others stand there, too, and are not chosen. */
export const publishAddress = (id: string): string => `/_editor/publish?only=${encodeURIComponent(`page:${id}`)}`;

/** Where the draft of a path is read. */
export const draftAddress = (path: string): string => `${path}?${EDIT_MARKER}`;

export const loginAddress = (): string =>
  `/api/auth/start?return=${encodeURIComponent(location.pathname + location.search)}`;
