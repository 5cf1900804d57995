/** Builds the script and the style sheet of pages with a search. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { SEARCH_SCRIPT_MAX_BYTES, SEARCH_STYLE_MAX_BYTES } from "../../manifests/bounds/search.ts";
import { assetConstant, bundled } from "./browserAsset.ts";

export const SEARCHING_FILE = "runtime/rendering/searching/assets.generated.ts";

const SHEET = join(import.meta.dirname, "../visitor/searching/search.css");

export const searchingModule = async (banner: string): Promise<string> =>
  [
    banner,
    assetConstant(
      "SEARCH_SCRIPT",
      "script of searches",
      await bundled("sites/visitor/searching/index.ts", { format: "esm" }),
      SEARCH_SCRIPT_MAX_BYTES,
    ),
    assetConstant(
      "SEARCH_STYLE",
      "style sheet of searches",
      transformSync(readFileSync(SHEET, "utf8"), { loader: "css", minify: true }).code.trim(),
      SEARCH_STYLE_MAX_BYTES,
    ),
    "",
  ].join("\n");
