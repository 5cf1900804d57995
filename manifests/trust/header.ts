/**
 * The protected header of a signature, with exactly three members. With `jwk`, `jku`, `x5u` or `x5c` a message could
 * bring its own key; `crit` or `b64` would change what is verified. So a header with any other member is refused.
 */
import * as z from "zod/mini";
import { issuesFromZod } from "../refusals/issues.ts";
import { exactly } from "../shapes/shape.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { STRICT_SAYS, strictText } from "./exactText.ts";
import { accepted, refused, type Result } from "../result.ts";
import { ALGORITHMS } from "./signature.ts";
import { malformed, type Untrusted } from "./untrusted.ts";

/** The type of a signed plugin manifest. Another kind of document has another type, so no signature fits both. */
export const SIGNATURE_TYPE = "drawbridge-plugin+jws";

/** The type of a signed index of plugins. */
export const INDEX_TYPE = "drawbridge-index+jws";

/** The type of a signed statement about the origin of a package. */
export const PROVENANCE_TYPE = "drawbridge-provenance+jws";

export type SignedType = typeof SIGNATURE_TYPE | typeof INDEX_TYPE | typeof PROVENANCE_TYPE;

export const kidShape = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, "the RFC 7638 thumbprint of a key, 43 characters"));

const headerOf = <T extends SignedType>(type: T) =>
  exactly({ alg: z.enum([...ALGORITHMS.Ed25519, ...ALGORITHMS["P-256"]]), kid: kidShape, typ: z.literal(type) });

const SHAPES = {
  [SIGNATURE_TYPE]: headerOf(SIGNATURE_TYPE),
  [INDEX_TYPE]: headerOf(INDEX_TYPE),
  [PROVENANCE_TYPE]: headerOf(PROVENANCE_TYPE),
} as const;

export type SignatureHeader = z.infer<(typeof SHAPES)[SignedType]>;

export function readHeader(
  encoded: string,
  pointer: string,
  type: SignedType = SIGNATURE_TYPE,
): Result<SignatureHeader, Untrusted> {
  const text = strictText(encoded);
  if (text === undefined) return malformed(pointer, "text that is not strict base64url of UTF-8", STRICT_SAYS);
  const parsed = parseStrictJson(text);
  const shaped = SHAPES[type].safeParse(parsed.ok ? parsed.value : undefined);
  if (shaped.success) return accepted(shaped.data);
  const issues = parsed.ok ? issuesFromZod(shaped.error, parsed.value) : [parsed.error.issue];
  return refused({ why: "malformed", issues: issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer })) });
}
