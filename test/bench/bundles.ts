import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import { median } from "./statistics.ts";

export interface BundleFigures {
  readonly worker: string;
  readonly gzipKb: number;
  /** Time V8 takes to read and compile the bundle, in milliseconds: the part of a start that grows with its size. */
  readonly compileMs: number;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WORKERS = ["site", "workspace", "public-mcp", "private-mcp"];
const SAMPLES = 9;

/** Bundles the workers as a deployment would and weighs them. */
export function measureBundles(): BundleFigures[] {
  execFileSync(process.execPath, [join(ROOT, "sites/tools/build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
  return WORKERS.map((worker) => {
    const source = sourceOf(join(ROOT, ".build", worker));
    return { worker, gzipKb: gzipSync(source).byteLength / 1024, compileMs: compileTime(source) };
  });
}

function sourceOf(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/** Compiles the bundle as a script, without its imports and exports. */
function compileTime(source: string): number {
  const script = transformSync(source, { format: "cjs", target: "es2024", minifyWhitespace: true }).code;
  return median(
    Array.from({ length: SAMPLES }, (_, n) => {
      const start = performance.now();
      void new Script(`${script}\n// ${n}`);
      return performance.now() - start;
    }),
  );
}
