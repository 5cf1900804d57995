/** The dispatch grant: a short-lived signed permission for one call to a tenant's worker. */
import * as z from "zod/mini";
import { type JWK, SignJWT, importJWK, jwtVerify } from "jose";
import { DISPATCH_GRANT_MAX_CHARS, DISPATCH_GRANT_SECONDS } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { DISPATCHER } from "./names.ts";

const TYPE = "svc-dispatch-grant+jwt";
const ALGORITHM = "EdDSA";

const audience = z.discriminatedUnion("kind", [
  /** A visitor: published content, forms and plugin routes. */
  z.strictObject({ kind: z.literal("public") }),
  /** A member whom the dispatcher has authenticated, or that member's agent. */
  z.strictObject({
    kind: z.literal("private"),
    member: z.string(),
    role: z.string(),
    permissions: z.array(z.string()),
  }),
  /** The platform: its operators and its queues. */
  z.strictObject({ kind: z.literal("platform") }),
]);

const claims = z.strictObject({
  iss: z.literal(DISPATCHER),
  /** The tenant. */
  sub: z.string(),
  /** The tenant's worker. */
  aud: z.string(),
  /** Null for a call about the whole tenant. */
  site: z.nullable(z.string()),
  audience,
  method: z.string(),
  /** True for a call with effects. Its grant can be used once. */
  once: z.boolean(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
});

export type DispatchAudience = z.infer<typeof audience>;
export type AudienceKind = DispatchAudience["kind"];
export type DispatchClaims = z.infer<typeof claims>;
export type Dispatch = Pick<DispatchClaims, "site" | "audience" | "method" | "once"> & {
  readonly tenant: string;
  readonly worker: string;
};

/** Signs a grant with the dispatcher's private key. */
export async function signGrant(
  { tenant, worker, ...rest }: Dispatch,
  { kid, key }: { readonly kid: string; readonly key: CryptoKey },
  now = Date.now(),
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT({ ...rest, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(DISPATCHER)
    .setSubject(tenant)
    .setAudience(worker)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + DISPATCH_GRANT_SECONDS)
    .sign(key);
}

/** A public key, and the audiences that its holder may sign grants for. */
export interface DispatchKey {
  readonly key: CryptoKey;
  readonly audiences: ReadonlySet<AudienceKind>;
}

export interface Addressee {
  readonly tenant: string;
  readonly worker: string;
  /** The deployment's keys, by `kid`. */
  readonly keys: ReadonlyMap<string, DispatchKey>;
}

const refused = (reason: string): Refusal => new Refusal("FORBIDDEN", { reason: `dispatch grant: ${reason}` });

/**
 * Verifies a grant: the signature by a key for its audience, this tenant and worker, and its times. Throws for any
 * other.
 */
export async function verifyGrant(
  text: unknown,
  { tenant, worker, keys }: Addressee,
  now = Date.now(),
): Promise<DispatchClaims> {
  if (typeof text !== "string" || text.length > DISPATCH_GRANT_MAX_CHARS) throw refused("none");
  const found = await jwtVerify(text, ({ kid = "" }) => findKey(keys, kid).key, {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: DISPATCHER,
    subject: tenant,
    audience: worker,
    currentDate: new Date(now),
  }).catch(() => undefined);
  const read = claims.safeParse(found?.payload);
  if (!read.success || !isTimely(read.data, now)) throw refused("not for this worker");
  if (!findKey(keys, found?.protectedHeader.kid ?? "").audiences.has(read.data.audience.kind))
    throw refused("not an audience of its key");
  return read.data;
}

/** Limits what a stolen key can do: no grant may be long-lived or begin in the future. */
const isTimely = ({ iat, exp }: DispatchClaims, now: number): boolean =>
  exp - iat <= DISPATCH_GRANT_SECONDS && iat <= Math.floor(now / 1000) + CLOCKS_APART_SECONDS;

/** The largest difference of two machines' clocks, in seconds. */
const CLOCKS_APART_SECONDS = 2;

function findKey(keys: ReadonlyMap<string, DispatchKey>, kid: string): DispatchKey {
  const key = keys.get(kid);
  if (!key) throw refused("unknown key");
  return key;
}

/** The member of a public JWK that names its audiences. */
export const KEY_AUDIENCES = "svc:audiences";

/** The audiences of grants that each worker signs. The worker of members' agents acts for members alone. */
export const SIGNED_AUDIENCES = {
  dispatcher: ["public", "private", "platform"],
  members: ["private"],
} as const satisfies Readonly<Record<string, readonly AudienceKind[]>>;

const jwks = z.array(
  z.looseObject({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    kid: z.string(),
    x: z.string(),
    [KEY_AUDIENCES]: z.array(z.enum(SIGNED_AUDIENCES.dispatcher)),
  }),
);

/** Imports public keys from a JSON array of JWKs, by `kid`. A key without audiences is refused. */
export async function publicKeys(json: string): Promise<ReadonlyMap<string, DispatchKey>> {
  const rows = jwks.parse(JSON.parse(json));
  return new Map(
    await Promise.all(
      rows.map(async ({ kty, crv, kid, x, [KEY_AUDIENCES]: audiences }) => {
        const key = await imported({ kty, crv, x });
        return [kid, { key, audiences: new Set(audiences) }] as const;
      }),
    ),
  );
}

/** Imports the dispatcher's private JWK. */
export async function readSigningKey(json: string): Promise<{ readonly kid: string; readonly key: CryptoKey }> {
  const jwk = z.looseObject({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    kid: z.string(),
    x: z.string(),
    d: z.string(),
  });
  const { kid, ...rest } = jwk.parse(JSON.parse(json));
  return { kid, key: await imported(rest as JWK) };
}

const imported = async (jwk: JWK): Promise<CryptoKey> => (await importJWK(jwk, ALGORITHM)) as CryptoKey;
