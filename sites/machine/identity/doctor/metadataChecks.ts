/** Compares what a provider says of itself with what logins need. */
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { fault, type Finding } from "../../../cli/cloudflare/descriptor/check.ts";
import { AUTHENTICATION_METHODS, authenticationMethod } from "../../../platform/login/clientAuthentication.ts";
import { isEndpoint } from "../../../platform/login/endpoint.ts";
import { SIGNATURE_ALGORITHMS } from "../../../platform/login/signatureAlgorithms.ts";
import { type AskedProvider, listIn, type Metadata, quoteShort } from "./askedProvider.ts";

/** Answers the findings of one check of the provider's metadata. */
export interface MetadataCheck {
  readonly id: string;
  readonly title: string;
  find(metadata: Metadata, asked: AskedProvider): readonly Finding[];
}

const ENDPOINTS = [
  ["authorization_endpoint", "authorizationEndpoint"],
  ["token_endpoint", "tokenEndpoint"],
  ["userinfo_endpoint", "userinfoEndpoint"],
  ["jwks_uri", "jwksUri"],
] as const;

/** A list must name one of the wanted values. A list that is missing says nothing. */
const named = (name: string, wanted: readonly string[], mend: string): ((metadata: Metadata) => readonly Finding[]) => {
  const allowed = wanted.slice(0, 4).join(" or ");
  return (metadata) => {
    const found = listIn(metadata, name);
    return found === undefined || found.some((one) => wanted.includes(one))
      ? []
      : [fault(name, quoteShort(found), allowed, mend)];
  };
};

const FLOW: readonly ((metadata: Metadata) => readonly Finding[])[] = [
  named("response_types_supported", ["code"], "Allow the authorization code flow at the provider."),
  named("grant_types_supported", ["authorization_code"], "Allow the authorization code flow at the provider."),
  named("scopes_supported", ["openid"], "Switch OpenID Connect on at the provider. Plain OAuth names no person."),
  named("code_challenge_methods_supported", ["S256"], "Allow PKCE with S256 at the provider."),
  named("subject_types_supported", ["public", "pairwise"], "Let the provider name people by a stable sub."),
];

export const METADATA_CHECKS: readonly MetadataCheck[] = [
  {
    id: "identity.issuer",
    title: "the provider calls itself by the configured issuer",
    find: ({ issuer }, asked) =>
      issuer === asked.issuer
        ? []
        : [
            fault(
              "issuer",
              quoteShort(issuer),
              quoteShort(asked.issuer),
              "Set issuer to exactly what the provider says. The last slash counts.",
            ),
          ],
  },
  {
    id: "identity.endpoints",
    title: "the configured addresses are the provider's",
    find: (metadata, asked) =>
      ENDPOINTS.flatMap(([said, ours]): readonly Finding[] => {
        const [theirs, configured] = [metadata[said], asked[ours]];
        if (theirs === undefined || configured === undefined || theirs === configured) return [];
        const mend = `Set ${ours} to the provider's address, unless you know that both work.`;
        return [{ level: "warning", where: ours, found: quoteShort(configured), allowed: quoteShort(theirs), mend }];
      }),
  },
  {
    id: "identity.algorithms",
    title: "the provider signs with a key pair",
    find: named(
      "id_token_signing_alg_values_supported",
      SIGNATURE_ALGORITHMS,
      "Let the provider sign with RS256 or ES256. A shared secret proves nothing here.",
    ),
  },
  {
    id: "identity.flow",
    title: "the provider offers this way to log in",
    find: (metadata) => FLOW.flatMap((find) => find(metadata)),
  },
  {
    id: "identity.method",
    title: "the provider takes the applications' proof",
    find: (metadata, { jwksUri, applications }) => {
      const where = "token_endpoint_auth_methods_supported";
      // Without the list, the provider takes the header (OpenID Connect Discovery 1.0, 3).
      const offered = listIn(metadata, where) ?? ["client_secret_basic"];
      return applications.flatMap(({ name, clientId, secret, key }): readonly Finding[] => {
        // Only the workers know by what this application proves itself, so every way that they have will do.
        if (secret === undefined && key === undefined && offered.some((one) => AUTHENTICATION_METHODS.includes(one)))
          return [];
        const secrets = {
          OIDC_CLIENT_ID: clientId,
          OAUTH_CLIENT_SECRET: secret ?? "",
          ...(key && { OAUTH_CLIENT_KEY: key }),
        };
        const used = authenticationMethod(secrets, jwksUri === undefined ? offered : undefined);
        if (offered.includes(used)) return [];
        const mend =
          jwksUri !== undefined && offered.includes("client_secret_post")
            ? "Leave out jwksUri. Then the provider's metadata say how it takes the secret."
            : `Allow ${used} at the provider for the application of the ${name}.`;
        return [fault(where, quoteShort(offered), used, mend)];
      });
    },
  },
];

interface PublicKey {
  readonly kty?: unknown;
  readonly use?: unknown;
  readonly alg?: unknown;
  readonly crv?: unknown;
}

const CURVES: Readonly<Record<string, readonly string[]>> = {
  EC: ["P-256", "P-384", "P-521"],
  OKP: ["Ed25519"],
};

/** True for a public key that an accepted signature can have. */
function canVerify({ kty, use, alg, crv }: PublicKey): boolean {
  if (use === "enc" || (alg !== undefined && !SIGNATURE_ALGORITHMS.includes(String(alg)))) return false;
  return kty === "RSA" || (CURVES[String(kty)] ?? []).includes(String(crv));
}

/** Judges the provider's set of keys (JWKS). */
export function findInKeys(where: string, set: unknown): readonly Finding[] {
  const { keys } = Object(set) as { keys?: unknown };
  const allowed = "a set of keys (JWKS) with one for RS256, ES256 or EdDSA";
  const mend = "Let the provider publish the public key that it signs with.";
  if (!Array.isArray(keys)) return [fault(where, "no set of keys", allowed, "Correct the address of the keys.")];
  return keys.some((one) => canVerify(Object(one) as PublicKey))
    ? []
    : [fault(where, `${countOf(keys.length, "key")}, and none that logins accept`, allowed, mend)];
}

/** Judges the address of the keys. Undefined if it can be asked. */
export function findInKeysAddress(address: unknown, { issuer }: AskedProvider): Finding | undefined {
  const allowed = "an https address";
  if (address === undefined)
    return fault("jwks_uri", "nothing", allowed, "Set jwksUri of the identity provider to the address of its keys.");
  return typeof address === "string" && isEndpoint(address, issuer)
    ? undefined
    : fault("jwks_uri", quoteShort(address), allowed, "Let the provider publish its keys over https.");
}
