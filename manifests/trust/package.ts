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

/** A package as a file has it, or as a workspace stores it. */
export type PackageDocument = Uint8Array | string;

/** A text with lone surrogates has no bytes in UTF-8, so a signature of another text could seem to be its own. */
function textIn(document: PackageDocument): Result<string, Untrusted> {
  const isText = typeof document === "string";
  const length = isText ? utf8Length(document) : document.length;
  if (length > PACKAGE_DOCUMENT_MAX_BYTES) return tooLarge("the package", length, PACKAGE_DOCUMENT_MAX_BYTES);
  if (isText && !document.isWellFormed()) return malformed("", "text with lone surrogates", "JSON in UTF-8");
  const text = isText ? document : exactText(document);
  return text === undefined ? malformed("", "bytes that are not UTF-8", "JSON in UTF-8") : accepted(text);
}

/** Parses the content of a package, whether it is signed or not yet. */
export function readPackageContent(document: PackageDocument): Result<PackageContent, Untrusted> {
  const text = textIn(document);
  if (!text.ok) return text;
  const parsed = parseStrictJson(text.value);
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

/** Opens a package and reads its headers and its manifest's text. Neither is trusted yet. */
export function openPackage(document: PackageDocument): Result<OpenedPackage, Untrusted> {
  const content = readPackageContent(document);
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
