import type { PluginArtifact } from "./artifact.ts";
import type { Env } from "./env.ts";

/** The methods of the artifact object that the sandbox calls. */
interface Shelf {
  write(artifact: PluginArtifact): Promise<void>;
  read(): Promise<PluginArtifact | null>;
}

export function shelfOf({ PLUGIN_ARTIFACTS: namespace }: Env, digest: string): Shelf {
  // The type of the class cannot be imported here: the class is declared with this very environment, which would be
  // circular.
  return namespace.get(namespace.idFromName(digest)) as unknown as Shelf;
}
