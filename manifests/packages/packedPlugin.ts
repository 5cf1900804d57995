import type { Manifest } from "../manifest/manifest.ts";

/** A plugin ready to be signed, stored or shipped: the manifest pins every file, and the digest pins the manifest. */
export interface PackedPlugin {
  readonly manifest: Manifest;
  /** Exactly the text whose UTF-8 bytes are digested and signed; never re-serialise the manifest. */
  readonly manifestText: string;
  /** `sha256-` and the base64url of the SHA-256 of `manifestText`. */
  readonly digest: string;
  /** Path in the package to text. */
  readonly files: Readonly<Record<string, string>>;
}
