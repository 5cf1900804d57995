/** The kinds of sources, each by what tells it from the others. A new source is a folder and a line. */
import type { MovedSite } from "../tree/moved.ts";
import type { Folder } from "../tree/folder.ts";
import type { ReadingHow } from "../tree/reading.ts";
import { readFolder } from "./markdown/readFolder.ts";
import { knowsExport, readWordpress } from "./wordpress/readExport.ts";

export interface MoveSource {
  readonly name: string;
  /** Tells whether the files are of this kind. `head` is the beginning of a single file. */
  knows(folder: Folder, head: string): boolean;
  read(folder: Folder, reading: ReadingHow): Promise<MovedSite>;
}

const SOURCES: readonly MoveSource[] = [
  { name: "an export of WordPress", knows: knowsExport, read: readWordpress },
  {
    name: "a folder of Markdown",
    knows: ({ paths }) => paths.some((path) => /\.(?:md|markdown|mdx|html?)$/i.test(path)),
    read: readFolder,
  },
];

/** Characters of a file by which its kind is known. */
const HEAD_CHARS = 4_096;

export async function moveSourceOf(folder: Folder): Promise<MoveSource | undefined> {
  const [first] = folder.paths;
  const head = first !== undefined && /\.(?:xml|json)$/i.test(first) ? await folder.head(first, HEAD_CHARS) : "";
  return SOURCES.find((source) => source.knows(folder, head));
}
