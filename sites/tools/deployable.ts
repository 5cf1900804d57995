import { transformSync } from "esbuild";
import { minify } from "rolldown/utils";

/**
 * Leaves out what only readers of a bundle need. The names of functions and classes stay, because the traces in an
 * operator's log consist of them. Parameters and local variables get short names; esbuild renames them only together
 * with functions.
 */
export async function deployable(text: string): Promise<string> {
  const { code: short } = transformSync(text, { charset: "utf8", target: "es2024", minifySyntax: true });
  const { code, errors } = await minify("index.js", short, {
    module: true,
    compress: false,
    mangle: { toplevel: false, keepNames: true },
    codegen: { removeWhitespace: true, legalComments: "none" },
  });
  for (const { message } of errors) throw new Error(`The bundle cannot be minified: ${message}`);
  return code;
}
