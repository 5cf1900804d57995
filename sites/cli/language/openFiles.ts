/** The files that an editor has open, and the plugins' folders around them. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { MANIFEST_FILE, type OpenTexts } from "../packing/folderFiles.ts";

/** Most files that the server keeps at once, and most folders between a file and the manifest of its plugin. */
export const OPEN_FILES_MAX = 200;
const DEPTH_MAX = 16;

export interface OpenFile {
  readonly folder: string;
  /** The path in the folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

function pluginFolderOf(path: string): string | undefined {
  let folder = dirname(path);
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    if (existsSync(join(folder, MANIFEST_FILE))) return folder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

/** The path of a file on this machine. Undefined for any other address, such as a file that was never saved. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();

  /** Keeps the text of a file. Undefined if the file belongs to no plugin, or too many are open. */
  put(uri: string, text: string): OpenFile | undefined {
    const known = this.#files.get(uri);
    const path = pathOf(uri);
    const folder = known?.folder ?? (path === undefined ? undefined : pluginFolderOf(path));
    if (path === undefined || folder === undefined || (!known && this.#files.size >= OPEN_FILES_MAX)) return undefined;
    const file = { folder, path: relative(folder, path).split(sep).join("/"), text };
    this.#files.set(uri, file);
    return file;
  }

  get(uri: string): OpenFile | undefined {
    return this.#files.get(uri);
  }

  close(uri: string): OpenFile | undefined {
    const file = this.#files.get(uri);
    this.#files.delete(uri);
    return file;
  }

  textsIn(folder: string): OpenTexts {
    const all = [...this.#files.values()].filter((file) => file.folder === folder);
    return new Map(all.map(({ path, text }) => [path, text]));
  }
}
