/** The names that the files of a plugin's folder declare, as far as they can be read while their author writes them. */
import { parse } from "jsonc-parser";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { localeOf } from "../../../manifests/packages/locales.ts";
import { valueAt } from "../../../manifests/refusals/pointer.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { MANIFEST_FILE } from "../packing/folderFiles.ts";

type Files = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>>;

export interface FolderFacts {
  /** The members of a name that a template can have, by the name. */
  rootsOf(template: string): ReadonlyMap<string, JsonSchema>;
  /** The names that a filter takes as a text. */
  namesFor(filter: string, template: string): readonly string[];
  /** The text of a translation key in the first language that has it. */
  textOf(key: string): string | undefined;
}

const listAt = (manifest: unknown, ...path: readonly string[]): readonly Item[] => {
  const found = valueAt(manifest, path);
  return Array.isArray(found) ? found.filter(isObject) : [];
};

const namesOf = (items: readonly Item[]): string[] => items.map(({ name }) => String(name));

const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

const named = (names: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** The schema of an author who still writes it may be anything. */
function schemaOf(value: unknown): JsonSchema {
  try {
    return isObject(value) ? expandSchema(value) : {};
  } catch {
    return {};
  }
}

const DRAWN = ["sections", "contentTypes", "inline"] as const;

/** The contributions that a template belongs to. */
const usersOf = (manifest: unknown, template: string): readonly Item[] =>
  ([...DRAWN, "files"] as const)
    .flatMap((kind) => listAt(manifest, "contributes", kind))
    .filter((item) => item["template"] === template || item["markdown"] === template);

const merged = (schemas: readonly JsonSchema[]): JsonSchema => ({
  properties: Object.assign({}, ...schemas.map(({ properties }) => properties ?? {})) as JsonSchema,
});

function localesIn(files: Files): ReadonlyMap<string, unknown>[] {
  const paths = Object.keys(files).filter((path) => localeOf(path) !== undefined);
  return paths.toSorted().map((path) => {
    const read: unknown = parse(files[path] ?? "");
    return new Map(isObject(read) ? Object.entries(read) : []);
  });
}

const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  route: ["contributes", "routes"],
  asset: ["contributes", "assets"],
  icon: ["contributes", "assets"],
};

export function folderFacts(files: Files): FolderFacts {
  const manifest: unknown = parse(files[MANIFEST_FILE] ?? "");
  const locales = localesIn(files);
  const fieldsOf = (template: string): JsonSchema =>
    merged(usersOf(manifest, template).map(({ fields }) => schemaOf(fields)));
  return {
    rootsOf: (template) => {
      const queries = usersOf(manifest, template).flatMap((item) => keysOf(item["queries"]));
      return new Map([
        ["fields", fieldsOf(template)],
        ["data", merged(usersOf(manifest, template).map(({ data }) => schemaOf(valueAt(data, ["output"]))))],
        ["queries", named(queries)],
        ["settings", schemaOf(valueAt(manifest, ["contributes", "settings"]))],
        ["additions", named(namesOf(listAt(manifest, "contributes", "provides")))],
      ]);
    },
    namesFor: (filter, template) => {
      if (filter === "t") return [...new Set(locales.flatMap((locale) => [...locale.keys()]))];
      if (filter === "shown") return keysOf(fieldsOf(template)["properties"]);
      const place = NAMED_BY[filter];
      return place ? namesOf(listAt(manifest, ...place)) : [];
    },
    textOf: (key) => {
      const value = locales.map((locale) => locale.get(key)).find((found) => found !== undefined);
      return typeof value === "string" ? value : isObject(value) ? String(value["other"] ?? "") : undefined;
    },
  };
}
