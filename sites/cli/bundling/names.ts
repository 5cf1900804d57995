/**
 * Puts names in the place of paths. esbuild writes where a module lies, relative to the folder, into comments, into
 * the names of CommonJS modules and into the source map. A package lies elsewhere in a workspace of several plugins.
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
