/** Files that a member chose in the browser, as the source of an import. */
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { zipFolder } from "../../moving/move.ts";
import type { Folder } from "../../moving/tree/folder.ts";

/** Folders that never hold a site's own content, and files of systems. */
const SKIPPED = /(?:^|\/)(?:\.git|node_modules|\.svc|__MACOSX)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/;

/** The path of a file below the chosen folder. A file that was chosen alone has its name. */
const pathOf = ({ webkitRelativePath, name }: File): string =>
  webkitRelativePath === "" ? name : webkitRelativePath.slice(webkitRelativePath.indexOf("/") + 1);

export const isTable = (files: readonly File[]): boolean =>
  files.length === 1 && /\.(?:csv|tsv)$/i.test(files[0]?.name ?? "");

/** An archive is read like the folder in it. It is told by its first bytes, whatever its name is. */
export async function chosenFolder(files: readonly File[]): Promise<Folder> {
  const [first] = files;
  if (first && files.length === 1 && !/\.docx$/i.test(first.name)) {
    const head = await first.slice(0, 4).text();
    if (head === "PK\u0003\u0004" || head === "PK\u0005\u0006") return zipFolder(first);
  }
  return folderOf(files);
}

function folderOf(files: readonly File[]): Folder {
  const byPath = new Map(
    files.flatMap((file) => (SKIPPED.test(file.webkitRelativePath) ? [] : [[pathOf(file), file] as const])),
  );
  const at = (path: string): File => {
    const file = byPath.get(path);
    if (!file) throw new Error(`There is no file ${path}.`);
    return file;
  };
  return {
    paths: [...byPath.keys()].toSorted(),
    async bytes(path) {
      const file = at(path);
      if (file.size > MEDIA_MAX_BYTES) throw new Error(`it has ${file.size} bytes; a file may have ${MEDIA_MAX_BYTES}`);
      return new Uint8Array(await file.arrayBuffer());
    },
    text: (path) => at(path).text(),
    head: async (path, chars) =>
      (
        await at(path)
          .slice(0, chars * 4)
          .text()
      ).slice(0, chars),
    stream: (path) => decoded(at(path)),
  };
}

/** Broken UTF-8 becomes U+FFFD, wherever the pieces are cut. Not every browser can iterate a stream. */
async function* decoded(file: File): AsyncGenerator<string> {
  const pieces = file.stream().getReader();
  const decoder = new TextDecoder();
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read())
    yield decoder.decode(piece.value, { stream: true });
  yield decoder.decode();
}
