/** Short notation for plugins as resolution gets them. */
import type { Contributes, Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { InstalledPlugin } from "../../../runtime/plugins/states/resolution.ts";

export interface Wish extends Partial<Manifest> {
  readonly id: string;
  readonly contributes?: Contributes;
}

export function packed(wish: Wish, files: Readonly<Record<string, string>> = {}): PackedPlugin {
  const manifest: Manifest = {
    manifestVersion: 1,
    version: "1.0.0",
    name: wish.id,
    kind: "declarative",
    engine: "^1.0.0",
    contributes: {},
    ...wish,
  };
  const manifestText = JSON.stringify(manifest);
  return { manifest, manifestText, digest: `sha256-${wish.id}@${manifest.version}`, files };
}

export const installed = (wish: Wish, rest: Partial<InstalledPlugin> = {}): InstalledPlugin => ({
  plugin: packed(wish),
  place: 1,
  state: "enabled",
  ...rest,
});

export const fileAt = (path: string): Contributes => ({
  files: [{ path, type: "text/plain; charset=utf-8", template: "file.liquid" }],
});
