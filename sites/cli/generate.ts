/**
 * Writes what is generated. From the shape of a manifest: the JSON Schema editors complete `plugin.jsonc` with, and the
 * types authors import. From the table of addresses: the description of the API.
 * From the shape of a deployment descriptor: its JSON Schema. `--check` compares instead of writing,
 * so that none of them can drift from its source.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";
import * as z from "zod/mini";
import { manifestShape } from "../../manifests/manifest.ts";
import { descriptorSchema } from "./cloudflare/descriptor.ts";
import { EDITOR_FILE, editorModule } from "./editor.ts";
import { GUEST_FILE, guestModule } from "./guest.ts";
import { textAt } from "./textAt.ts";
import { VISITOR_FILE, visitorModule } from "./visitor.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMMAND = "node sites/cli/generate.ts";
const BANNER = `/* Generated from manifests/manifest.ts by \`${COMMAND}\`. Edit that file, then run the command. */`;
const GUEST_BANNER = `/* Generated from sandbox/guest/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const EDITOR_BANNER = `/* Generated from sites/editor/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const VISITOR_BANNER = `/* Generated from sites/visitor/ by \`${COMMAND}\`. Edit those files, then run the command. */`;
const WIDTH = 120;

type Schema = Record<string, unknown>;
type Generated = readonly [path: string, text: string];

/** Authors name the schema in their file and leave the digests to packing. */
export function authoringSchema(): Schema {
  const { $schema, properties, ...rest } = z.toJSONSchema(manifestShape);
  const { files: _written, ...members } = properties ?? {};
  return {
    $schema,
    title: "Drawbridge plugin",
    description: "What a plugin says about itself (plugin.jsonc).",
    allowTrailingCommas: true,
    ...rest,
    properties: {
      $schema: {
        type: "string",
        title: "Schema",
        description: "Where an editor finds this schema. Dropped when packed.",
      },
      ...members,
    },
  };
}

/** Titles would turn every member into a named type of its own; the descriptions say the same and more. */
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

/** Written for workers, whose types are not those of Node: loaded by its address, so that each is checked as what it is. */
const DESCRIPTION = new URL("../site/api/description/document.ts", import.meta.url).href;

async function apiDescription(): Promise<Schema> {
  const { openapiDocument } = (await import(DESCRIPTION)) as { openapiDocument(): Schema };
  return openapiDocument();
}

export const generated = async (): Promise<readonly Generated[]> => [
  ["manifests/plugin.schema.json", `${JSON.stringify(authoringSchema(), null, 2)}\n`],
  ["manifests/plugin.generated.ts", await authorTypes()],
  [GUEST_FILE, await guestModule(GUEST_BANNER)],
  [EDITOR_FILE, await editorModule(EDITOR_BANNER)],
  [VISITOR_FILE, await visitorModule(VISITOR_BANNER)],
  ["sites/cli/cloudflare/descriptor.schema.json", `${JSON.stringify(descriptorSchema(), null, 2)}\n`],
  ["sites/site/openapi.generated.json", `${JSON.stringify(await apiDescription(), null, 2)}\n`],
];

/** Which generated files under `root` are not what they should be. */
export const stale = (files: readonly Generated[], root: string): string[] =>
  files.filter(([path, text]) => textAt(join(root, path)) !== text).map(([path]) => path);

function report(paths: readonly string[]): number {
  for (const path of paths) process.stderr.write(`${path} differs from its source; run: ${COMMAND}\n`);
  return paths.length === 0 ? 0 : 1;
}

/** `--root <folder>` looks at another working tree, which is how the check itself is checked. */
async function main(args: readonly string[]): Promise<number> {
  const given = args.indexOf("--root");
  const root = given < 0 ? ROOT : (args[given + 1] ?? ROOT);
  const files = await generated();
  if (args.includes("--check")) return report(stale(files, root));
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
