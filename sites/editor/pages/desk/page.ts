import type * as z from "zod/mini";
import type { PageActions } from "./action.ts";
import type { Desk } from "./desk.ts";
import type { FormFailure } from "./failure.ts";
import type { Arrived, FileTaking } from "./upload.ts";

export interface DeskPageState {
  readonly failure?: FormFailure;
  /** The result of each file, if some files of a form were refused. */
  readonly arrived?: readonly Arrived[];
}

/** A page of the editor at one address. */
export interface EditorPage {
  /** The router's path, with at most one parameter: the subject's id. */
  readonly path: string;
  /** The shape of the subject's id; null for a page without one. */
  readonly subject: z.ZodMiniType<string> | null;
  readonly actions: PageActions;
  /** The handling of the files that a form of the page sends; null if none does. */
  readonly takesFiles: FileTaking | null;
  /** The largest form without files in bytes, if the page takes more than others. */
  readonly formBytes?: number;
  show(desk: Desk, state: DeskPageState): Promise<Response>;
}
