/** Reads and writes packages and public keys as files. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { PACKAGE_DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/packages.ts";
import type { PackedPlugin } from "../../../../manifests/packages/packedPlugin.ts";
import type { Sha256 } from "../../../../manifests/trust/digest.ts";
import { PACKAGE_FORMAT, type PackageContent } from "../../../../manifests/trust/packageShape.ts";

export const packageSha256: Sha256 = async (bytes) => createHash("sha256").update(bytes).digest();

export const fileBytes = (path: string): Uint8Array => readFileSync(path);

/** A package without a signature. */
export const unsigned = ({ manifestText, files }: PackedPlugin): PackageContent => ({
  format: PACKAGE_FORMAT,
  jws: { payload: Buffer.from(manifestText, "utf8").toString("base64url"), signatures: [] },
  files: { ...files },
});

export const packageBytes = (content: PackageContent): Uint8Array =>
  Buffer.from(`${JSON.stringify(content)}\n`, "utf8");

export const isTooLarge = (bytes: Uint8Array): boolean => bytes.length > PACKAGE_DOCUMENT_MAX_BYTES;
