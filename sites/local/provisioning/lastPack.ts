import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { releaseVersion } from "../../cli/version.ts";

interface Folders {
  /** Another release may pack otherwise, so only what this one packed is taken up again. */
  readonly release: string;
  /** The plugin's id by the whole path of its folder. */
  readonly ids: Readonly<Record<string, string>>;
}

const NONE: Folders = { release: releaseVersion(), ids: {} };

const contentOf = <T>(file: string, otherwise: T): T =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : otherwise;

/** The plugins that the last run on a data folder took from which folders. */
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

  /** The plugin without code that the folder had, unless one of `others` has taken its id since. */
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
