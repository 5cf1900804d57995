/** Holds each deployed worker's bundle to the size and the contents that its row allows. */
import { gzipSync } from "node:zlib";
import type { BundleRule } from "../workers/workers.ts";

/** No deployed bundle may evaluate text as code, or import modules of Node. */
const EVAL = /(?<![.\w])eval\s*\(/;
const FORBIDDEN_CODE = [/\bnew Function\s*\(/, EVAL, /\brequire\("node:/, /\bfrom "node:/];
const FORBIDDEN_PACKAGES = [
  "wrangler",
  "miniflare",
  "commander",
  "jsonc-parser",
  "json-schema-to-typescript",
  "esbuild",
  "typescript",
];

/** Returns the npm packages in a bundle, from the comments that the bundler writes before each file. */
export function packagesIn(text: string): Set<string> {
  const files = text.matchAll(/^\s*\/\/ (?:.*\/)?node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm);
  return new Set([...files].map(([, name]) => name ?? ""));
}

/** Lists the faults of a bundle, one line each. */
export function bundleFaults(
  text: string,
  { most, without, withoutFiles = [], importsNode = [], carriesGuest = false }: BundleRule,
): string[] {
  const withoutNode = importsNode.reduce((rest, name) => rest.replaceAll(`from "${name}"`, ""), text);
  const packages = packagesIn(text);
  const bytes = compressedSize(text);
  return [
    ...(bytes > most ? [`it has ${bytes} bytes compressed, of at most ${most}`] : []),
    ...[...without, ...FORBIDDEN_PACKAGES]
      .filter((name) => packages.has(name))
      .map((name) => `it holds the package ${name}`),
    ...withoutFiles.filter((file) => text.includes(`${file}\n`)).map((file) => `it holds the file ${file}`),
    ...FORBIDDEN_CODE.filter((pattern) => !(carriesGuest && pattern === EVAL) && pattern.test(withoutNode)).map(
      (pattern) => `it holds ${pattern.exec(withoutNode)?.[0]}`,
    ),
  ];
}

export const compressedSize = (text: string): number => gzipSync(text).byteLength;
