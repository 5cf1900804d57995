/** A site whose pages show shared sections, with the plugin of this project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { ROOT } from "../../gates/folder.ts";
import { PACK, page, plugin, textSection, type World, worldWith } from "../kernel/world.ts";

export const SHARED = "drawbridge.shared/section";
export const PLACED = "drawbridge.shared/placed";

const FOLDER = join(ROOT, "plugins/shared");
const FILES = ["sections/placed.liquid", "sections/placed.md.liquid"];
const read = (path: string): string => readFileSync(join(FOLDER, path), "utf8");

export const sharedPlugin = (): PackedPlugin =>
  plugin(
    "drawbridge.shared",
    (parse(read("plugin.jsonc"), [], { allowTrailingComma: true }) as { contributes: object }).contributes,
    Object.fromEntries(FILES.map((path) => [path, read(path)])),
  );

export const placed = (entry: string, id = "here") => ({ id, type: PLACED, fields: { section: entry } });

export const shared = (name: string, text: string, more: Partial<Page> = {}): Page =>
  page(`/section/${name}`, { title: name, type: SHARED, values: {}, sections: [textSection(text, "words")], ...more });

/** A page with words of its own above a shared section. */
export const showing = (path: string, entry: string, more: Partial<Page> = {}): Page =>
  page(path, { sections: [textSection(`Own words of ${path}`), placed(entry)], ...more });

export const PLACED_PACK: readonly PackedPlugin[] = [...PACK, sharedPlugin()];

export const placedWorld = (pages: Record<string, Page> = {}, pack = PLACED_PACK): Promise<World> =>
  worldWith(
    {
      home: showing("/", "hours"),
      contact: showing("/contact", "hours"),
      about: page("/about"),
      hours: shared("hours", "Open from nine to five"),
      ...pages,
    },
    pack,
  );
