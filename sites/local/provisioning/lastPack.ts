import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { releaseVersion } from "../../cli/version.ts";

interface Folders {
  /** The release that packed the plugins. Another release may pack differently, so it does not use them. */
  readonly release: string;
  /** Plugin ids by the absolute path of the folder. */
  readonly ids: Readonly<Record<string, string>>;
}

const NONE: Folders = { release: releaseVersion(), ids: {} };

/**
 * Reads the file, or answers `otherwise`. A kill can cut the file off, and each start writes it anew, so a file that is
 * not JSON counts as missing.
 */
function contentOf<T>(file: string, otherwise: T): T {
  if (!existsSync(file)) return otherwise;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return otherwise;
    throw error;
  }
}

/** The plugins that the last run with a data folder packed, and the folders that they came from. */
export class LastPack {
  readonly #file: string;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #plugins: ReadonlyMap<string, PackedPlugin>;

  constructor(pack: string, file: string) {
    this.#file = file;
    const { release, ids } = contentOf(file, NONE);
    const { plugins } = contentOf<{ readonly plugins: readonly PackedPlugin[] }>(pack, { plugins: [] });
    const isOurs = release === NONE.release;
    this.#ids = new Map(Object.entries(isOurs ? ids : {}));
    this.#plugins = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]));
  }

  idOf(folder: string): string | undefined {
    return this.#ids.get(resolve(folder));
  }

  /** The declarative plugin that the folder last contained; undefined if one of `others` has its id now. */
  pluginOf(folder: string, others: readonly PackedPlugin[]): PackedPlugin | undefined {
    const id = this.idOf(folder);
    return id === undefined || others.some(({ manifest }) => manifest.id === id) ? undefined : this.#plugins.get(id);
  }

  replace(ids: readonly (readonly [folder: string, id: string])[]): void {
    const folders: Folders = {
      release: NONE.release,
      ids: Object.fromEntries(ids.map(([folder, id]) => [resolve(folder), id])),
    };
    writeFileSync(this.#file, JSON.stringify(folders));
  }
}
