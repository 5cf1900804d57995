import { readFileSync } from "node:fs";
import type { CliCommand } from "./command.ts";

/** Two floors up in a checkout and in the installed package alike. */
const PACKAGE = new URL("../../package.json", import.meta.url);

/** The release that this program belongs to. */
export const releaseVersion = (): string => (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version;

export const version: CliCommand = {
  name: "version",
  summary: "Say which release this is, as --version and -V do.",
  options: [],
  examples: ["svc version --json"],
  run: () => ({ ok: true, lines: [releaseVersion()], data: { version: releaseVersion() } }),
};
