/**
 * The id of a plugin: `publisher.name`. A trust key may be limited to publishers, so the id alone must show the
 * publisher. There is exactly one dot, and all is lower-case ASCII, so an id has one spelling.
 */
import { PLUGIN_ID_MAX_CHARS } from "../bounds/manifest.ts";

declare const brand: unique symbol;
export type PluginId = string & { readonly [brand]: "PluginId" };

export const ID_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const ID_SAYS = "publisher.name in lower-case ASCII letters, digits and single hyphens, such as acme.reviews";

export const isPluginId = (text: string): text is PluginId =>
  text.length <= PLUGIN_ID_MAX_CHARS && ID_PATTERN.test(text);

export function pluginId(text: string): PluginId {
  if (!isPluginId(text)) throw new RangeError(`not a plugin id: ${JSON.stringify(text.slice(0, 100))}`);
  return text;
}

export const publisherOf = (id: PluginId): string => id.slice(0, id.indexOf("."));

/** The name of a plugin's contribution in documents, such as `acme.reviews/stars`. */
export const qualifiedName = (id: PluginId, name: string): string => `${id}/${name}`;

export function parseQualifiedName(text: string): { plugin: PluginId; name: string } | undefined {
  const slash = text.indexOf("/");
  const plugin = text.slice(0, slash);
  const name = text.slice(slash + 1);
  return slash > 0 && isPluginId(plugin) && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) ? { plugin, name } : undefined;
}
