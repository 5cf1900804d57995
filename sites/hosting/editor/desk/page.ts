import type * as z from "zod/mini";
import type { PageActions } from "./action.ts";
import type { Desk } from "./desk.ts";
import type { FormFailure } from "./failure.ts";
import type { Arrived, FileTaking } from "./upload.ts";

export interface DeskPageState {
  readonly failure?: FormFailure;
  /** Each file of a form in which some were refused. */
  readonly arrived?: readonly Arrived[];
}

/** A page of the editor at one address. */
export interface EditorPage {
  /** The router's path, with at most one parameter: the id of the page's subject. */
  readonly path: string;
  /** The shape of that id; null on a page of a list. */
  readonly subject: z.ZodMiniType<string> | null;
  /** The actions of the page's forms. */
  readonly actions: PageActions;
  /** The handling of the files that one of its forms sends; null if none does. */
  readonly takesFiles: FileTaking | null;
  show(desk: Desk, state: DeskPageState): Promise<Response>;
}
