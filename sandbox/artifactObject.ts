import { DurableObject } from "cloudflare:workers";
import type { PluginArtifact } from "./artifact.ts";

type Row = { path: string; text: string };

/** The path of the manifest's row. No file can have an empty path. */
const MANIFEST = "";

/**
 * The Durable Object of one artifact, named by the digest. Each file is a row, because a row holds two megabytes at
 * most. A digest always names the same bytes, so a second write changes nothing.
 */
export class PluginArtifactDO extends DurableObject {
  readonly #storage: DurableObjectStorage;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#storage = state.storage;
    this.#storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
    );
  }

  write({ manifestText, files }: PluginArtifact): void {
    this.#storage.transactionSync(() => {
      if (this.#rows().length > 0) return;
      for (const [path, text] of [...Object.entries(files), [MANIFEST, manifestText]]) {
        this.#storage.sql.exec("INSERT INTO files (path, text) VALUES (?, ?)", path, text);
      }
    });
  }

  /** Null if no artifact was written to this object. */
  read(): PluginArtifact | null {
    const texts = new Map(this.#rows().map(({ path, text }) => [path, text]));
    const manifestText = texts.get(MANIFEST);
    texts.delete(MANIFEST);
    return manifestText === undefined ? null : { manifestText, files: Object.fromEntries(texts) };
  }

  #rows(): Row[] {
    return this.#storage.sql.exec<Row>("SELECT path, text FROM files").toArray();
  }
}
