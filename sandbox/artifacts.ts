import type { Artifact } from "./artifact.ts";
import type { Env } from "./env.ts";

/** The object of one digest, as far as it is called from here. */
interface Shelf {
  write(artifact: Artifact): Promise<void>;
  read(): Promise<Artifact | null>;
}

export function shelfOf({ PLUGIN_ARTIFACTS: namespace }: Env, digest: string): Shelf {
  // The class cannot be named here: it is built with this very environment.
  return namespace.get(namespace.idFromName(digest)) as unknown as Shelf;
}
