import type { SourceMap } from "../../../manifests/faults/sourceMap.ts";
import { readableMap } from "../../../manifests/faults/sourcePlaces.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../area/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { SourceMaps } from "../calls/sourceMaps.ts";
import type { PluginUpdates } from "../updates/pluginUpdates.ts";
import { mapPlugin } from "./inputs.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginMappedView } from "./views.ts";

export interface MapParts {
  readonly powers: { now(): number };
  readonly sourceMaps: SourceMaps;
  readonly pluginUpdates: PluginUpdates;
  readonly pluginReads: PluginReads;
}

interface Input extends SourceMap {
  readonly plugin: string;
  readonly digest: string;
}

/** Stores a source map for an installed or waiting version. The plugin itself does not change. */
export function pluginMap(parts: MapParts): Command<Input, PluginMappedView> {
  return {
    parse: parseWith(mapPlugin.check(readableMap)),
    prepare:
      async ({ site }, { plugin, digest, sources, mappings }) =>
      () => {
        const { main } = findVersion(parts, site, { plugin, digest }).manifest;
        if (main === undefined)
          throw new Refusal("CONFLICT", { conflict: "plugin_without_code", reason: "The plugin has no code.", plugin });
        parts.sourceMaps.put(site, plugin, { digest, file: main, sources, mappings }, parts.powers.now());
        return { plugin, digest, sources: sources.length };
      },
  };
}

function findVersion(
  { pluginReads, pluginUpdates }: MapParts,
  site: string,
  { plugin, digest }: Pick<Input, "plugin" | "digest">,
): PackedPlugin {
  const versions = [pluginReads.find(site, plugin).plugin, pluginUpdates.find(site, plugin)?.plugin];
  const found = versions.find((version) => version?.digest === digest);
  if (found) return found;
  const digests = versions.flatMap((version) => (version ? [version.digest] : []));
  throw new Refusal("CONFLICT", {
    conflict: "version_not_installed",
    reason: "The source map belongs to a version that the site does not have.",
    digest,
    digests,
  });
}
