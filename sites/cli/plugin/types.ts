/**
 * `svc plugin types`: writes `plugin.d.ts`, which gives an editor the types of a plugin's inputs, answers and `ctx`.
 */
import { join } from "node:path";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { toolBeside } from "../files/toolsBeside.ts";
import { packFolder } from "./folder.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { declarations } from "./types/declarations.ts";

export const TYPES_FILE = "plugin.d.ts";

export async function writeTypes(folder: string, manifest: Manifest): Promise<string> {
  const file = join(folder, TYPES_FILE);
  // Renames a new file into place. In a foreign folder the name may be a symlink, which a plain write would follow.
  writeWhole(file, Buffer.from(await declarations(manifest), "utf8"));
  return file;
}

async function run({ args: [folder = ""] }: Invocation): Promise<Outcome> {
  const packed = packFolder(folder);
  if (!packed.ok) return { ok: false, lines: packed.error.lines, data: { findings: packed.error.issues } };
  toolBeside("json-schema-to-typescript");
  const file = await writeTypes(folder, packed.value.manifest);
  return { ok: true, lines: [file], data: { file } };
}

export const types: CliCommand = {
  name: "types",
  summary: "Write plugin.d.ts from the manifest: types of settings, fields, inputs, answers and ctx.",
  argument: ["<folder>", "the folder with plugin.jsonc"],
  options: [],
  examples: ["svc plugin types notices"],
  run,
};
