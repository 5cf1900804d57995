import type { Manifest } from "../manifest/manifest.ts";

/** A packed plugin: the manifest holds the digest of every file, and `digest` is the digest of the manifest. */
export interface PackedPlugin {
  readonly manifest: Manifest;
  /** The exact text whose UTF-8 bytes are digested and signed. Never serialise the manifest again. */
  readonly manifestText: string;
  /** `sha256-` and the base64url of the SHA-256 of `manifestText`. */
  readonly digest: string;
  /** File texts by path in the package. */
  readonly files: Readonly<Record<string, string>>;
}
