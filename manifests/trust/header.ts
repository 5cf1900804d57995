/**
 * The protected header of a signature, with exactly three members. With `jwk`, `jku`, `x5u` or `x5c` a message would
 * bring its own key; with `crit` or `b64` it would change what is verified. So a header with any other member is
 * refused.
 */
import * as z from "zod/mini";
import { issuesFromZod } from "../refusals/issues.ts";
import { exactly } from "../shapes/shape.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { STRICT_SAYS, strictText } from "./exactText.ts";
import { accepted, refused, type Result } from "../result.ts";
import { ALGORITHMS } from "./signature.ts";
import { malformed, type Untrusted } from "./untrusted.ts";

/** The type of a signed plugin manifest. A signature over another kind of document names another type. */
export const SIGNATURE_TYPE = "drawbridge-plugin+jws";

const headerShape = exactly({
  alg: z.enum([...ALGORITHMS.Ed25519, ...ALGORITHMS["P-256"]]),
  kid: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "the RFC 7638 thumbprint of a key, 43 characters")),
  typ: z.literal(SIGNATURE_TYPE),
});

export type Header = z.infer<typeof headerShape>;

export function readHeader(encoded: string, pointer: string): Result<Header, Untrusted> {
  const text = strictText(encoded);
  if (text === undefined) return malformed(pointer, "no strict base64url of UTF-8", STRICT_SAYS);
  const parsed = parseStrictJson(text);
  const shaped = headerShape.safeParse(parsed.ok ? parsed.value : undefined);
  if (shaped.success) return accepted(shaped.data);
  const issues = parsed.ok ? issuesFromZod(shaped.error, parsed.value) : [parsed.error.issue];
  return refused({ why: "malformed", issues: issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer })) });
}
