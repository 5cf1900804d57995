/** The places in which a bundle runs, and what differs between them. This file loads no bundler. */
import type { BuildOptions, Loader } from "esbuild";

export interface BundlePlace {
  /** The endings of files that a module may import. */
  readonly loads: RegExp;
  /** The imports that an author may write, for refusals. */
  readonly allowed: string;
  readonly options: Pick<BuildOptions, "conditions"> & { readonly loader?: Record<string, Loader> };
  /** The bundler's options that remove what nothing reads. */
  readonly smaller: Pick<BuildOptions, "minify" | "minifyWhitespace" | "minifySyntax">;
}

/** All names stay in code for a sandbox, because they stand in stack traces, and reviewers read a package. */
export const IN_SANDBOX: BundlePlace = {
  loads: /\.([cm]?[jt]sx?|json)$/,
  allowed: "modules of this folder, and packages that do not need Node or the platform",
  options: { conditions: ["worker", "browser"] },
  smaller: { minifyWhitespace: true, minifySyntax: true },
};

/** Files that a frame's script or style sheet has in itself. A frame loads nothing from the site. */
const HELD = ["png", "jpg", "jpeg", "gif", "webp", "svg", "woff2"] as const;

const PICTURES = HELD.join("|");

/** Every visitor of the page loads the script of a frame, so its names are short. */
export const IN_FRAME: BundlePlace = {
  loads: new RegExp(`\\.(?:[cm]?[jt]sx?|json|${PICTURES})$`),
  allowed: "modules and pictures of this folder, and packages for browsers. A style sheet belongs into the frame's CSS",
  options: {
    conditions: ["browser"],
    loader: Object.fromEntries(HELD.map((ending): [string, Loader] => [`.${ending}`, "dataurl"])),
  },
  smaller: { minify: true },
};

export const IN_FRAME_STYLE: BundlePlace = {
  ...IN_FRAME,
  loads: new RegExp(`\\.(?:css|${PICTURES})$`),
  allowed: "style sheets, pictures and fonts of this folder and of packages",
};
