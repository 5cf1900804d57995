import { readdirSync, readFileSync } from "node:fs";
import { parse } from "jsonc-parser";
import { fieldType } from "../../../../manifests/fields/fieldTypes.ts";
import { expandSchema } from "../../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import { eachSection } from "../../../../runtime/documents/content/sectionWalk.ts";
import { DEMO_NAMES, loadDemo } from "../../../../sites/demo/load.ts";

interface Contributed {
  readonly id: string;
  readonly contributes: { readonly sections?: readonly { readonly name: string; readonly fields: JsonSchema }[] };
}

const PLUGINS = new URL("../../../../plugins/", import.meta.url);

/** The schemas of all section types in the project's plugins. */
function schemas(): Map<string, JsonSchema> {
  const folders = readdirSync(PLUGINS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const plugins = folders.map(
    ({ name }) => parse(readFileSync(new URL(`${name}/plugin.jsonc`, PLUGINS), "utf8")) as Contributed,
  );
  return new Map(
    plugins.flatMap(({ id, contributes }) =>
      (contributes.sections ?? []).map(({ name, fields }) => [`${id}/${name}`, expandSchema(fields)] as const),
    ),
  );
}

const MARKDOWN = fieldType("drawbridge:markdown")?.["x-rule"];

/** All Markdown texts in a value. */
function* markdownIn(schema: unknown, value: unknown): Generator<string> {
  if (!isObject(schema)) return;
  if (typeof value === "string" && schema["x-rule"] === MARKDOWN) yield value;
  if (Array.isArray(value)) for (const item of value) yield* markdownIn(schema["items"], item);
  if (isObject(value) && isObject(schema["properties"]))
    for (const [name, child] of Object.entries(value)) yield* markdownIn(schema["properties"][name], child);
}

/** All rich texts of the demo, by page. */
export function demoTexts(): [string, string][] {
  const known = schemas();
  return DEMO_NAMES.flatMap((site) =>
    loadDemo(site).document.pages.flatMap((page) =>
      [...eachSection(page.sections)].flatMap(({ section }) =>
        [...markdownIn(known.get(section.type), section.fields)].map((text, index): [string, string] => [
          `${site} ${page.path} ${section.id} ${index + 1}`,
          text,
        ]),
      ),
    ),
  );
}
