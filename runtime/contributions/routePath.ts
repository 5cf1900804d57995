import type { ActivePlugin } from "./installed.ts";

/** Builds the path of a plugin's route from the route's name in the manifest; undefined for an unknown name. */
export function pluginRoutePath({ id, plugin }: ActivePlugin, name: string): string | undefined {
  const route = plugin.manifest.contributes.routes?.find((one) => one.name === name);
  return route && `/api/plugins/${id}/routes${route.path}`;
}
