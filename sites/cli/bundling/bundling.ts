/** The types of a bundle, and the rules for which files of a package it replaces. This file does not load esbuild. */
import { isLanguageFile } from "../../../manifests/packages/labels.ts";
import type { Result } from "../../../manifests/result.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";

/** One npm package and its share of the bundle. The plugin's own sources have the name "". */
export interface BundledPart {
  readonly name: string;
  readonly version: string;
  /** The licence in its package.json; undefined if there is none. */
  readonly licence?: string;
  readonly bytes: number;
}

export interface Bundle {
  /** The entry module, as the manifest names it. */
  readonly main: string;
  readonly text: string;
  /** A source map (version 3) with the sources' text. The file stays with the author. */
  readonly sourceMap: string;
  /** Paths of the plugin's own files in it. */
  readonly ownFiles: readonly string[];
  readonly parts: readonly BundledPart[];
}

/** Bundles a plugin's entry module and everything it imports. */
export type Bundler = () => Result<Bundle, readonly LocatedIssue[]>;

type Files = Readonly<Record<string, string>>;

const TYPESCRIPT = /\.[cm]?tsx?$/;
const SOURCE = /\.([cm]?[jt]sx?|json)$/;

export const isTypeScript = (path: string): boolean => TYPESCRIPT.test(path);

/** The names of the dependencies in a package.json. */
function dependenciesIn(packageJson: string | undefined): readonly string[] {
  try {
    const { dependencies } = JSON.parse(packageJson ?? "{}") as { readonly dependencies?: object };
    return Object.keys(dependencies ?? {});
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** TypeScript, or JavaScript with dependencies, needs a bundle. Other JavaScript goes into the package file by file. */
export const needsBundling = (main: string, packageJson: string | undefined): boolean =>
  isTypeScript(main) || (/\.m?js$/.test(main) && dependenciesIn(packageJson).length > 0);

export const bundleName = (main: string): string => main.replace(SOURCE, ".js");

/** Replaces the modules in the bundle by the bundle. `frameScripts` stay, because browsers load them on their own. */
export function filesWith(
  files: Files,
  { main, text }: Bundle,
  frameScripts: ReadonlySet<string>,
): Record<string, string> {
  const isKept = (path: string): boolean => !SOURCE.test(path) || isLanguageFile(path) || frameScripts.has(path);
  return {
    ...Object.fromEntries(Object.entries(files).filter(([path]) => isKept(path))),
    [bundleName(main)]: text,
  };
}
