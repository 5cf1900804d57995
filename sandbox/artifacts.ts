import type { PluginArtifact } from "./artifact.ts";
import type { Env } from "./env.ts";

/** The object of one digest, as far as it is called from here. */
interface Shelf {
  write(artifact: PluginArtifact): Promise<void>;
  read(): Promise<PluginArtifact | null>;
}

export function shelfOf({ PLUGIN_ARTIFACTS: namespace }: Env, digest: string): Shelf {
  // The class cannot be named here: it is built with this very environment.
  return namespace.get(namespace.idFromName(digest)) as unknown as Shelf;
}
