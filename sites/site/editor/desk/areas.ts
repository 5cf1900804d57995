import type { Role } from "../../../../runtime/commands/permissions.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { WORDS } from "../../../shared/editor/words.ts";
import { ROUTES } from "../../api/routes/index.ts";
import type { Route } from "../../api/request/route.ts";

/** The editor's first address. It leads to the first area that the member may read. */
export const START = "/_editor";

/** The address of the API a command belongs to. Everything a form does goes through one of them. */
export function routeOf(command: string): Route {
  const found = ROUTES.find((route) => route.command === command);
  if (!found) throw new RangeError(`no address is for ${command}`);
  return found;
}

function readingOf(path: string): Route {
  const found = ROUTES.find((route) => route.method === "GET" && route.path === path);
  if (!found) throw new RangeError(`no address is read at ${path}`);
  return found;
}

/** A part of the editor. Its pages are for those who may use the address of the API that `reads` is, their forms for those who may use `writes`. */
export interface Area {
  readonly title: string;
  /** The path of the area's first page. */
  readonly path: string;
  readonly reads: Route;
  readonly writes: Route;
}

/** Every member may read the list of media, but these pages are for changing media. */
const media: Area = {
  title: WORDS.media,
  path: `${START}/media`,
  reads: routeOf("media.create"),
  writes: routeOf("media.create"),
};
const forms: Area = {
  title: WORDS.forms,
  path: `${START}/forms`,
  reads: readingOf("/api/forms/{form}/submissions"),
  writes: routeOf("form.mark"),
};

/** The areas, in the order of the bar. */
export const AREAS = { media, forms } as const;

/** The areas whose pages the role may read. */
export const areasFor = (role: Role): readonly Area[] =>
  Object.values(AREAS).filter(({ reads }) => can(role, reads.permission));
