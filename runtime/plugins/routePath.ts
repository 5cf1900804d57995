import type { ActivePlugin } from "./installed.ts";

/** Where a route of a plugin is served, by the name its manifest gives it. */
export function pluginRoutePath({ id, plugin }: ActivePlugin, name: string): string | undefined {
  const route = plugin.manifest.contributes.routes?.find((one) => one.name === name);
  return route && `/api/plugins/${id}/routes${route.path}`;
}
