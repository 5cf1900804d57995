/** `svc plugin init`: makes a folder with a complete example plugin, which the author then changes. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ID_SAYS, isPluginId } from "../../../manifests/shapes/id.ts";
import { pluginFolder } from "../../../manifests/ownTypes/exported.ts";
import type { OwnTypes } from "../../../manifests/ownTypes/ownTypes.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { siteDirectoryAbove, siteFileIn } from "../directory/siteFile.ts";
import { findTool, installingAuthorTools } from "../files/toolsBeside.ts";
import { checkFolder } from "./check.ts";
import { askedKind } from "./scaffolds/asking.ts";
import { SCAFFOLD_NAMES, scaffoldFiles, SCAFFOLDS, type ScaffoldName } from "./scaffolds/kinds.ts";
import { TYPES_FILE, writeTypes } from "./types.ts";
import { sessionFor } from "../site/session.ts";
import { canAsk } from "../terminal/prompt.ts";
import { makeFolder } from "../files/makeFolder.ts";

const SCHEMA = fileURLToPath(new URL("../../../manifests/plugin.schema.json", import.meta.url));
/**
 * The module of the test kit without extension. An editor finds types beside it in the installed package, and the
 * source in a checkout.
 */
const KIT = fileURLToPath(new URL("../rehearsal/startPlugin", import.meta.url));

/** The folder of vitest, or the one that it will have once the author installs it. */
const vitestFolder = (): string => dirname(findTool("vitest") ?? resolve("node_modules/vitest/package.json"));

/** Asks at a terminal. A script without `--kind` gets a section. */
async function chooseKind(options: Invocation["options"]): Promise<ScaffoldName> {
  const isAsked = options.text("kind") === undefined && canAsk();
  return isAsked ? askedKind() : options.oneOf("kind", SCAFFOLD_NAMES, "section");
}

/** Creates the folder. Throws if it has contents, because they may be an author's work. */
function makeEmptyFolder(folder: string): void {
  makeFolder(folder);
  if (readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. Name another folder with --folder.`);
}

/**
 * In a site directory, a folder under its first plugin folder, which `svc start` packs; elsewhere, a folder under the
 * working directory.
 */
function defaultFolder(id: string): string {
  const name = id.slice(id.indexOf(".") + 1);
  const site = siteDirectoryAbove(".");
  const [first] = site === undefined ? [] : siteFileIn(site).plugins;
  return site === undefined || first === undefined ? name : relative(".", join(site, first, name));
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: "wx" });
  }
}

interface NewFolder {
  readonly id: string;
  readonly folder: string;
  /** The path from the folder to a file of the product. */
  readonly from: (path: string) => string;
}

interface Beginning {
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file that the author should change first. */
  readonly first: string;
}

async function beginExample({ options }: Invocation, { id, from }: NewFolder): Promise<Beginning> {
  const kind = await chooseKind(options);
  const files = scaffoldFiles(kind, { id, schema: from(SCHEMA), kit: from(KIT), vitest: from(vitestFolder()) });
  return { kind, files, first: SCAFFOLDS[kind].first };
}

/** The content types of a site's owner, with the template that has drawn them so far. */
async function beginFromTypes(invocation: Invocation, { id, from }: NewFolder): Promise<Beginning> {
  const { body } = await sessionFor(invocation, FROM_SITE).get<{ body: OwnTypes }>("/api/types");
  if (body.types.length === 0) throw new Trouble("The owner of this site has made no content types.");
  return { kind: "types", files: pluginFolder(id, body, from(SCHEMA)), first: "plugin.jsonc" };
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
  } = invocation;
  if (!isPluginId(id)) throw new UsageError(`${JSON.stringify(id)} is not a plugin id. An id is ${ID_SAYS}.`);
  const folder = options.text("folder") ?? defaultFolder(id);
  const from = (path: string): string => relative(resolve(folder), path).split(sep).join("/");
  const begin = options.text(FROM_SITE) === undefined ? beginExample : beginFromTypes;
  const { kind, files, first } = await begin(invocation, { id, folder, from });
  makeEmptyFolder(folder);
  write(folder, files);
  const { plugin, findings, lines } = checkFolder(folder);
  const hasTypes = plugin?.manifest.kind === "executable" && findTool("json-schema-to-typescript") !== undefined;
  if (hasTypes) await writeTypes(folder, plugin.manifest);
  const written = [...Object.keys(files), ...(hasTypes ? [TYPES_FILE] : [])];
  return {
    ok: findings.length === 0,
    lines: [...written.map((path) => join(folder, path)), ...lines],
    data: { id, kind, folder, files: written, findings },
    talk: [
      ...(findTool("vitest") === undefined ? [`For tests and types, once: ${installingAuthorTools()}`] : []),
      `Next: change ${join(folder, first)}, then: svc plugin test ${folder}`,
    ],
  };
}

const FROM_SITE = "from-site";

export const init: CliCommand = {
  name: "init",
  summary: "Start a plugin in a new folder.",
  argument: ["<id>", "publisher.name, such as acme.notices"],
  options: [
    ["--kind <kind>", `${SCAFFOLD_NAMES.join(", ")} (default: you are asked at a terminal, else section)`],
    ["--from-site <url>", "begin with the content types that the owner of this site made"],
    [
      "--folder <path>",
      "folder of the plugin (default: named after the id, in the plugins folder of a site directory)",
    ],
  ],
  examples: [
    "svc plugin init acme.notices",
    "svc plugin init acme.counter --kind javascript --folder plugins/counter",
    "svc plugin init acme.recipes --from-site http://demo.localhost:8787",
  ],
  run,
};
