/** Bundles a module of the project and runs it, because the bundler says which files it is made of. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface BundledModule {
  readonly code: string;
  /** Paths of the source files. */
  readonly inputs: readonly string[];
}

/** `entry` is a path below the project's folder. Loads esbuild only here, because the installed package bundles nothing. */
export async function bundledModule(entry: string): Promise<BundledModule> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [join(ROOT, entry)],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
  });
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs).map((path) => join(ROOT, path)) };
}

/** The exports of a bundled module. */
export const loadExports = <T>(code: string): Promise<T> =>
  import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`) as Promise<T>;
