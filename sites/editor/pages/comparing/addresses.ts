/** Addresses of comparisons, and of the frames in them. */
import { withQuery } from "../desk/address.ts";
import { START } from "../desk/area.ts";

/** The address that shows a page of a release, or a version of a page, in a frame. */
export const SHOWN = `${START}/shown`;

export const releasePageAt = (release: number, path: string): string => withQuery(SHOWN, { release, path });
export const versionAt = (page: string, version: number): string => withQuery(SHOWN, { page, version });
