/**
 * Writes the generated files: schemas, types for authors, base and control sheets, the table of the API's routes, and
 * modules for browsers and the sandbox. `--check` compares instead of writing, so that no file drifts from its source.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { descriptorSchema } from "../cli/cloudflare/descriptor/descriptor.ts";
import { siteFileSchema } from "../cli/directory/siteFile.ts";
import { BASES_FILE, basesModule } from "./baseSheets.ts";
import { CONTROLS_FILE, controlsModule } from "./controlSheets.ts";
import { EDITOR_FILE, editorModule, SHEET_FILE, sheetModule } from "../bundles/editor.ts";
import { FRAMES_FILE, framesModule } from "../bundles/frames.ts";
import { GUEST_FILE, guestModule } from "./guest/guest.ts";
import { GUEST_POWERS_FILE, guestPowers } from "./guest/guestPowers.ts";
import { authoringSchema, authorTypes } from "./manifestSchema.ts";
import { SEARCHING_FILE, searchingModule } from "../bundles/searching.ts";
import { textAt } from "../cli/files/textAt.ts";
import { VISITING_FILE, visitingModule } from "../bundles/visiting.ts";
import { VISITOR_FILE, visitorModule } from "../bundles/visitor.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMMAND = "node sites/tools/generate.ts";
const BANNER = `/* Generated from manifests/manifest/manifest.ts by \`${COMMAND}\`. Edit that file, then run the command. */`;
const GUEST_BANNER = `/* Generated from sandbox/guest/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const POWERS_BANNER = `/* Generated from capabilities/verbs/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const EDITOR_BANNER = `/* Generated from sites/editor/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const VISITOR_BANNER = `/* Generated from sites/visitor/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const BASES_BANNER = `/* Generated from manifests/css/bases/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const CONTROLS_BANNER = `/* Generated from manifests/css/controls/ by \`${COMMAND}\`. Edit those files, then run the command. */`;

type Generated = readonly [path: string, text: string];

/**
 * The module's types are those of workers, which conflict with Node's. An import by URL keeps the two type checks
 * apart.
 */
const ROUTE_TABLE = new URL("../web/api/description/routeTable.ts", import.meta.url).href;

async function routes(): Promise<string> {
  const { routeTable } = (await import(ROUTE_TABLE)) as { routeTable(): string };
  return routeTable();
}

export const generated = async (): Promise<readonly Generated[]> => [
  ["manifests/plugin.schema.json", `${JSON.stringify(authoringSchema(), null, 2)}\n`],
  ["manifests/plugin.generated.ts", await authorTypes(BANNER)],
  [BASES_FILE, basesModule(BASES_BANNER)],
  [CONTROLS_FILE, controlsModule(CONTROLS_BANNER)],
  [GUEST_POWERS_FILE, guestPowers(POWERS_BANNER)],
  [GUEST_FILE, await guestModule(GUEST_BANNER, guestPowers(POWERS_BANNER))],
  [EDITOR_FILE, await editorModule(EDITOR_BANNER)],
  [SHEET_FILE, await sheetModule(EDITOR_BANNER)],
  [VISITOR_FILE, await visitorModule(VISITOR_BANNER)],
  [FRAMES_FILE, await framesModule(VISITOR_BANNER)],
  [SEARCHING_FILE, await searchingModule(VISITOR_BANNER)],
  [VISITING_FILE, await visitingModule(VISITOR_BANNER)],
  ["sites/cli/cloudflare/descriptor/descriptor.schema.json", `${JSON.stringify(descriptorSchema(), null, 2)}\n`],
  ["sites/cli/directory/svc.schema.json", `${JSON.stringify(siteFileSchema(), null, 2)}\n`],
  ["sites/web/api/routes.generated.txt", await routes()],
];

/** Lists the generated files under `root` that are out of date. */
export const staleOf = (files: readonly Generated[], root: string): string[] =>
  files.filter(([path, text]) => textAt(join(root, path)) !== text).map(([path]) => path);

function report(paths: readonly string[]): number {
  for (const path of paths) process.stderr.write(`${path} differs from its source; run: ${COMMAND}\n`);
  return paths.length === 0 ? 0 : 1;
}

/** `--root <folder>` checks another working tree; the check's own test uses it. */
async function main(args: readonly string[]): Promise<number> {
  const given = args.indexOf("--root");
  const root = given < 0 ? ROOT : (args[given + 1] ?? ROOT);
  const files = await generated();
  if (args.includes("--check")) return report(staleOf(files, root));
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
