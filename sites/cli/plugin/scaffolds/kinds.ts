/**
 * The kinds of a new plugin. Another kind is a folder in `files/` and one row here. The files of `files/code/` are for
 * several kinds.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type NewPlugin, filledIn } from "./newPlugin.ts";

interface ScaffoldKind {
  /** The description in the list of kinds. */
  readonly says: string;
  readonly files: readonly string[];
  /** The file that the author should change first. */
  readonly first: string;
}

const JAVASCRIPT = ["plugin.jsonc", "main.js", "main.test.js", "README.md", "tsconfig.json"];

export const SCAFFOLDS = {
  section: {
    says: "a section for pages, with templates",
    files: [
      "plugin.jsonc",
      "sections/notice.liquid",
      "sections/notice.md.liquid",
      "sections/notice.css",
      "notice.test.js",
    ],
    first: "plugin.jsonc",
  },
  frame: {
    says: "an interactive section, with a script in visitors' browsers",
    files: [
      "plugin.jsonc",
      "frame/estimate.html",
      "frame/estimate.css",
      "frame/estimate.js",
      "sections/estimate.liquid",
      "sections/estimate.css",
      "sections/estimate.md.liquid",
      "frame.test.js",
    ],
    first: "frame/estimate.js",
  },
  data: {
    says: "a section with computed data, with code in TypeScript",
    files: [
      "plugin.jsonc",
      "main.ts",
      "main.test.ts",
      "sections/countdown.liquid",
      "sections/countdown.md.liquid",
      "README.md",
      "package.json",
      "tsconfig.json",
    ],
    first: "main.ts",
  },
  theme: {
    says: "a theme: the layout around pages, and their look",
    files: ["plugin.jsonc", "layout.liquid", "theme.css", "theme.test.js"],
    first: "theme.css",
  },
  form: {
    says: "a form that visitors submit",
    files: ["plugin.jsonc", "sections/visit.liquid", "sections/visit.md.liquid", "visit.test.js"],
    first: "plugin.jsonc",
  },
  files: {
    says: "files of the site, and metadata in the head of pages",
    files: ["plugin.jsonc", "pages.liquid", "head.liquid", "files.test.js"],
    first: "pages.liquid",
  },
  media: {
    says: "kinds of files that members may upload",
    files: ["plugin.jsonc", "media.test.js"],
    first: "plugin.jsonc",
  },
  tools: { says: "tools for members' agents, with code in JavaScript", files: JAVASCRIPT, first: "main.js" },
  action: { says: "an action in the editor, with code in JavaScript", files: JAVASCRIPT, first: "main.js" },
  javascript: { says: "hooks and routes, with code in JavaScript", files: JAVASCRIPT, first: "main.js" },
  typescript: {
    says: "the same in TypeScript, which may use npm packages",
    files: ["plugin.jsonc", "README.md", "main.ts", "main.test.ts", "package.json", "tsconfig.json"],
    first: "main.ts",
  },
} as const satisfies Readonly<Record<string, ScaffoldKind>>;

export type ScaffoldName = keyof typeof SCAFFOLDS;
export const SCAFFOLD_NAMES = Object.keys(SCAFFOLDS) as ScaffoldName[];

const FOLDER = join(import.meta.dirname, "files");

/** The place of a scaffold's file: its own folder, or else the common one. */
export function scaffoldPath(kind: ScaffoldName, file: string): string {
  const path = join(FOLDER, kind, file);
  return existsSync(path) ? path : join(FOLDER, "code", file);
}

/** The files of a new plugin, by path. */
export const scaffoldFiles = (kind: ScaffoldName, plugin: NewPlugin): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SCAFFOLDS[kind].files.map((file) => [file, filledIn(readFileSync(scaffoldPath(kind, file), "utf8"), plugin)]),
  );
