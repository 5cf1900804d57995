/** The paths of the pictures of which other software served further copies. Their names follow a few rules. */

/** The ending of a picture, as of `boat.jpg`. */
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/;

/** The endings of pictures of which programs make copies in other formats. */
const ORIGINALS = [".jpg", ".jpeg", ".png"];

/** The ending that WordPress puts behind another one, as in `boat.jpg.webp`. */
const SECOND_ENDING = /(?<=\.(?:jpe?g|png))\.(?:webp|avif)$/;

interface CopyRule {
  /** The part that a program has put into the path of a copy. */
  readonly of: RegExp;
  /** The parts that the path of the picture may have in its place. */
  readonly originally: readonly string[];
  /** True if the copy may have another format than the picture. */
  readonly isReformatted: boolean;
}

const RULES: readonly CopyRule[] = [
  // WordPress: `boat-300x200.jpg` is a copy of `boat.jpg`, or of the one that it has made smaller or turned.
  { of: /-\d{1,5}x\d{1,5}(?=\.\w+$)/, originally: ["", "-scaled", "-rotated"], isReformatted: true },
  { of: /(?:-scaled|-rotated)?(?=\.\w+$)/, originally: ["", "-scaled", "-rotated"], isReformatted: false },
  // Ghost: `/size/w600/2024/boat.jpg`, or `/size/w600/format/webp/2024/boat.jpg`.
  { of: /\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/\w{1,5})?(?=\/)/, originally: [""], isReformatted: true },
  // Hugo: `boat_hu3a5f_1024_600x0_resize_q75_box.jpg`.
  { of: /_hu_?[0-9a-f]{4,64}(?:_[\w-]{1,100})?(?=\.\w+$)/, originally: [""], isReformatted: true },
];

/** The paths at which the picture may have been of which this path names a copy, the likeliest first. */
export function originalPaths(asked: string): string[] {
  if (!PICTURE.test(asked)) return [];
  const path = asked.replace(SECOND_ENDING, "");
  const same = RULES.flatMap((rule) => pathsBy(rule, path));
  const others = RULES.filter(({ isReformatted }) => isReformatted)
    .flatMap((rule) => pathsBy(rule, path))
    .flatMap((one) => ORIGINALS.map((ending) => one.replace(PICTURE, ending)));
  return [...new Set([path, ...same, ...others])].filter((one) => one !== asked);
}

const pathsBy = ({ of, originally }: CopyRule, path: string): string[] =>
  of.test(path) ? originally.map((part) => path.replace(of, part)) : [];
