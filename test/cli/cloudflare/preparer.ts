/** Prepares two profiles in turns until it is killed. Prints a line at its start. */
import { prepare } from "../../../sites/cli/cloudflare/prepareCommand.ts";
import { ran } from "./siteFolder.ts";

const [folder = ""] = process.argv.slice(2);
process.send?.("begun");
for (;;) for (const profile of ["full", "core"]) await ran(prepare, folder, { profile });
