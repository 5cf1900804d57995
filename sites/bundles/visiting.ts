/** Builds the script that reports a visit. */
import { VISIT_SCRIPT_MAX_BYTES } from "../../manifests/bounds/publicContent.ts";
import { assetConstant, bundled } from "./browserAsset.ts";

export const VISITING_FILE = "runtime/rendering/visits/script.generated.ts";

export const visitingModule = async (banner: string): Promise<string> =>
  [
    banner,
    assetConstant(
      "VISIT_SCRIPT",
      "script of visits",
      await bundled("sites/visitor/visits/index.ts", { format: "esm" }),
      VISIT_SCRIPT_MAX_BYTES,
    ),
    "",
  ].join("\n");
