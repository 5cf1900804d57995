/**
 * Replaces paths by names in a bundle. esbuild writes relative paths of modules into comments, CommonJS wrappers and
 * the source map. A package's path differs between a workspace and a single folder, so the bytes would differ.
 */
import type { ModuleGraph } from "./graph.ts";

export interface WrittenModule {
  readonly text: string;
  readonly sourceMap: string;
}

interface SourceMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
  readonly mappings: string;
  readonly names: readonly string[];
}

const COMMENT = /^\/\/ (.+)$/gm;
const COMMON = /^( *"?)([^"\n]+)("\()/gm;

export function withNames({ text, sourceMap }: WrittenModule, graph: ModuleGraph): WrittenModule {
  const names = new Map(graph.paths.filter((path) => !graph.isOwn(path)).map((path) => [path, graph.nameOf(path)]));
  const renamed = (path: string): string => names.get(path) ?? path;
  const map = JSON.parse(sourceMap) as SourceMap;
  return {
    text: text
      .replace(COMMENT, (whole, path: string) => (names.has(path) ? `// ${renamed(path)}` : whole))
      .replace(COMMON, (whole, before: string, path: string, after: string) =>
        names.has(path) ? `${before}${renamed(path)}${after}` : whole,
      ),
    sourceMap: `${JSON.stringify({ ...map, sources: map.sources.map(renamed) })}\n`,
  };
}
