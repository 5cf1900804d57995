import { readFileSync } from "node:fs";
import type { CliCommand } from "./command.ts";

/** The path is the same in a checkout and in the installed package. */
const PACKAGE = new URL("../../../package.json", import.meta.url);

/** The release that this program belongs to. */
export const releaseVersion = (): string => (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version;

export const version: CliCommand = {
  name: "version",
  summary: "Print the release. --version and -V do the same.",
  options: [],
  examples: ["svc version --json"],
  run: () => ({ ok: true, lines: [releaseVersion()], data: { version: releaseVersion() } }),
};
