/** The static files that workers under test serve. All suites of a run share one build. */
import { buildStaticFiles } from "../sites/bundles/staticFiles.ts";

/** A variable that tells the suites of a run that the files are built. */
const BUILT = "DRAWBRIDGE_STATIC_FILES_BUILT";

/** Builds the files for the suites that this process starts. If that fails, each suite tries, and says why it cannot. */
export const buildOnce = (): Promise<void> =>
  buildStaticFiles().then(
    () => void (process.env[BUILT] = "yes"),
    () => undefined,
  );

/** Builds the files, unless the run that started this suite has. */
export async function ensureBuilt(): Promise<void> {
  if (process.env[BUILT] === undefined) await buildStaticFiles();
}
