import { EDITOR_PATH } from "../../../../runtime/rendering/editorEntry.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { Route } from "../../api/request/route.ts";
import { ROUTES } from "../../api/routes/index.ts";
import type { GroupName } from "../../../shared/editor/words/en/frame.ts";

/** The editor's first address. It leads to the canvas, or to the first area that the member may read. */
export const START = EDITOR_PATH;
/** The canvas: a page of the draft, to change in place. */
export const EDIT = `${START}/edit`;

/** The address of the API a command belongs to. Everything a form does goes through one of them. */
export function routeOf(command: string): Route {
  const found = ROUTES.find((route) => route.command === command);
  if (!found) throw new RangeError(`no address is for ${command}`);
  return found;
}

/** The address of the API where something is read. */
export function readingOf(path: string): Route {
  const found = ROUTES.find((route) => route.method === "GET" && route.path === path);
  if (!found) throw new RangeError(`no address is read at ${path}`);
  return found;
}

/** The address of the API where something is asked for with a body. */
export function changingAt(method: Route["method"], path: string): Route {
  const found = ROUTES.find((route) => route.method === method && route.path === path);
  if (!found) throw new RangeError(`no address takes ${method} ${path}`);
  return found;
}

/** A part of the editor. Its pages are for those who may use the address of the API that `reads` is, their forms for those who may use `writes`. */
export interface EditorArea {
  readonly title: string;
  /** The group under which the bar shows it. */
  readonly group: GroupName;
  /** The path of the area's first page. */
  readonly path: string;
  readonly reads: Route;
  readonly writes: Route;
}

/** Tells whether the role may read the pages of an area. */
export const isOpenTo = (role: Role, { reads }: EditorArea): boolean => can(role, reads.permission);
