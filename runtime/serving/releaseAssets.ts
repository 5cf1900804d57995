/** Style sheets, files of packages, frames and scripts that the pages of a release load. */
import { FORM_SCRIPT_DIGEST, FORM_SCRIPT_PATH, FORM_SCRIPT_TEXT } from "../forms/script.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { FRAME_SCRIPT, FRAME_SCRIPT_PATH } from "../rendering/frames/frame.ts";
import { SEARCH_ASSETS } from "../rendering/searching/assets.ts";
import { VISIT_ASSETS } from "../rendering/visits/script.ts";
import { type PublishedAnswer, type PublishedText, asset, frame, packageFile } from "./publishedAnswer.ts";

export interface ReleaseAssetParts {
  readonly releases: Releases;
  readonly plugins: PluginShelf;
}

const STYLESHEET = /^\/_assets\/([0-9a-f]{64})\.css$/;
const ASSET = /^\/_assets\/[\w-]{43}\.[a-z0-9]+$/;
const FRAME = /^\/_assets\/frame\/([a-z0-9.-]+\/[a-z0-9-]+)$/;

/** The kernel's own scripts and style sheets for pages. */
const SCRIPTS: ReadonlyMap<string, PublishedText> = new Map([
  [FORM_SCRIPT_PATH, { type: "text/javascript; charset=utf-8", body: FORM_SCRIPT_TEXT, digest: FORM_SCRIPT_DIGEST }],
  [FRAME_SCRIPT_PATH, FRAME_SCRIPT],
  ...SEARCH_ASSETS,
  ...VISIT_ASSETS,
]);

/** The site whose pages load something. */
type Loading = Pick<ReleaseRow, "site">;

/** The answer for a path that a page of a release or of the draft loads. Undefined if there is none. */
export async function releaseAsset(
  parts: ReleaseAssetParts,
  site: Loading,
  path: string,
): Promise<PublishedAnswer | undefined> {
  const script = SCRIPTS.get(path);
  if (script) return asset(script);
  return stylesheet(parts, site, path) ?? (await ofPackage(parts, site, path)) ?? (await framed(parts, site, path));
}

function stylesheet({ releases }: ReleaseAssetParts, { site }: Loading, path: string): PublishedAnswer | undefined {
  const digest = STYLESHEET.exec(path)?.[1];
  const css = digest && releases.stylesheet(site, digest);
  if (!digest || css === undefined) return undefined;
  return asset({ type: "text/css; charset=utf-8", body: css, digest });
}

/** A font or picture of a package, from a stored release or from a plugin that is already active in the draft. */
async function ofPackage(
  { releases, plugins }: ReleaseAssetParts,
  { site }: Loading,
  path: string,
): Promise<PublishedAnswer | undefined> {
  if (!ASSET.test(path)) return undefined;
  const kept = releases.asset(site, path);
  if (kept) return packageFile(kept);
  await plugins.prepare();
  const found = plugins
    .forSite(site)
    .renderer.assets()
    .find((one) => one.path === path);
  return found && packageFile(found);
}

async function framed(
  { plugins }: ReleaseAssetParts,
  { site }: Loading,
  path: string,
): Promise<PublishedAnswer | undefined> {
  const name = FRAME.exec(path)?.[1];
  if (name === undefined) return undefined;
  await plugins.prepare();
  const found = plugins.forSite(site).renderer.frame(name);
  return found && frame(found);
}
