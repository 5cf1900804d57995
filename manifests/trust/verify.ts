/**
 * Decides whether to trust a package, by its exact bytes and the keyring alone. A package names a key and never brings
 * one. Only plugins that this module returns may run.
 */
import { checkPackage } from "../packages/checkPackage.ts";
import { pluginId } from "../shapes/id.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { PackedPlugin } from "../packages/packedPlugin.ts";
import { readManifest } from "../rules/readManifest.ts";
import { type Sha256, textDigest } from "./digest.ts";
import type { Keyring } from "./keyring.ts";
import { type OpenedPackage, type PackageDocument, openPackage } from "./package.ts";
import { findSigners } from "./signers.ts";
import { accepted, refused, type Result } from "../result.ts";
import { maySign, type TrustKey } from "./trustKey.ts";
import type { Untrusted } from "./untrusted.ts";

declare const brand: unique symbol;

/** A plugin signed by a trusted key, byte for byte. Only `verifyPackage` makes one. */
export interface VerifiedPackage extends PackedPlugin {
  /** Thumbprints of the trusted keys that signed it and are allowed to, each once. */
  readonly signedBy: readonly string[];
  readonly [brand]: "VerifiedPackage";
}

function allowedSigners(id: string, signers: readonly TrustKey[]): Result<readonly string[], Untrusted> {
  const kids = signers.filter((key) => maySign(key, pluginId(id))).map(({ kid }) => kid);
  return kids.length > 0
    ? accepted(kids)
    : refused({ why: "publisher_not_allowed", id, kids: signers.map(({ kid }) => kid) });
}

async function fileRefusal(
  { files: pinned = {} }: Manifest,
  files: OpenedPackage["files"],
  sha256: Sha256,
): Promise<Untrusted | undefined> {
  for (const [path, text] of Object.entries(files)) {
    const found = await textDigest(text, sha256);
    const expected = pinned[path] ?? "none";
    if (found !== expected) return { why: "wrong_digest", path, expected, found };
  }
  return undefined;
}

/** Verifies a package. `now` is in milliseconds since the epoch. */
export async function verifyPackage(
  document: PackageDocument,
  keyring: Keyring,
  now: number,
  sha256: Sha256,
): Promise<Result<VerifiedPackage, Untrusted>> {
  const opened = openPackage(document);
  if (!opened.ok) return opened;
  const { manifestText, files } = opened.value;
  const signers = await findSigners(opened.value.signatures, keyring, now);
  if (!signers.ok) return signers;
  const manifest = readManifest(manifestText);
  if (!manifest.ok) return refused({ why: "manifest_refused", issues: manifest.error });
  const allowed = allowedSigners(manifest.value.id, signers.value);
  if (!allowed.ok) return allowed;
  const issues = checkPackage(manifest.value, Object.keys(files));
  if (issues.length > 0) return refused({ why: "files_refused", issues });
  const changed = await fileRefusal(manifest.value, files, sha256);
  if (changed) return refused(changed);
  const digest = await textDigest(manifestText, sha256);
  const plugin: PackedPlugin = { manifest: manifest.value, manifestText, digest, files };
  return accepted({ ...plugin, signedBy: allowed.value } as VerifiedPackage);
}
