import { plainPath } from "./normalPath.ts";

/** Paths that the platform serves itself. */
const RESERVED = /^\/(api|media|_assets|_editor|_draft|_reader|cdn-cgi)(\/|$)/;

/** Tells whether the platform serves a path itself, in any spelling. */
export const isReservedPath = (path: string): boolean => RESERVED.test(plainPath(path));
