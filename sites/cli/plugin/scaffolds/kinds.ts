/** The kinds of a new plugin. Another kind is one file and one row here. */
import { action } from "./action.ts";
import { javascript, typescript } from "./counter.ts";
import { data } from "./data.ts";
import { files } from "./files.ts";
import { formScaffold } from "./form.ts";
import { frameScaffold } from "./frame.ts";
import { mediaScaffold } from "./media.ts";
import { section } from "./section.ts";
import { theme } from "./theme.ts";
import { tools } from "./tools.ts";
import type { ScaffoldFiles, NewPlugin } from "./wish.ts";

interface ScaffoldKind {
  /** The description in the list of kinds. */
  readonly says: string;
  readonly files: (wish: NewPlugin) => ScaffoldFiles;
  /** The file that the author should change first. */
  readonly first: string;
}

export const SCAFFOLDS = {
  section: { says: "a section for pages, with templates", files: section, first: "plugin.jsonc" },
  frame: {
    says: "an interactive section, with a script in visitors' browsers",
    files: frameScaffold,
    first: "frame/estimate.js",
  },
  data: { says: "a section with computed data, with code in TypeScript", files: data, first: "main.ts" },
  theme: { says: "a theme: the layout around pages, and their look", files: theme, first: "theme.css" },
  form: { says: "a form that visitors submit", files: formScaffold, first: "plugin.jsonc" },
  files: { says: "files of the site, and metadata in the head of pages", files, first: "pages.liquid" },
  media: { says: "kinds of files that members may upload", files: mediaScaffold, first: "plugin.jsonc" },
  tools: { says: "tools for members' agents, with code in JavaScript", files: tools, first: "main.js" },
  action: { says: "an action in the editor, with code in JavaScript", files: action, first: "main.js" },
  javascript: { says: "hooks and routes, with code in JavaScript", files: javascript, first: "main.js" },
  typescript: { says: "the same in TypeScript, which may use npm packages", files: typescript, first: "main.ts" },
} as const satisfies Readonly<Record<string, ScaffoldKind>>;

export type ScaffoldName = keyof typeof SCAFFOLDS;
export const SCAFFOLD_NAMES = Object.keys(SCAFFOLDS) as ScaffoldName[];
