/** The files that a package may bring for browsers. A new kind is a line. */

export type AssetRole = "font" | "picture" | "icon";

export interface AssetKind {
  readonly role: AssetRole;
  /** Content type it is served with. An icon stands in pages and is served nowhere. */
  readonly type: string;
  /** The first bytes of such a file, one character a byte; `.` is any byte. */
  readonly begins: RegExp;
}

export const ASSET_KINDS: Readonly<Record<string, AssetKind>> = {
  woff2: { role: "font", type: "font/woff2", begins: /^wOF2/s },
  png: { role: "picture", type: "image/png", begins: /^\x89PNG\r\n\x1a\n/s },
  jpg: { role: "picture", type: "image/jpeg", begins: /^\xff\xd8\xff/s },
  webp: { role: "picture", type: "image/webp", begins: /^RIFF....WEBP/s },
  avif: { role: "picture", type: "image/avif", begins: /^....ftypavi[fs]/s },
  svg: { role: "icon", type: "", begins: /^<svg /s },
};

export const ASSET_ENDINGS: readonly string[] = Object.keys(ASSET_KINDS).map((ending) => `.${ending}`);

const endingOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

export const assetKind = (path: string): AssetKind | undefined =>
  Object.hasOwn(ASSET_KINDS, endingOf(path)) ? ASSET_KINDS[endingOf(path)] : undefined;

/** Files that stand in a package as base64, because a package is text. */
export const isBinaryAsset = (path: string): boolean => (assetKind(path)?.role ?? "icon") !== "icon";

/**
 * The address of a file of a package, made of the digest that the manifest pins. Another content has another address,
 * so an address may be cached for ever.
 */
export const assetPath = (digest: string, file: string): string =>
  `/_assets/${digest.slice("sha256-".length)}.${endingOf(file)}`;
