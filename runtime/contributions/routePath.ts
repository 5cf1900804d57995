import type { ActivePlugin } from "./installed.ts";

/** The path of a plugin's route or webhook. Undefined if the manifest has no route of this name. */
export function pluginRoutePath({ id, plugin }: ActivePlugin, name: string): string | undefined {
  const route = plugin.manifest.contributes.routes?.find((one) => one.name === name);
  return route && `/api/plugins/${id}/${route.kind === "webhook" ? "webhooks" : "routes"}${route.path}`;
}
