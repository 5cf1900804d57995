/** The documentation of this release: beside the sources in a checkout, and beside the program in its package. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const PLACES = ["../../../docs/", "../../../../docs/"] as const;

export const DOCS_FOLDER: string | undefined = PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(
  (folder) => existsSync(join(folder, "plugins/templates.md")),
);

/** The text of one page. Empty if this release came without documentation. */
export const docsPage = (path: string): string =>
  DOCS_FOLDER === undefined ? "" : readFileSync(join(DOCS_FOLDER, path), "utf8");

/** The paths of all pages, such as `plugins/start.md`. */
export const docsPages = (): string[] =>
  DOCS_FOLDER === undefined
    ? []
    : globSync("**/*.md", { cwd: DOCS_FOLDER })
        .map((path) => path.split(sep).join("/"))
        .toSorted();
