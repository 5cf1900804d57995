import { EDITOR_PATH } from "../../../../runtime/rendering/editorEntry.ts";
import { type Role, can } from "../../../../runtime/commands/permissions.ts";
import type { Route } from "../../../web/api/request/route.ts";
import { ROUTES } from "../../../web/api/routes/index.ts";
import type { Workspace } from "../../../web/powers/powers.ts";
import type { GroupName } from "../../../words/en/everyPage.ts";

/** The start page. It redirects to the canvas, or to the account page of a member who may not edit. */
export const START = EDITOR_PATH;
/** The canvas, where a member edits a page of the draft in place. */
export const EDIT = `${START}/edit`;

/** The API route of a command. */
export function findCommandRoute(command: string): Route {
  const found = ROUTES.find((route) => route.command === command);
  if (!found) throw new RangeError(`no address is for ${command}`);
  return found;
}

/** The API route that reads a path. */
export function findReading(path: string): Route {
  const found = ROUTES.find((route) => route.method === "GET" && route.path === path);
  if (!found) throw new RangeError(`no address is read at ${path}`);
  return found;
}

/** The API route with this method and path. */
export function changingAt(method: Route["method"], path: string): Route {
  const found = ROUTES.find((route) => route.method === method && route.path === path);
  if (!found) throw new RangeError(`no address takes ${method} ${path}`);
  return found;
}

/**
 * A part of the editor. Its pages require the permission of the route `reads`, and its forms the permission of
 * `writes`.
 */
export interface EditorArea {
  readonly title: string;
  /** The group of the bar that contains the area. */
  readonly group: GroupName;
  /** The path of the area's first page. */
  readonly path: string;
  readonly reads: Route;
  readonly writes: Route;
  /** Says in a few words what waits for a member there, for the bar; null for nothing. */
  waiting?(desk: WaitingAt): Promise<string | null>;
  /** The links of the bar in place of one to the area: one for each page that the site's plugins add. */
  links?(desk: WaitingAt & { readonly member: { readonly role: Role } }): Promise<readonly BarLink[]>;
}

/** A link of the bar, with a few words about what waits there. */
export interface BarLink {
  readonly path: string;
  readonly title: string;
  readonly waiting: string | null;
}

/** The parts of a member's request that tell what waits for them. */
export interface WaitingAt {
  readonly workspace: Workspace;
  readonly member: { readonly site: string; readonly identity: string; readonly role: Role };
}

/** Tells whether the role may read the pages of an area. */
export const isOpenTo = (role: Role, { reads }: EditorArea): boolean => can(role, reads.permission);
