/**
 * Bundles the scripts and style sheets of frames. A frame has one script and one style sheet, so each that imports
 * others becomes one file. A file without imports goes into the package as its author wrote it.
 */
import { checkImports } from "../../../manifests/packages/importCheck.ts";
import { encodePointer, valueAt } from "../../../manifests/refusals/pointer.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { type Bundle, type Bundler, bundleName, isTypeScript } from "../bundling/bundling.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";

type Files = Readonly<Record<string, string>>;

/** Makes the bundler for a file of a frame. The pointer names the file in the manifest. */
export type FrameBundlerFor = (path: string, pointer: string) => Bundler;

/** A file of a frame, with its place in the manifest. */
interface FrameFile {
  readonly keys: readonly [string, string, number, string];
  readonly path: string;
}

const MEMBERS = ["script", "css"] as const;

/** Reads the files of frames from the unchecked manifest. The check comes later, because it needs the bundles' names. */
function frameFiles(manifest: unknown): FrameFile[] {
  const frames = valueAt(manifest, ["contributes", "frames"]);
  if (!Array.isArray(frames)) return [];
  return frames.flatMap((frame: unknown, index) =>
    MEMBERS.flatMap((member) => {
      const path = valueAt(frame, [member]);
      return typeof path === "string" ? [{ path, keys: ["contributes", "frames", index, member] as const }] : [];
    }),
  );
}

export const frameScriptsIn = (manifest: unknown): ReadonlySet<string> =>
  new Set(frameFiles(manifest).flatMap(({ path, keys: [, , , member] }) => (member === "script" ? path : [])));

const needsBundle = ({ path, keys: [, , , member] }: FrameFile, text: string): boolean =>
  member === "css"
    ? /@import\b/i.test(text) || /\burl\(\s*["']?\.{1,2}\//i.test(text)
    : isTypeScript(path) || checkImports({ [path]: text }, path).length > 0;

/** The manifest with the names of the bundles, and the files with the bundles in place of what they hold. */
export interface BundledFrames {
  readonly manifest: unknown;
  readonly files: Files;
  readonly bundles: readonly Bundle[];
}

/** Files that `keeps` names stay although a bundle holds them. */
export function bundleFrames(
  manifest: unknown,
  files: Files,
  bundlerFor: FrameBundlerFor,
  keeps: ReadonlySet<string>,
): Result<BundledFrames, readonly LocatedIssue[]> {
  const named = structuredClone(manifest);
  const bundles = new Map<string, Bundle>();
  for (const file of frameFiles(manifest)) {
    const text = Object.hasOwn(files, file.path) ? files[file.path] : undefined;
    if (text === undefined || !needsBundle(file, text)) continue;
    const bundled = bundles.has(file.path) ? undefined : bundlerFor(file.path, encodePointer(file.keys))();
    if (bundled && !bundled.ok) return refused(bundled.error);
    if (bundled) bundles.set(file.path, bundled.value);
    const [frame, member] = [valueAt(named, file.keys.slice(0, -1)), file.keys[3]];
    (frame as Record<string, unknown>)[member] = bundleName(file.path);
  }
  return accepted({
    manifest: named,
    files: withBundles(files, [...bundles.values()], keeps),
    bundles: [...bundles.values()],
  });
}

function withBundles(files: Files, bundles: readonly Bundle[], keeps: ReadonlySet<string>): Files {
  const held = new Set(bundles.flatMap(({ ownFiles }) => ownFiles).filter((path) => !keeps.has(path)));
  const left = Object.entries(files).filter(([path]) => !held.has(path));
  return Object.fromEntries([...left, ...bundles.map(({ main, text }) => [bundleName(main), text])]);
}
