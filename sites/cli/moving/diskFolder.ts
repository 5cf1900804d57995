/** A folder of this machine as the source of an import. Links in it are not followed, so nothing beyond it is read. */
import { createReadStream, lstatSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import type { Folder } from "../../moving/tree/folder.ts";
import { Trouble } from "../command/command.ts";

/** Most files of a source. A larger folder holds more than one site. */
const FILES_MAX = 200_000;

/** Folders that never hold a site's own content. */
const SKIPPED = new Set([".git", "node_modules", ".svc"]);

export function diskFolder(root: string): Folder {
  const paths: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
      if (entry.isFile()) paths.push(relative(root, path).split(sep).join("/"));
    }
    if (paths.length > FILES_MAX)
      throw new Trouble(`${root} has more than ${FILES_MAX} files. Name the folder of one site.`);
  }
  const bytes = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const at = join(root, path);
    const { size } = lstatSync(at);
    if (size > MEDIA_MAX_BYTES) throw new Error(`it has ${size} bytes; a file may have ${MEDIA_MAX_BYTES}`);
    return new Uint8Array(await readFile(at));
  };
  return { paths: paths.toSorted(), bytes, ...textsIn(root, bytes) };
}

/** A single file as a source of its own. */
export function diskFile(path: string): Folder {
  const [folder, name] = [dirname(path), basename(path)];
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(path));
  return { paths: [name], bytes, ...textsIn(folder, bytes) };
}

const textsIn = (root: string, bytes: Folder["bytes"]): Pick<Folder, "text" | "head" | "stream"> => ({
  text: async (path) => new TextDecoder().decode(await bytes(path)),
  async head(path, chars) {
    for await (const piece of decoded(createReadStream(join(root, path), { end: chars * 4 })))
      return piece.slice(0, chars);
    return "";
  },
  stream: (path) => decoded(createReadStream(join(root, path))),
});

/** Broken UTF-8 becomes U+FFFD, wherever the pieces are cut. */
async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
