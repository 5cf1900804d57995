/** An author's overview of a bundle: its size, the parts that made it so large, and the licences of those parts. */
import { gzipSync } from "node:zlib";
import { type Bundle, type BundledPart, bundleName } from "./bundling.ts";

export interface BundleReport {
  readonly bytes: number;
  readonly compressed: number;
  readonly parts: readonly BundledPart[];
}

export const reportOn = ({ text, parts }: Bundle): BundleReport => ({
  bytes: Buffer.byteLength(text, "utf8"),
  compressed: gzipSync(text).byteLength,
  parts,
});

const partLine = ({ name, version, licence, bytes }: BundledPart): string =>
  name === ""
    ? `  ${bytes} bytes of your own`
    : `  ${bytes} bytes of ${name} ${version}, ${licence === undefined ? "without a licence in its package.json" : `licence ${licence}`}`;

/** Describes a bundle in lines for a terminal, with the largest part first. */
function linesOf(what: string, bundle: Bundle): string[] {
  const { bytes, compressed, parts } = reportOn(bundle);
  const bySize = parts.toSorted((a, b) => b.bytes - a.bytes);
  return [`${what} is bundled: ${bytes} bytes, ${compressed} compressed.`, ...bySize.map(partLine)];
}

/** Describes the bundles of a plugin: its code, and the files of its frames. */
export const reportLines = ({ bundle, frameBundles = [] }: Bundles): string[] => [
  ...(bundle ? linesOf("Its code", bundle) : []),
  ...frameBundles.flatMap((one) => linesOf(bundleName(one.main), one)),
];

interface Bundles {
  readonly bundle?: Bundle;
  readonly frameBundles?: readonly Bundle[];
}
