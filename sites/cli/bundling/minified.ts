/**
 * Makes a bundle smaller. All names stay, because they stand in stack traces, and reviewers read a package. Shorter
 * names would not start faster: the module of a large client is evaluated in the same time.
 */
import { transformSync } from "esbuild";
import type { WrittenModule } from "./names.ts";

/** The bundler's options that remove what nothing reads, and keep all names. */
export const SMALLER = { minifyWhitespace: true, minifySyntax: true };

/** Longest line in bytes, as far as texts and notices allow. Editors and comparisons cannot show one endless line. */
const LINE_MAX_BYTES = 200;

const withMap = ({ text, sourceMap }: WrittenModule): string =>
  `${text}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(sourceMap).toString("base64")}\n`;

/** The same module without spare space and comments but licences. Its map leads to the sources of the given one. */
export function minified(module: WrittenModule): WrittenModule {
  const { code, map } = transformSync(withMap(module), {
    loader: "js",
    format: "esm",
    target: "es2024",
    charset: "utf8",
    legalComments: "inline",
    logLevel: "silent",
    ...SMALLER,
    lineLimit: LINE_MAX_BYTES,
    sourcemap: "external",
    sourcesContent: true,
    tsconfigRaw: "{}",
  });
  return { text: code, sourceMap: map };
}
