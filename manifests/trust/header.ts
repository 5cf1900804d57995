/**
 * The protected header of a signature. It has three members and no other: with `jwk`, `jku`, `x5u` or `x5c` a
 * message would bring its own judge, and with `crit` or `b64` change what is being judged. So they are not ignored;
 * a header that has one is no header of ours.
 */
import * as z from "zod/mini";
import { issuesFromZod } from "../issues.ts";
import { exactly } from "../shape.ts";
import { parseStrictJson } from "../strictJson.ts";
import { STRICT_SAYS, strictText } from "./exactText.ts";
import { accepted, refused, type Result } from "./result.ts";
import { ALGORITHMS } from "./signature.ts";
import { malformed, type Untrusted } from "./untrusted.ts";

/** What is signed: a plugin's manifest. A signature over a document of another kind says another type. */
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
  const issues = parsed.ok ? issuesFromZod(shaped.error, parsed.value) : [parsed.issue];
  return refused({ why: "malformed", issues: issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer })) });
}
