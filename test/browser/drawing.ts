/** Plugins whose frames draw with packages from npm, bundled as for an author. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuthoredPlugin } from "../../sites/cli/packing/packing.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";

const SOURCES = join(import.meta.dirname, "../fixtures/drawing");

/** A folder in which the bundler finds this checkout's packages. */
const FOLDER = join(import.meta.dirname, "../../.build/drawing");

const manifestOf = (name: string, hosts: readonly string[]) => ({
  manifestVersion: 1,
  id: `drawing.${name}`,
  version: "1.0.0",
  name: `Drawing by ${name}`,
  kind: "declarative",
  engine: "^1.0.0",
  contributes: {
    frames: [{ name: "face", title: "Drawing", html: "face.html", css: "face.css", script: "face.ts" }],
    sections: [
      {
        name: "face",
        title: "Drawing",
        description: "A drawing.",
        category: "content",
        template: "face.liquid",
        markdown: "face.md.liquid",
        frame: "face",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: {
            place: { type: "string", title: "Place", default: "The pier" },
            at: { type: "array", title: "At", items: { type: "number", title: "Degrees" }, default: [54.3, 10.1] },
            bars: { type: "array", title: "Bars", items: { type: "number", title: "Bar" }, default: [3, 9, 5] },
            colour: { type: "string", title: "Colour", default: "#f4b400" },
          },
          additionalProperties: false,
        },
        example: { fields: { place: "The pier" } },
      },
    ],
  },
  capabilities: { browser: { hosts, reason: "to draw" } },
});

/** Packs the plugin that draws with a package. */
export function drawingWith(name: string, css: string, hosts: readonly string[] = []): AuthoredPlugin {
  const folder = join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(SOURCES, `${name}.ts`), join(folder, "face.ts"));
  copyFileSync(join(SOURCES, css), join(folder, "face.css"));
  writeFileSync(join(folder, "face.html"), '<div id="drawing"></div>\n');
  writeFileSync(join(folder, "face.liquid"), "<p>{{ fields.place }}</p>\n");
  writeFileSync(join(folder, "face.md.liquid"), "{{ fields.place }}\n");
  writeFileSync(join(folder, "plugin.jsonc"), JSON.stringify(manifestOf(name, hosts)));
  return packPlugin(folder);
}
