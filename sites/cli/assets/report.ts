/** An author's overview of a package's fonts and pictures: the size of each, and the characters a font can write. */
import { assetKind } from "../../../manifests/assets/kinds.ts";
import { fromBase64 } from "../../../manifests/bytes/base64.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { charactersIn } from "./woff2.ts";

/** Scripts by blocks of Unicode, each with how many characters of it a font for that script has at least. */
const SCRIPTS: readonly (readonly [name: string, first: number, last: number, most: number])[] = [
  ["Latin", 0x20, 0xff, 191],
  ["Latin of central Europe", 0x100, 0x17f, 128],
  ["Greek", 0x370, 0x3ff, 135],
  ["Cyrillic", 0x400, 0x4ff, 256],
  ["Hebrew", 0x590, 0x5ff, 88],
  ["Arabic", 0x600, 0x6ff, 256],
  ["kana", 0x3040, 0x30ff, 189],
  ["Han", 0x4e00, 0x9fff, 20_992],
];

const coverage = (characters: ReadonlySet<number>): string => {
  const covered = SCRIPTS.flatMap(([name, first, last, most]) => {
    const count = [...characters].filter((code) => code >= first && code <= last).length;
    return count === 0 ? [] : [`${name} ${count} of ${most}`];
  });
  return `${characters.size} characters (${covered.join(", ")})`;
};

function fontWords(bytes: Uint8Array): string {
  const characters = charactersIn(bytes);
  return characters === undefined ? "a font that cannot be read" : coverage(characters);
}

export function assetLines({ manifest, files }: PackedPlugin): string[] {
  return (manifest.contributes.assets ?? []).flatMap(({ file }) => {
    const [kind, text] = [assetKind(file), files[file]];
    if (!kind || text === undefined) return [];
    if (kind.role === "icon") return [`${file}: an icon, ${text.length} characters in every page that shows it`];
    const bytes = fromBase64(text);
    return [`${file}: ${bytes.length} bytes${kind.role === "font" ? `, ${fontWords(bytes)}` : ""}`];
  });
}
