/**
 * Writes the generated files: schemas, types for authors, base sheets of themes, the table of the API's routes, and
 * modules for browsers and the sandbox. `--check` compares instead of writing, so that no file drifts from its source.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";
import * as z from "zod/mini";
import { manifestShape } from "../../manifests/manifest/manifest.ts";
import { descriptorSchema } from "../cli/cloudflare/descriptor/descriptor.ts";
import { siteFileSchema } from "../cli/directory/siteFile.ts";
import { BASES_FILE, basesModule } from "./baseSheets.ts";
import { EDITOR_FILE, editorModule, SHEET_FILE, sheetModule } from "../bundles/editor.ts";
import { FRAMES_FILE, framesModule } from "../bundles/frames.ts";
import { GUEST_FILE, guestModule } from "./guest/guest.ts";
import { GUEST_POWERS_FILE, guestPowers } from "./guest/guestPowers.ts";
import { textAt } from "../cli/files/textAt.ts";
import { VISITOR_FILE, visitorModule } from "../bundles/visitor.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMMAND = "node sites/tools/generate.ts";
const BANNER = `/* Generated from manifests/manifest/manifest.ts by \`${COMMAND}\`. Edit that file, then run the command. */`;
const GUEST_BANNER = `/* Generated from sandbox/guest/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const POWERS_BANNER = `/* Generated from capabilities/verbs/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const EDITOR_BANNER = `/* Generated from sites/editor/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const VISITOR_BANNER = `/* Generated from sites/visitor/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const BASES_BANNER = `/* Generated from manifests/css/bases/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const WIDTH = 120;

type Schema = Record<string, unknown>;
type Generated = readonly [path: string, text: string];

/** The schema of an author's manifest. Authors may add `$schema`, and may not write digests, because packing does. */
export function authoringSchema(): Schema {
  const { $schema, properties, ...rest } = z.toJSONSchema(manifestShape);
  const { files: _written, ...members } = properties ?? {};
  return {
    $schema,
    title: "Drawbridge plugin",
    description: "The manifest of a plugin (plugin.jsonc).",
    allowTrailingCommas: true,
    ...rest,
    properties: {
      $schema: {
        type: "string",
        title: "Schema",
        description: "Address of this schema, for code editors. svc plugin pack leaves it out.",
      },
      ...members,
    },
  };
}

/** Removes titles. The type generator would make a named type of every member with a title. */
function withoutTitles(value: unknown, isMembers = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTitles(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isMembers || name !== "title");
  return Object.fromEntries(
    kept.map(([name, child]) => [name, withoutTitles(child, !isMembers && name === "properties")]),
  );
}

const authorTypes = (): Promise<string> =>
  compile(withoutTitles(z.toJSONSchema(manifestShape)) as Schema, "PluginManifest", {
    bannerComment: BANNER,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { printWidth: WIDTH, trailingComma: "all" },
  });

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
  ["manifests/plugin.generated.ts", await authorTypes()],
  [BASES_FILE, basesModule(BASES_BANNER)],
  [GUEST_POWERS_FILE, guestPowers(POWERS_BANNER)],
  [GUEST_FILE, await guestModule(GUEST_BANNER, guestPowers(POWERS_BANNER))],
  [EDITOR_FILE, await editorModule(EDITOR_BANNER)],
  [SHEET_FILE, await sheetModule(EDITOR_BANNER)],
  [VISITOR_FILE, await visitorModule(VISITOR_BANNER)],
  [FRAMES_FILE, await framesModule(VISITOR_BANNER)],
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
