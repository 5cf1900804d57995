/** The types of an owner as contributions of a plugin, for the kernel and for `svc plugin init --from-site`. */
import { ENGINE_VERSION } from "../manifest/engine.ts";
import type { ContentType } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { PackedPlugin } from "../packages/packedPlugin.ts";
import { ownFields, valuesTemplate, VALUES_STYLE } from "./drawing.ts";
import { OWNER } from "../shapes/owner.ts";
import { type OwnType, type OwnTypes, templateOf, VALUES_CSS } from "./ownTypes.ts";

/** The values that a new entry of the type starts with: those that the type requires. */
function exampleOf(type: OwnType): Record<string, unknown> {
  const { required } = type.fields;
  const wanted = new Set(Array.isArray(required) ? required : []);
  return Object.fromEntries(
    ownFields(type)
      .filter(({ name }) => wanted.has(name))
      .map(({ name, schema, kind }) => [name, schema["default"] ?? kind.start?.(schema)]),
  );
}

/** A type as a plugin contributes it. */
export const contributed = ({ converted, ...type }: OwnType): ContentType => ({
  ...type,
  ...(converted && { migrate: [{ convert: { fields: [...converted], drop: true } }] }),
  template: templateOf(type),
  css: VALUES_CSS,
  providesTitle: true,
  example: { fields: exampleOf(type) },
});

/** The files that draw the types. */
export const drawingFiles = ({ types }: OwnTypes): Record<string, string> => ({
  ...Object.fromEntries(types.map((type) => [templateOf(type), valuesTemplate(type)])),
  [VALUES_CSS]: VALUES_STYLE,
});

/** The types as the kernel renders them. `digest` names exactly these types. */
export function ownPlugin(types: OwnTypes, digest: string): PackedPlugin {
  const manifest: Manifest = {
    manifestVersion: 1,
    id: OWNER,
    version: ENGINE_VERSION,
    name: OWNER,
    kind: "declarative",
    engine: `^${ENGINE_VERSION}`,
    contributes: { contentTypes: types.types.map(contributed) },
  };
  return { manifest, manifestText: "", digest, files: drawingFiles(types) };
}
