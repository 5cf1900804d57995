/** The types of a site's owner as the folder of a plugin, which its author then changes. */
import { LABEL_MAX_CHARS } from "../bounds/manifest.ts";
import { isObject } from "../json/jsonObject.ts";
import { OWNER } from "../shapes/owner.ts";
import { contributed, drawingFiles } from "./asPlugin.ts";
import type { OwnType, OwnTypes } from "./ownTypes.ts";

/** References between the types get the names that the types have in the plugin. Other types keep theirs. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "of" && typeof one === "string" ? (names.get(one) ?? one) : renamed(one, names),
    ]),
  );
}

/** The name of each type in the plugin, by its name at the site. */
const namesIn = (id: string, { types }: OwnTypes): ReadonlyMap<string, string> =>
  new Map(types.map(({ name }) => [`${OWNER}/${name}`, `${id}/${name}`]));

const asContribution = (type: OwnType, names: ReadonlyMap<string, string>): object => ({
  ...contributed(type),
  fields: renamed(type.fields, names),
});

/** The files of the plugin by path. `schema` is the path of the manifest's schema, for editors. */
export function pluginFolder(id: string, types: OwnTypes, schema: string): Record<string, string> {
  const names = namesIn(id, types);
  const manifest = {
    $schema: schema,
    manifestVersion: 1,
    id,
    version: "1.0.0",
    name: types.types
      .map(({ plural }) => plural)
      .join(", ")
      .slice(0, LABEL_MAX_CHARS),
    kind: "declarative",
    engine: "^1.0.0",
    requires: {},
    contributes: { contentTypes: types.types.map((type) => asContribution(type, names)) },
  };
  return { "plugin.jsonc": `${JSON.stringify(manifest, null, 2)}\n`, ...drawingFiles(types) };
}
