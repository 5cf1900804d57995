import { visibleJson } from "../../../../manifests/visible.ts";
import type { Kernel } from "../../../../runtime/kernel.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";

/**
 * Takes what a command published out of the page cache. False if something of it is left: more pages than one turn
 * takes, or a purge that failed. The alarm's work goes on then.
 */
export async function uncovered(
  { uncovering }: Pick<Kernel["offers"], "uncovering">,
  site: string,
  pages: WorkspacePowers["pages"],
): Promise<boolean> {
  try {
    return await uncovering.turn(site, pages);
  } catch (error) {
    console.error(visibleJson({ event: "cache_not_purged", site, error: String(error) }));
    return false;
  }
}
