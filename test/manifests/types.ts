/** What must compile, and what must not. Checked by tsc alone; nothing here runs. */
import type { PluginId } from "../../manifests/id.ts";
import type { Manifest } from "../../manifests/manifest.ts";
import type { PluginManifest } from "../../manifests/plugin.generated.ts";
import type { Version, VersionRange } from "../../manifests/version.ts";

type Assignable<From, To> = [From] extends [To] ? true : false;

export const authorsWriteWhatTheEngineReads: Assignable<PluginManifest, Manifest> = true;
export const theEngineReadsWhatAuthorsWrite: Assignable<Manifest, PluginManifest> = true;

// @ts-expect-error a plain string is not a plugin id
export const noId: PluginId = "acme.reviews";

// @ts-expect-error a plain string is not a version
export const noVersion: Version = "1.0.0";

// @ts-expect-error a version is not a range, although every version could be read as one
export const noRange: VersionRange = "1.0.0" as Version;

// @ts-expect-error a third kind does not exist
export const noKind: PluginManifest["kind"] = "native";
