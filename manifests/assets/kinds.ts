/** The kinds of files that a package may bring for browsers, one row each. */

export type AssetRole = "font" | "picture" | "icon";

export interface AssetKind {
  readonly role: AssetRole;
  /** The content type that the file is served with. An icon is inlined into pages and never served. */
  readonly type: string;
  /** The first bytes of the file, one character for each byte. `.` stands for any byte. */
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

/** Tells whether a package, which holds only text, stores the file as base64. */
export const isBinaryAsset = (path: string): boolean => (assetKind(path)?.role ?? "icon") !== "icon";

/**
 * The URL of a package's file, built from the digest in the manifest. Changed content gets another URL, so a URL may be
 * cached for ever.
 */
export const assetPath = (digest: string, file: string): string =>
  `/_assets/${digest.slice("sha256-".length)}.${endingOf(file)}`;
