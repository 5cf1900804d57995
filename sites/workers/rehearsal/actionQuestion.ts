import type { RunAction } from "../../../runtime/actions/views.ts";
import type { Kernel } from "../../../runtime/kernel.ts";

/** The place at which a member starts an action, with the form's values. */
export interface ActionWish {
  /** The plugin with the action; by default the author's. */
  readonly plugin?: string;
  readonly name: string;
  readonly page?: string;
  readonly section?: string;
  readonly picture?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Builds the editor's question, with the version that the member sees. */
export function questionOf(
  { documents, mediaFiles }: Kernel["offers"],
  site: string,
  { page = "home", section, picture, input = {} }: ActionWish,
): RunAction {
  if (picture !== undefined)
    return { target: { media: picture }, version: mediaFiles.find(site, picture)?.version ?? 1, input };
  const version = documents.get(site, "page", page)?.version ?? 1;
  return { target: { page, ...(section === undefined ? {} : { section }) }, version, input };
}
