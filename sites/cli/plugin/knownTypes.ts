/**
 * The content types that a plugin may name: its own, and those of the plugins beside its folder and of Drawbridge. A
 * site may have another version of those, so only what an author can see here is checked.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { contentTypesShape } from "../../../manifests/manifest/contentType.ts";
import { queriesIn } from "../../../manifests/manifest/queriesIn.ts";
import { valueAt } from "../../../manifests/refusals/pointer.ts";
import type { TypesOfPlugin } from "../../../manifests/rules/contentTypeRules.ts";
import { typedReferences } from "../../../manifests/rules/referenceRules.ts";
import { textAt } from "../files/textAt.ts";
import { parseAuthoring } from "../files/authoring.ts";
import { foldersIn, MANIFEST_FILE } from "../packing/folderFiles.ts";
import { OWN_PLUGINS } from "../packing/packFile.ts";

/** The plugins whose types the manifest may use: those that it requires, and those that its queries and references name. */
function namedPlugins(manifest: Manifest): ReadonlySet<string> {
  const { id, requires = {}, contributes } = manifest;
  const queried = queriesIn(contributes).flatMap(({ queries }) =>
    Object.values(queries).flatMap(({ type }) => (typeof type === "string" ? [type] : [])),
  );
  const referred = typedReferences(manifest).map(({ type }) => type);
  const owners = [...queried, ...referred].map((type) => type.slice(0, type.indexOf("/")));
  return new Set([...Object.keys(requires), ...owners].filter((name) => name !== id));
}

/** The types of a plugin in a folder. Undefined for another plugin, or one that its own author has to mend first. */
function typesIn(folder: string, wanted: ReadonlySet<string>): TypesOfPlugin | undefined {
  const parsed = parseAuthoring(textAt(join(folder, MANIFEST_FILE)) ?? "");
  const manifest: unknown = parsed.ok ? parsed.value : undefined;
  const id = String(valueAt(manifest, ["id"]));
  if (!wanted.has(id)) return undefined;
  const read = contentTypesShape.safeParse(valueAt(manifest, ["contributes", "contentTypes"]) ?? []);
  return read.success ? { id, contentTypes: read.data } : undefined;
}

/** The types of other plugins that the manifest names, as far as they are on this machine. */
export function typesOfOthers(folder: string, manifest: Manifest): TypesOfPlugin[] {
  const wanted = namedPlugins(manifest);
  if (wanted.size === 0) return [];
  const folders = [dirname(resolve(folder)), OWN_PLUGINS].filter((root) => existsSync(root)).flatMap(foldersIn);
  const found = folders.flatMap((one) => typesIn(one, wanted) ?? []);
  // A plugin beside the author's own is nearer than the one of this release.
  return [...Map.groupBy(found, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
}
