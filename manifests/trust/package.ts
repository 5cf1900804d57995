/**
 * A package: one JSON file with a general JWS (RFC 7515) over the exact bytes of the manifest, and the
 * files. Opening checks the form, the canonical encoding and the limits, but trusts nothing.
 */
import { MANIFEST_MAX_BYTES } from "../bounds/manifest.ts";
import { PACKAGE_DOCUMENT_MAX_BYTES, PACKAGE_MAX_BYTES } from "../bounds/packages.ts";
import { issuesFromZod } from "../refusals/issues.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { utf8Length } from "../json/utf8.ts";
import { exactText, STRICT_SAYS, strictText } from "./exactText.ts";
import { type PackageContent, packageShape } from "./packageShape.ts";
import { accepted, refused, type Result } from "../result.ts";
import { openSignatures, type OpenedSignature } from "./signers.ts";
import { malformed, tooLarge, type Untrusted } from "./untrusted.ts";

export interface OpenedPackage {
  readonly manifestText: string;
  readonly signatures: readonly OpenedSignature[];
  readonly files: Readonly<Record<string, string>>;
}

/** Parses the content of a package file, whether it is signed or not yet. */
export function readPackageContent(bytes: Uint8Array): Result<PackageContent, Untrusted> {
  if (bytes.length > PACKAGE_DOCUMENT_MAX_BYTES) {
    return tooLarge("the package", bytes.length, PACKAGE_DOCUMENT_MAX_BYTES);
  }
  const text = exactText(bytes);
  if (text === undefined) return malformed("", "bytes that are not UTF-8", "JSON in UTF-8");
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return refused({ why: "malformed", issues: [parsed.error.issue] });
  const shaped = packageShape.safeParse(parsed.value);
  if (shaped.success) return accepted(shaped.data);
  return refused({ why: "malformed", issues: issuesFromZod(shaped.error, parsed.value) });
}

/** Bytes that a base64url text decodes to. Four characters hold three bytes. */
const decodedBytes = (text: string): number => Math.floor((text.length * 3) / 4);

function sizeRefusal({ jws, files }: PackageContent): { readonly ok: false; readonly error: Untrusted } | undefined {
  const manifest = decodedBytes(jws.payload);
  if (manifest > MANIFEST_MAX_BYTES) return tooLarge("the manifest", manifest, MANIFEST_MAX_BYTES);
  const total = Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);
  return total > PACKAGE_MAX_BYTES ? tooLarge("all files together", total, PACKAGE_MAX_BYTES) : undefined;
}

/** Opens a package file and reads its headers and its manifest's text. Neither is trusted yet. */
export function openPackage(bytes: Uint8Array): Result<OpenedPackage, Untrusted> {
  const content = readPackageContent(bytes);
  if (!content.ok) return content;
  const { jws, files } = content.value;
  const size = sizeRefusal(content.value);
  if (size) return size;
  const manifestText = strictText(jws.payload);
  if (manifestText === undefined)
    return malformed("/jws/payload", "text that is not strict base64url of UTF-8", STRICT_SAYS);
  const signatures = openSignatures(jws);
  return signatures.ok ? accepted({ manifestText, signatures: signatures.value, files }) : signatures;
}
