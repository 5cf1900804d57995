import { join } from "node:path";
import * as z from "zod/mini";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { stateIn } from "../state/stateFile.ts";
import type { PluginPack } from "./pluginPack.ts";
import type { DemoInstallationInput } from "./demoInstallation.ts";

/** The plugins with code, and how to install them. */
export interface DemoPluginsInput extends DemoInstallationInput {
  readonly folder: DataFolder;
  readonly plugins: PluginPack["executable"];
}

/**
 * The path of the record of installed plugins. It keeps a later start from repeating an installation or reverting an
 * owner's decision.
 */
const markOf = ({ state }: DataFolder): string => join(state, "plugins.json");

const markShape = z.record(z.string(), z.string());

const isIn = (
  known: Readonly<Record<string, string>>,
  { manifest: { id }, digest }: PluginPack["executable"][number],
): boolean => known[id] === digest;

/**
 * Signs the plugins with code and installs them through the API, as the demo's owner. Grants their requests, because
 * the person who starts the demo has the plugins on disk.
 */
export async function installDemoPlugins({ folder, plugins, ...input }: DemoPluginsInput): Promise<void> {
  const mark = stateIn(markOf(folder), markShape);
  if (mark.found && plugins.every((plugin) => isIn(mark.found, plugin))) return;
  // Most starts install nothing, and need not load how to.
  const { installDue, installedAt } = await import("./demoInstallation.ts");
  const known = mark.found ?? (mark.why === "damaged" ? await installedAt(input, plugins) : {});
  const due = plugins.filter((plugin) => !isIn(known, plugin));
  const installed = due.length === 0 ? [] : await installDue(due, input);
  if (mark.found && installed.length === 0) return;
  const done = installed.map(({ manifest: { id }, digest }) => [id, digest]);
  writeWhole(markOf(folder), JSON.stringify({ ...known, ...Object.fromEntries(done) }));
}
