/**
 * One public key of the keyring, with its validity and its publishers. Unknown members are refused: ignoring a misspelt
 * `svc:publishers` would make one publisher's key valid for all.
 */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../bounds/documents.ts";
import { KEY_SCOPES_MAX } from "../bounds/packages.ts";
import { isPluginId, type PluginId, publisherOf } from "../shapes/id.ts";
import { issuesFromZod } from "../refusals/issues.ts";
import type { Issue } from "../refusals/refusal.ts";
import { exactly } from "../shapes/shape.ts";
import { pointFault } from "./ed25519.ts";
import { STRICT_SAYS, strictBase64url } from "./exactText.ts";
import { accepted, refused, type Result } from "../result.ts";
import { ALGORITHMS, type PublicJwk, type SignatureCheck, signatureCheck, thumbprint } from "./signature.ts";
import type { Untrusted } from "./untrusted.ts";

export interface TrustKey {
  /** RFC 7638 thumbprint, computed from the key. A key's own claim of its name is only compared with it. */
  readonly kid: string;
  readonly algorithms: readonly string[];
  /** Publishers and plugin ids that the key may sign. If undefined, all of them. */
  readonly scope: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly notBefore: number | undefined;
  readonly expires: number | undefined;
  readonly revokedAt: number | undefined;
  readonly verifies: SignatureCheck;
}

/** The last second of the year 9999. A larger number must be in milliseconds by mistake. */
export const LAST_SECOND = 253_402_300_799;
const PUBLISHER = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

const seconds = z.exactOptional(
  z.int().check(z.minimum(0), z.maximum(LAST_SECOND, "seconds since 1970, not milliseconds")),
);
const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "32 bytes as 43 characters of base64url"));
export const scopeShape = z
  .string()
  .check(z.refine((text) => PUBLISHER.test(text) || isPluginId(text), "a publisher such as acme, or a plugin id"));

const common = {
  kid: z.exactOptional(z.string()),
  use: z.exactOptional(z.literal("sig")),
  key_ops: z.exactOptional(z.array(z.literal("verify")).check(z.minLength(1), z.maxLength(1))),
  ext: z.exactOptional(z.boolean()),
  nbf: seconds,
  exp: seconds,
  "svc:publishers": z.exactOptional(z.array(scopeShape).check(z.minLength(1), z.maxLength(KEY_SCOPES_MAX))),
  "svc:revokedAt": seconds,
  "svc:note": z.exactOptional(z.string().check(z.maxLength(TEXT_MAX_CHARS))),
};

const ed25519Shape = exactly({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: coordinate,
  alg: z.exactOptional(z.enum(ALGORITHMS.Ed25519)),
  ...common,
});
const p256Shape = exactly({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: coordinate,
  y: coordinate,
  alg: z.exactOptional(z.enum(ALGORITHMS["P-256"])),
  ...common,
});
const keyShape = z.discriminatedUnion("kty", [ed25519Shape, p256Shape], "OKP with crv Ed25519, or EC with crv P-256");

type KeyText = z.infer<typeof keyShape>;
type Refused = readonly Issue[];

const issue = (pointer: string, found: string, allowed: string): Refused => [{ pointer, found, allowed }];

/** Lists members of a private key without their values, because these issues are shown and logged. */
function privateIssues(value: unknown): Refused {
  if (typeof value !== "object" || value === null) return issue("", "a value that is not an object", "a public JWK");
  return PRIVATE_MEMBERS.filter((name) => Object.hasOwn(value, name)).flatMap((name) =>
    issue(
      `/${name}`,
      "a part of a private or secret key",
      "public keys only; treat this private key as leaked and replace it",
    ),
  );
}

const POINT_FAULTS = {
  low_order: "a point of low order, for which anybody can forge signatures",
  not_canonical: "a non-canonical encoding of a point",
  not_on_curve: "a value that is not a point on the curve",
} as const;

function pointIssues(jwk: PublicJwk): Refused {
  for (const name of ["x", "y"] as const) {
    const text = jwk[name];
    if (text !== undefined && !strictBase64url(text)) return issue(`/${name}`, "spare bits", STRICT_SAYS);
  }
  const fault = jwk.crv === "Ed25519" ? pointFault(strictBase64url(jwk.x) ?? new Uint8Array()) : undefined;
  return fault ? issue("/x", POINT_FAULTS[fault], "the public key of a signer") : [];
}

function claimIssues({ kid, nbf, exp }: KeyText, actual: string): Refused {
  if (kid !== undefined && kid !== actual) return issue("/kid", "a kid that is not the key's thumbprint", actual);
  return nbf !== undefined && exp !== undefined && nbf >= exp
    ? issue("/exp", String(exp), `a time after nbf, ${nbf}`)
    : [];
}

const publicPart = (key: KeyText): PublicJwk =>
  key.kty === "EC" ? { kty: key.kty, crv: key.crv, x: key.x, y: key.y } : { kty: key.kty, crv: key.crv, x: key.x };

const inMilliseconds = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : value * 1000;

export async function readTrustKey(value: unknown): Promise<Result<TrustKey, Refused>> {
  const secret = privateIssues(value);
  if (secret.length > 0) return refused(secret);
  const shaped = keyShape.safeParse(value);
  if (!shaped.success) return refused(issuesFromZod(shaped.error, value));
  const jwk = publicPart(shaped.data);
  const points = pointIssues(jwk);
  if (points.length > 0) return refused(points);
  const verifies = await signatureCheck(jwk);
  if (!verifies) return refused(issue("/x", POINT_FAULTS.not_on_curve, "the public key of a signer"));
  const kid = await thumbprint(jwk);
  const claims = claimIssues(shaped.data, kid);
  return claims.length > 0 ? refused(claims) : accepted(trustKey(shaped.data, kid, verifies));
}

const trustKey = (text: KeyText, kid: string, verifies: SignatureCheck): TrustKey => ({
  kid,
  algorithms: ALGORITHMS[text.crv],
  scope: text["svc:publishers"],
  notBefore: inMilliseconds(text.nbf),
  expires: inMilliseconds(text.exp),
  revokedAt: inMilliseconds(text["svc:revokedAt"]),
  verifies,
});

/** The reason why a key is not valid at a time. If the clock gives no number, no key with dates is valid. */
export function invalidity({ kid, notBefore, expires, revokedAt }: TrustKey, now: number): Untrusted | undefined {
  if (revokedAt !== undefined && !(now < revokedAt)) return { why: "revoked", kid, since: revokedAt };
  if (notBefore !== undefined && !(now >= notBefore)) return { why: "not_yet_valid", kid, from: notBefore };
  return expires !== undefined && !(now < expires) ? { why: "expired", kid, since: expires } : undefined;
}

export const maySign = ({ scope }: TrustKey, id: PluginId): boolean =>
  scope === undefined || scope.includes(publisherOf(id)) || scope.includes(id);
