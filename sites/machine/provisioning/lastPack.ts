import { resolve } from "node:path";
import * as z from "zod/mini";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { releaseVersion } from "../../cli/command/version.ts";
import { stateIn } from "../state/stateFile.ts";

const foldersShape = z.object({
  /** The release that packed the plugins. Another release may pack differently, so it does not use them. */
  release: z.string(),
  /** Plugin ids by the absolute path of the folder. */
  ids: z.record(z.string(), z.string()),
});

const packShape = z.object({ plugins: z.array(z.custom<PackedPlugin>(isPacked)) });

function isPacked(value: unknown): boolean {
  return z.object({ manifest: z.object({ id: z.string() }), files: z.object({}) }).safeParse(value).success;
}

/** The plugins that the last run with a data folder packed, and the folders that they came from. */
export class LastPack {
  readonly #file: string;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #plugins: ReadonlyMap<string, PackedPlugin>;

  constructor(pack: string, file: string) {
    this.#file = file;
    // Each start writes both files anew, so a damaged one counts as missing.
    const { found: folders } = stateIn(file, foldersShape);
    const plugins = stateIn(pack, packShape).found?.plugins ?? [];
    this.#ids = new Map(Object.entries(folders?.release === releaseVersion() ? folders.ids : {}));
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
    const folders: z.infer<typeof foldersShape> = {
      release: releaseVersion(),
      ids: Object.fromEntries(ids.map(([folder, id]) => [resolve(folder), id])),
    };
    writeWhole(this.#file, JSON.stringify(folders));
  }
}
