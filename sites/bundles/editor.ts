/** The editor's style sheet and its script, which are static files of the site's worker. */
import { EDITOR_ASSET_MAX_BYTES } from "../../manifests/bounds/editor.ts";
import { FOCAL_CSS } from "../../runtime/templates/focal.ts";
import { assetConstants, bundled } from "./browserAsset.ts";

export const EDITOR_FILE = "sites/web/assets/assets.generated.ts";
/** Apart from the script, because the worker of members' agents has no static files and serves its text. */
export const SHEET_FILE = "sites/web/document/sheet.generated.ts";

export async function editorModule(banner: string): Promise<string> {
  const script = await bundled("sites/editor/enhance/index.ts", { format: "esm" });
  return [banner, assetConstants("SCRIPT", "editor's script", script, EDITOR_ASSET_MAX_BYTES), ""].join("\n");
}

export async function sheetModule(banner: string): Promise<string> {
  const style = (await bundled("sites/editor/pages/editor.css")) + FOCAL_CSS;
  return [banner, assetConstants("STYLE", "editor's style sheet", style, EDITOR_ASSET_MAX_BYTES), ""].join("\n");
}
