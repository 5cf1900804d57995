import { assetKind, assetPath } from "../../manifests/assets/kinds.ts";
import { iconFaults } from "../../manifests/assets/svg.ts";
import { remembering } from "../../manifests/memory/remembering.ts";
import { localesIn } from "../../manifests/packages/locales.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { Translator } from "../templates/translator.ts";
import type { OwnParts } from "../templates/ownParts.ts";

/** An asset that visitors load. */
export interface ServedAsset {
  readonly path: string;
  readonly type: string;
  /** The digest of the file, as pinned by the package. */
  readonly digest: string;
  /** The bytes in base64, as in the package. */
  readonly text: string;
}

function servedBy({ manifest: { contributes, files: pinned = {} }, files }: PackedPlugin): Map<string, ServedAsset> {
  const served = (contributes.assets ?? []).flatMap(({ name, file }): [string, ServedAsset][] => {
    const [digest, text, kind] = [pinned[file], files[file], assetKind(file)];
    if (digest === undefined || text === undefined || kind === undefined || kind.role === "icon") return [];
    return [[name, { path: assetPath(digest, file), type: kind.type, digest, text }]];
  });
  return new Map(served);
}

/** The valid icons. They are checked again, because a page contains them as markup. */
function iconsOf({ manifest: { contributes }, files }: PackedPlugin): Map<string, string> {
  const icons = (contributes.assets ?? []).flatMap(({ name, file }): [string, string][] => {
    const text = assetKind(file)?.role === "icon" ? files[file] : undefined;
    return text === undefined || iconFaults(text).length > 0 ? [] : [[name, text]];
  });
  return new Map(icons);
}

/** Translators by language. A site has one language, so a package needs few. */
function textsOf({ files }: PackedPlugin): (language: string) => Translator {
  const locales = localesIn(files);
  return remembering(TRANSLATORS_KEPT, (language) => new Translator(language, locales));
}

const TRANSLATORS_KEPT = 8;

interface PackageParts extends OwnParts {
  readonly served: ReadonlyMap<string, ServedAsset>;
}

/** Cached parts of each package, which never changes. */
const known = new WeakMap<PackedPlugin, PackageParts>();

function make(plugin: PackedPlugin): PackageParts {
  const [served, icons] = [servedBy(plugin), iconsOf(plugin)];
  const textIn = textsOf(plugin);
  const parts: PackageParts = {
    served,
    assetOf: (name) => served.get(name)?.path,
    iconOf: (name) => icons.get(name),
    textOf: (key, language, values) => textIn(language).text(key, values),
  };
  known.set(plugin, parts);
  return parts;
}

export const ownPartsOf = (plugin: PackedPlugin): OwnParts => known.get(plugin) ?? make(plugin);

export const servedAssets = (plugin: PackedPlugin): readonly ServedAsset[] => [
  ...(known.get(plugin) ?? make(plugin)).served.values(),
];

const STYLED = /url\(\s*(["'])asset:([a-z][a-z0-9-]*)\1\s*\)/gi;

/** Replaces asset names in a checked style sheet by URLs. A missing asset becomes an empty picture. */
export const withAssets = (css: string, plugin: PackedPlugin): string =>
  css.replace(STYLED, (_whole, _quote, name: string) => `url("${ownPartsOf(plugin).assetOf(name) ?? "data:,"}")`);
