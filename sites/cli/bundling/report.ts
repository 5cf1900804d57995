/** An author's overview of a bundle: its size, the parts that made it so large, and the licences of those parts. */
import { gzipSync } from "node:zlib";
import type { Bundle, BundledPart } from "./bundling.ts";

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

/** Describes the bundle in lines for a terminal, with the largest part first. */
export const reportLines = (bundle: Bundle): string[] => {
  const { bytes, compressed, parts } = reportOn(bundle);
  const bySize = parts.toSorted((a, b) => b.bytes - a.bytes);
  return [`Its code is bundled: ${bytes} bytes, ${compressed} compressed.`, ...bySize.map(partLine)];
};
