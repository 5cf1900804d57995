/** Uploads a source map to the site of its package. The sources' text stays with the author. */
import type { PackageMap } from "../bundling/mapFile.ts";
import { Trouble } from "../command/command.ts";
import type { SiteSession } from "../site/session.ts";
import { type PluginView, pluginPath } from "./plugins.ts";

type Versions = Pick<PluginView, "id" | "digest" | "waiting">;

export interface MapFate {
  readonly isTaken: boolean;
  readonly says: readonly string[];
}

/** A failed upload is no error: the site then shows failures by their places in the package. */
export async function bringMap(
  session: SiteSession,
  { id, digest, waiting }: Versions,
  { file, digest: of, sources, mappings }: PackageMap,
): Promise<MapFate> {
  if (![digest, waiting?.digest].includes(of))
    return { isTaken: false, says: [`${file} belongs to another package, so it was not sent to the site.`] };
  try {
    await session.change("PUT", pluginPath(id, "/map"), { body: { digest: of, sources, mappings } });
    return { isTaken: true, says: [`The site has the source map ${file}. Failures now name the author's files.`] };
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return { isTaken: false, says: [`The site refused ${file}:`, ...error.outcome.lines] };
  }
}
