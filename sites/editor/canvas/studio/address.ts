import { EDIT_MARKER } from "../../../../runtime/serving/editMarker.ts";

export const pageAddress = (id: string): string => `/_editor/edit?page=${encodeURIComponent(id)}`;

export const pageSettingsAddress = (id: string): string => `/_editor/pages/${encodeURIComponent(id)}`;

/** The address of the publish page with this page chosen. It lists other changes without choosing them. */
export const publishAddress = (id: string): string => `/_editor/publish?only=${encodeURIComponent(`page:${id}`)}`;

/** The address that shows the draft of a page. */
export const draftAddress = (path: string): string => `${path}?${EDIT_MARKER}`;

export const loginAddress = (): string =>
  `/api/auth/start?return=${encodeURIComponent(location.pathname + location.search)}`;
