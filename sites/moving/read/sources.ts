/** The kinds of sources, each by what tells it from the others. A new source is a folder and a line. */
import type { MovedSite } from "../tree/moved.ts";
import type { Folder } from "../tree/folder.ts";
import type { ReadingHow } from "../tree/reading.ts";
import { knowsGhost, readGhost } from "./ghost/readGhost.ts";
import { readFolder } from "./markdown/readFolder.ts";
import { knowsWeb, readWeb } from "./web/readWeb.ts";
import { knowsWord, readWord } from "./word/readWord.ts";
import { knowsExport, readWordpress } from "./wordpress/readExport.ts";

export type SourceKind = "web" | "wordpress" | "ghost" | "markdown" | "word";

export interface MoveSource {
  readonly kind: SourceKind;
  readonly name: string;
  /** Tells whether the files are of this kind. */
  knows(folder: Folder): Promise<boolean> | boolean;
  read(folder: Folder, reading: ReadingHow): Promise<MovedSite>;
}

const SOURCES: readonly MoveSource[] = [
  { kind: "web", name: "a site on the web", knows: knowsWeb, read: (folder) => readWeb(folder) },
  { kind: "wordpress", name: "an export of WordPress", knows: knowsExport, read: readWordpress },
  { kind: "ghost", name: "an export of Ghost", knows: knowsGhost, read: readGhost },
  {
    kind: "markdown",
    name: "a folder of Markdown",
    knows: ({ paths }) => paths.some((path) => /\.(?:md|markdown|mdx|html?)$/i.test(path)),
    read: readFolder,
  },
  { kind: "word", name: "documents of a word processor", knows: knowsWord, read: (folder) => readWord(folder) },
];

export async function findMoveSource(folder: Folder): Promise<MoveSource | undefined> {
  for (const source of SOURCES) if (await source.knows(folder)) return source;
  return undefined;
}
