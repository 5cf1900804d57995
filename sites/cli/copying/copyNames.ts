/** The names of the resized copies that other software had made of a picture, as one pattern for nginx. */

/** The folders, the name and the ending of a picture. */
const PICTURE = /^(.*\/)([^/]+)(\.(?:jpe?g|png|gif|webp|avif))$/;

export const hasCopies = (path: string): boolean => PICTURE.test(path);

/** Endings of pictures of which programs make copies in other formats. */
const ORIGINALS: ReadonlySet<string> = new Set([".jpg", ".jpeg", ".png"]);

/** Ghost puts the size behind the folder of all pictures. */
const GHOST_FOLDER = "/content/images/";
const GHOST = "(?:size/w[0-9]{1,5}(?:h[0-9]{1,5})?(?:/format/[a-z]{1,5})?/)?";

/** WordPress: `boat-scaled.jpg` and `boat-300x200.jpg`. Hugo: `boat_hu3a5f_600x0_resize.jpg`. */
const SIZE = "(?:-scaled|-rotated)?(?:-[0-9]{1,5}x[0-9]{1,5})?(?:_hu_?[0-9a-f]{4,64}(?:_[0-9a-z_-]{1,100})?)?";

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

interface CopyPatterns {
  /** Copies in the format of the picture. */
  readonly same: string;
  /** Copies in other formats. Undefined for a picture of which programs make none. */
  readonly others: string | undefined;
}

/** Patterns for the addresses of the copies of the picture at a path. Undefined for another file. */
export function copyPatterns(path: string): CopyPatterns | undefined {
  const [, folders = "", name = "", ending = ""] = PICTURE.exec(path) ?? [];
  if (ending === "") return undefined;
  const isGhost = folders.startsWith(GHOST_FOLDER);
  const below = isGhost ? `${GHOST_FOLDER}${GHOST}${escaped(folders.slice(GHOST_FOLDER.length))}` : escaped(folders);
  const stem = `^${below}${escaped(name.replace(/-(?:scaled|rotated)$/, ""))}${SIZE}`;
  const same = String.raw`${stem}${escaped(ending)}(?:\.webp|\.avif)?(?:\?|$)`;
  return { same, others: ORIGINALS.has(ending) ? String.raw`${stem}\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)` : undefined };
}
