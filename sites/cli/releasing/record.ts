/**
 * The record of an index: its bytes at the last release, beside the author's files. An attacker who can write to the
 * place can put an older index there. The author's key has signed it, too. A release on top of it would lose versions.
 */
import { existsSync, readFileSync } from "node:fs";
import { successionFault, type SeenIndex } from "../../../manifests/distribution/judgeIndex.ts";
import { textDigest } from "../../../manifests/trust/digest.ts";
import { strictText } from "../../../manifests/trust/exactText.ts";
import { Trouble, UsageError } from "../command/command.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { readIndexFile } from "../plugin/index/documents.ts";
import { packageSha256 } from "../plugin/signed/packageFile.ts";

/** The name of a record, which no package has. */
export const recordName = (index: string): string => `released-${index}.json`;

interface ReleaseRecord {
  readonly path: string;
  /** Undefined before the first release. */
  readonly seen: SeenIndex | undefined;
}

export async function recordAt(path: string, name: string): Promise<ReleaseRecord> {
  if (!existsSync(path)) return { path, seen: undefined };
  const { document, index } = readIndexFile(path);
  if (index.index !== name) throw new UsageError(`${path} is the record of the index ${index.index}, not of ${name}.`);
  return { path, seen: { index, digest: await textDigest(strictText(document.jws.payload) ?? "", packageSha256) } };
}

const GONE = { reason: "gone", detail: "the index is not there any more" } as const;

/** Throws if the index at a place is older than its record, is gone, or is another one. */
export function requireSuccession(found: SeenIndex | undefined, { path, seen }: ReleaseRecord, address: string): void {
  if (!seen) return;
  const fault = found ? successionFault(found.index, found.digest, seen) : GONE;
  if (!fault) return;
  const problem = [
    `${address}: ${fault.detail} (${fault.reason}).`,
    `${path} is version ${seen.index.version}, as it was last released. Copy it to ${address} and release again. Find out who replaced it.`,
  ].join(" ");
  throw new Trouble(problem, { ok: false, lines: [problem], data: { problem, reason: fault.reason } });
}

/** Writes the record if it has other bytes. Answers the changed paths. */
export function keepRecord(path: string, bytes: Uint8Array): string[] {
  if (existsSync(path) && Buffer.compare(readFileSync(path), bytes) === 0) return [];
  writeWhole(path, bytes);
  return [path];
}
