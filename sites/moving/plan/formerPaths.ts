/** The paths that files had at the source, at which links of other sites ask for them. */
import { FORMER_PATHS_MAX } from "../../../manifests/bounds/media.ts";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { originalPaths } from "../../../runtime/media/former/originalPaths.ts";
import { formerPath } from "../../../runtime/media/views.ts";
import type { MoveLoss } from "../tree/moved.ts";
import type { PlannedFile } from "./plan.ts";

/** All paths of a file. The site finds most resized copies by their names. */
function pathsOf({ served, copies = [], pages = [] }: PlannedFile): string[] {
  const shown = pages.map(normalPath);
  if (served === undefined) return shown;
  const path = normalPath(served);
  const others = copies.map(normalPath).filter((copy) => !originalPaths(copy).includes(path));
  return [...new Set([path, ...others, ...shown])];
}

/** The files with their paths. A page comes first at a path, and then the first file that has it. */
export function withFormerPaths(
  files: readonly PlannedFile[],
  pages: readonly string[],
  losses: MoveLoss[],
): PlannedFile[] {
  const taken = new Set(pages);
  return files.map((file) => {
    const formerPaths: string[] = [];
    for (const path of pathsOf(file)) {
      if (taken.has(path) || formerPaths.length === FORMER_PATHS_MAX || !formerPath.safeParse(path).success)
        losses.push({
          place: file.place,
          what: `the old address ${path} of a file, which cannot lead to it`,
          kind: "an old address that cannot lead to its file",
        });
      else formerPaths.push(path);
      taken.add(path);
    }
    return formerPaths.length === 0 ? file : { ...file, formerPaths };
  });
}
