/** The uploaded files beside an export, wherever their folder lies. */
import { decodedOr } from "../../../../manifests/shapes/normalPath.ts";

/** Last parts of a path that tell a file: folders such as `wp-content/uploads/sites/2/2024/03`, and the name. */
const PARTS_COMPARED = 8;

export class FilesBeside {
  /** Files by each end of their paths. A name alone that several files have leads to none. */
  readonly #byEnd = new Map<string, string>();

  constructor(paths: readonly string[]) {
    const names = new Set<string>();
    for (const path of paths) {
      const parts = path.split("/").slice(-PARTS_COMPARED);
      for (const [at] of parts.entries()) {
        const end = parts.slice(at).join("/");
        if (!this.#byEnd.has(end)) this.#byEnd.set(end, path);
      }
      const name = parts.at(-1) ?? "";
      if (names.has(name)) this.#byEnd.delete(name);
      names.add(name);
    }
  }

  /** The file with the longest end of an address, with at least so many folders of it. */
  at(pathname: string, folders: number): string | undefined {
    const parts = pathname
      .split("/")
      .slice(-PARTS_COMPARED)
      .map((part) => decodedOr(part));
    const ends = parts.slice(0, parts.length - folders).map((_, index) => parts.slice(index).join("/"));
    return this.#byEnd.get(ends.find((end) => this.#byEnd.has(end)) ?? "");
  }
}
