/** Makes a bundle smaller. Shorter names would start no isolate faster, so code for a sandbox keeps them. */
import { transformSync } from "esbuild";
import type { BundlePlace } from "./bundlePlace.ts";
import type { WrittenModule } from "./names.ts";

/** Longest line in bytes, as far as texts and notices allow. Editors and comparisons cannot show one endless line. */
const LINE_MAX_BYTES = 200;

function withMap({ text, sourceMap }: WrittenModule, isStyle: boolean): string {
  const map = `# sourceMappingURL=data:application/json;base64,${Buffer.from(sourceMap).toString("base64")}`;
  return isStyle ? `${text}\n/*${map} */\n` : `${text}\n//${map}\n`;
}

/** The same module without spare space and comments but licences. Its map leads to the sources of the given one. */
export function minified(module: WrittenModule, { smaller }: BundlePlace, name: string): WrittenModule {
  const isStyle = name.endsWith(".css");
  const { code, map } = transformSync(withMap(module, isStyle), {
    loader: isStyle ? "css" : "js",
    ...(!isStyle && { format: "esm" }),
    target: "es2024",
    charset: "utf8",
    legalComments: "inline",
    logLevel: "silent",
    ...smaller,
    lineLimit: LINE_MAX_BYTES,
    sourcemap: "external",
    sourcesContent: true,
    tsconfigRaw: "{}",
  });
  return { text: code, sourceMap: map };
}
