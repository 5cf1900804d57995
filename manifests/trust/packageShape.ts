/** The shape of a package, before any signature is checked. */
import * as z from "zod/mini";
import { PROTECTED_HEADER_MAX_CHARS, SIGNATURES_MAX } from "../bounds/packages.ts";
import { exactly } from "../shapes/shape.ts";

export const PACKAGE_FORMAT = "drawbridge-package/1";

/** Both algorithms make signatures of 64 bytes. ECDSA in DER has another length, so it is refused. */
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;

const signatureShape = exactly({
  protected: z.string().check(z.maxLength(PROTECTED_HEADER_MAX_CHARS)),
  signature: z.string().check(z.regex(SIGNATURE, "a signature of 64 bytes as 86 characters of base64url")),
});

/** A general JWS (RFC 7515): several signatures over the same bytes. */
export const jwsShape = exactly({
  payload: z.string(),
  signatures: z.array(signatureShape).check(z.maxLength(SIGNATURES_MAX)),
});

export type Jws = z.infer<typeof jwsShape>;

export const packageShape = exactly({
  format: z.literal(PACKAGE_FORMAT),
  jws: jwsShape,
  files: z.record(z.string(), z.string()),
});

export type PackageContent = z.infer<typeof packageShape>;
