/** The tools that only authors of plugins need. npm brings them for an author who asks, and not for each site. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Trouble } from "../command/command.ts";

const PACKAGE = new URL("../../../package.json", import.meta.url);

/** The command that needs a tool, by the name of its npm package. */
const TOOLS = {
  vitest: "svc plugin test",
  "json-schema-to-typescript": "svc plugin types",
} as const;

type AuthorTool = keyof typeof TOOLS;

/** The command that installs all of them, in the versions that this release was tested with. */
export function installingTools(): string {
  const { peerDependencies: versions } = JSON.parse(readFileSync(PACKAGE, "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return `npm install --save-dev ${Object.entries(versions)
    .map((pair) => pair.join("@"))
    .join(" ")}`;
}

/** The path of a tool's package.json; undefined if the tool is not installed. */
export function findTool(tool: AuthorTool): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${tool}/package.json`);
  } catch {
    return undefined;
  }
}

/** The path of a tool's package.json. Throws an error that says how to install the tool. */
export function authorTool(tool: AuthorTool): string {
  const found = findTool(tool);
  if (found === undefined)
    throw new Trouble(
      `${TOOLS[tool]} needs ${tool}, which is not installed. In your site directory: ${installingTools()}`,
    );
  return found;
}
