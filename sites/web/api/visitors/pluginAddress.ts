import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { pagePathShape, pluginIdShape } from "../../../../manifests/shapes/shape.ts";

const BELOW = /^\/api\/plugins\/([^/]+)\/(?:routes|webhooks|frames)(\/.*)?$/;

/**
 * The plugin that an address of a route or webhook names, and the path below it. An address of invalid form gets the
 * same answer as an unknown one.
 */
export function pluginAddress(pathname: string): { plugin: string; path: string } {
  const [, plugin = "", path = "/"] = BELOW.exec(pathname) ?? [];
  if (!pluginIdShape.safeParse(plugin).success || !pagePathShape.safeParse(path).success)
    throw new Refusal("NOT_FOUND");
  return { plugin, path };
}

/**
 * Handles a call that the workspace's end cut off, such as a crash of the plugin's process. Every other failure is an
 * answer. The runtime's error text is logged and not sent.
 */
export function cutOff(error: unknown, plugin: string): never {
  console.error("a plugin's call was cut off", plugin, error);
  throw new Refusal("PLUGIN_UNAVAILABLE", { plugin });
}
