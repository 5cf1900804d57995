/** `svc init`: turns a folder into a site directory. Existing files stay. */
import { existsSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Profile, PROFILES } from "../../workers/workers.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { textAt } from "../files/textAt.ts";
import { IGNORED, PLUGIN_FOLDER, readmeText, siteFileText } from "./files.ts";
import { readSiteFile, SITE_FILE } from "./siteFile.ts";
import { makeFolder } from "../files/makeFolder.ts";

const SCHEMA = fileURLToPath(new URL("./svc.schema.json", import.meta.url));
const PACKAGE = "drawbridge";

/** A site name from the folder's name, in the form that `svc.jsonc` requires. */
const nameOf = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "") || "my-site";

function manifestIn(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(textAt(path) ?? "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The error below replaces the parser's message.
  }
  throw new Trouble(`${path} is not a JSON object. Correct the file, or move it away; nothing was written.`);
}

/**
 * Completes a package.json that `npm install` made without a name. A file with a name is the operator's own project, so
 * its module type stays.
 */
function completed(manifest: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const scripts = { start: "svc start", ...(manifest["scripts"] as object | undefined) };
  const begun = "name" in manifest ? {} : { name, private: true, type: "module" };
  return { ...begun, ...manifest, scripts };
}

/** Appends the missing lines to a .gitignore. */
function ignoring(text: string): string {
  const lines = text.split("\n");
  const missing = IGNORED.filter((line) => !lines.includes(line));
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  return missing.length === 0 ? text : `${text}${separator}${missing.join("\n")}\n`;
}

/**
 * Writes `svc.jsonc` last. After an interruption the folder is no site directory yet, so the operator can repeat the
 * command.
 */
function writeAll(folder: string, name: string, profile: Profile): string[] {
  const at = (path: string): string => join(folder, path);
  const manifest = completed(manifestIn(at("package.json")), name);
  const wish = { name, profile, schema: relative(resolve(folder), SCHEMA).split(sep).join("/") };
  makeFolder(at(PLUGIN_FOLDER));
  writeWhole(at("package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeWhole(at(".gitignore"), ignoring(textAt(at(".gitignore")) ?? ""));
  const isNew = !existsSync(at("README.md"));
  if (isNew) writeWhole(at("README.md"), readmeText(wish));
  writeFileSync(at(SITE_FILE), siteFileText(wish), { flag: "wx" });
  return ["package.json", ".gitignore", ...(isNew ? ["README.md"] : []), `${PLUGIN_FOLDER}/`, SITE_FILE];
}

function run({ args: [folder = "."], options }: Invocation): Outcome {
  const name = options.text("name") ?? nameOf(folder);
  const profile = options.oneOf("profile", PROFILES, "plugins");
  const read = readSiteFile(siteFileText({ name, profile, schema: "" }));
  if (!read.ok) throw new UsageError(`--name takes ${read.error[0]?.allowed}, not ${JSON.stringify(name)}.`);
  if (existsSync(join(folder, SITE_FILE)))
    throw new UsageError(`${folder} is already a site directory: it has ${SITE_FILE}.`);
  makeFolder(folder);
  const written = writeAll(folder, name, profile);
  const installed = existsSync(join(folder, "node_modules", PACKAGE));
  return {
    ok: true,
    lines: written.map((path) => join(folder, path)),
    data: { folder: resolve(folder), name, profile, files: written },
    talk: [
      installed
        ? "Next: npx svc start"
        : `Next, in that folder: npm install <the ${PACKAGE} package>, then: npx svc start`,
    ],
  };
}

export const initSite: CliCommand = {
  name: "init",
  summary: "Set up a site directory in a folder: svc.jsonc, a folder for plugins, package.json and .gitignore.",
  argument: ["[folder]", "the folder, which may already have files (default: the current folder)"],
  options: [
    ["--name <name>", "name of the site directory (default: the folder's name)"],
    ["--profile <name>", `the workers that svc start runs: ${PROFILES.join(", ")} (default: plugins)`],
  ],
  examples: ["svc init .", "svc init my-site --profile full"],
  run,
};
