/** The results of bundling a plugin's modules, with the files it takes in. Nothing here runs the bundler. */
import { localeOf } from "../../../manifests/packages/locales.ts";
import type { Result } from "../../../manifests/result.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";

/** A package from npm, or the plugin's own sources under the name "", and its part of the bundle. */
export interface BundledPart {
  readonly name: string;
  readonly version: string;
  /** As its package.json says; undefined if it says nothing. */
  readonly licence?: string;
  readonly bytes: number;
}

export interface Bundle {
  /** The author's module that it begins with. */
  readonly main: string;
  readonly text: string;
  /** A source map, version 3, with the sources' text. It stays with the author. */
  readonly sourceMap: string;
  readonly parts: readonly BundledPart[];
}

/** Bundles the modules that one reaches. */
export type Bundler = () => Result<Bundle, readonly LocatedIssue[]>;

type Files = Readonly<Record<string, string>>;

const TYPESCRIPT = /\.[cm]?tsx?$/;
const SOURCE = /\.([cm]?[jt]sx?|json)$/;

/** Packages a folder's package.json says its code needs. */
function dependenciesIn(packageJson: string | undefined): readonly string[] {
  try {
    const { dependencies } = JSON.parse(packageJson ?? "{}") as { readonly dependencies?: object };
    return Object.keys(dependencies ?? {});
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** JavaScript without packages goes into the package file by file, as it was written. */
export const needsBundling = (main: string, packageJson: string | undefined): boolean =>
  TYPESCRIPT.test(main) || (/\.m?js$/.test(main) && dependenciesIn(packageJson).length > 0);

export const bundleName = (main: string): string => main.replace(SOURCE, ".js");

/** The files of a package whose modules are in the bundle. Browsers load `frameScripts` by themselves. */
export function filesWith(
  files: Files,
  { main, text }: Bundle,
  frameScripts: ReadonlySet<unknown>,
): Record<string, string> {
  const isKept = (path: string): boolean =>
    !SOURCE.test(path) || localeOf(path) !== undefined || frameScripts.has(path);
  return {
    ...Object.fromEntries(Object.entries(files).filter(([path]) => isKept(path))),
    [bundleName(main)]: text,
  };
}
