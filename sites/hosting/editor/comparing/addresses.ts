/** Addresses of pages that are compared, and of the frames in which they are shown. */
import { withQuery } from "../desk/address.ts";
import { START } from "../desk/area.ts";

/** The address at which the editor shows a page of a release, or a version of a page, in a frame. */
export const SHOWN = `${START}/shown`;

export const releasePageAt = (release: number, path: string): string => withQuery(SHOWN, { release, path });
export const versionAt = (page: string, version: number): string => withQuery(SHOWN, { page, version });
