/** Tools that only some commands need. npm brings them for a person who asks, and not for each site. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Trouble } from "../command/command.ts";

const PACKAGE = new URL("../../../package.json", import.meta.url);

/** The commands that need a tool, by the name of its npm package. */
const TOOLS = {
  vitest: { needs: "svc plugin test", isAuthors: true },
  "json-schema-to-typescript": { needs: "svc plugin types", isAuthors: true },
  wrangler: { needs: "svc cloudflare", isAuthors: false },
} as const satisfies Readonly<Record<string, { readonly needs: string; readonly isAuthors: boolean }>>;

export type ToolBeside = keyof typeof TOOLS;

const NAMES = Object.keys(TOOLS) as ToolBeside[];

/** The command that installs tools, in the versions that this release was tested with. */
function installing(tools: readonly ToolBeside[]): string {
  const { peerDependencies: versions } = JSON.parse(readFileSync(PACKAGE, "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return `npm install --save-dev ${tools.map((tool) => `${tool}@${versions[tool]}`).join(" ")}`;
}

/** The command that installs all tools of authors. */
export const installingAuthorTools = (): string => installing(NAMES.filter((name) => TOOLS[name].isAuthors));

/** The path of a tool's package.json; undefined if the tool is not installed. */
export function findTool(tool: ToolBeside): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${tool}/package.json`);
  } catch {
    return undefined;
  }
}

/** The path of a tool's package.json. Throws an error that says how to install the tool. */
export function toolBeside(tool: ToolBeside): string {
  const found = findTool(tool);
  if (found !== undefined) return found;
  const { needs, isAuthors } = TOOLS[tool];
  const command = isAuthors ? installingAuthorTools() : installing([tool]);
  throw new Trouble(`${needs} needs ${tool}, which is not installed. In your site directory: ${command}`);
}
