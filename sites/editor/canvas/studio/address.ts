import { EDIT_MARKER } from "../../../../runtime/serving/editMarker.ts";

export const pageAddress = (id: string): string => `/_editor/edit?page=${encodeURIComponent(id)}`;

/** The canvas with the source of a translation beside it, and the parameter that asks for it. */
export const besideAddress = (id: string): string => `${pageAddress(id)}&beside=source`;
export const isBesideAsked = (query: string): boolean => new URLSearchParams(query).get("beside") === "source";

export const sourceChangesAddress = (id: string): string => `/_editor/translations/${encodeURIComponent(id)}`;

export const pageSettingsAddress = (id: string): string => `/_editor/pages/${encodeURIComponent(id)}`;

/** The address of the publish page with this page chosen. It lists other changes without choosing them. */
export const publishAddress = (id: string): string => `/_editor/publish?only=${encodeURIComponent(`page:${id}`)}`;

/** The address that shows the draft of a page. */
export const draftAddress = (path: string): string => `${path}?${EDIT_MARKER}`;

export const loginAddress = (): string =>
  `/api/auth/start?return=${encodeURIComponent(location.pathname + location.search)}`;
