import type { RunAction } from "../../runtime/actions/views.ts";
import type { Kernel } from "../../runtime/kernel.ts";

/** The place that a member chooses an action at, and what they fill into its form. */
export interface ActionWish {
  /** The plugin that offers it; the author's own unless it says. */
  readonly plugin?: string;
  readonly name: string;
  readonly page?: string;
  readonly section?: string;
  readonly picture?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** The question that the editor sends: it names the version that the member sees. */
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
