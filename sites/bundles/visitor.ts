/** The script of published pages with a form, which the kernel draws and serves. */
import { FORM_SCRIPT_MAX_BYTES } from "../../manifests/bounds/forms.ts";
import { assetConstant, bundled } from "./browserAsset.ts";

export const VISITOR_FILE = "runtime/forms/script.generated.ts";

export const visitorModule = async (banner: string): Promise<string> =>
  [
    banner,
    assetConstant(
      "FORM_SCRIPT",
      "script of forms",
      await bundled("sites/visitor/index.ts", { format: "esm" }),
      FORM_SCRIPT_MAX_BYTES,
    ),
    "",
  ].join("\n");
