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

/** Lists what a bundle may not contain, one line each. `text` still has the comments that the bundler writes. */
export function contentFaults(
  text: string,
  { without, withoutFiles = [], importsNode = [], carriesGuest = false }: BundleRule,
): string[] {
  const withoutNode = importsNode.reduce((rest, name) => rest.replaceAll(`from "${name}"`, ""), text);
  const packages = packagesIn(text);
  return [
    ...[...without, ...FORBIDDEN_PACKAGES]
      .filter((name) => packages.has(name))
      .map((name) => `it holds the package ${name}`),
    ...withoutFiles.filter((file) => text.includes(`${file}\n`)).map((file) => `it holds the file ${file}`),
    ...FORBIDDEN_CODE.filter((pattern) => !(carriesGuest && pattern === EVAL) && pattern.test(withoutNode)).map(
      (pattern) => `it holds ${pattern.exec(withoutNode)?.[0]}`,
    ),
  ];
}

/** Answers one line if the deployed text is heavier than its rule allows. */
export function sizeFaults(deployed: string, { most }: BundleRule): string[] {
  const bytes = compressedSize(deployed);
  return bytes > most ? [`it has ${bytes} bytes compressed, of at most ${most}`] : [];
}

export const compressedSize = (text: string): number => gzipSync(text).byteLength;
