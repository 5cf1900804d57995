import { decodedOr } from "../../../manifests/shapes/normalPath.ts";

/** File names that cameras and programs make. They do not describe a picture. */
const NAMES = [
  /\.(?:jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$/i,
  /^(?:img|dsc[nf]?|pxl|p|screenshot|screen shot|bildschirmfoto|image|photo|untitled)[-_ ]?\d[\d _-]*$/i,
  /^[0-9a-f-]{16,}$/i,
];

export function isFileName(text: string, src: string): boolean {
  const plain = text.trim();
  const name = decodedOr(/[^/]*$/.exec(src)?.[0] ?? "").replace(/\.\w+$/, "");
  return plain !== "" && (NAMES.some((form) => form.test(plain)) || plain === name);
}
