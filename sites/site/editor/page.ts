import type * as z from "zod/mini";
import type { Actions } from "./action.ts";
import type { Area } from "./areas.ts";
import type { Desk } from "./desk.ts";
import type { Failure } from "./failure.ts";
import type { Arrived } from "./upload.ts";

export interface PageState {
  readonly failure?: Failure;
  /** What became of the files of a form of which some were refused. */
  readonly arrived?: readonly Arrived[];
}

/** A page of the editor at one address. */
export interface EditorPage {
  /** As the router writes it, with at most one parameter: id of what the page is about. */
  readonly path: string;
  readonly area: Area;
  /** What such an id looks like; null on a page of all. */
  readonly subject: z.ZodMiniType<string> | null;
  /** What the forms on it do. */
  readonly actions: Actions;
  /** Whether one of its forms has files in it. */
  readonly takesFiles: boolean;
  show(desk: Desk, state: PageState): Promise<Response>;
}
