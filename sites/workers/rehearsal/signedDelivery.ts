import { fromBase64, toBase64 } from "../../../manifests/bytes/base64.ts";
import type { RouteSignature, SignatureScheme } from "../../../manifests/manifest/executable.ts";
import type { Powers } from "../../../runtime/powers/powers.ts";

interface Signing {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly text: string;
  /** HMAC-SHA256 as lower-case hex, with the secret of the route or a key of the scheme. */
  hmac(text: string, key?: Uint8Array<ArrayBuffer>): Promise<string>;
  readonly secret: string;
  readonly signature: RouteSignature;
}

type Headers = Record<string, string>;

const base64OfHex = (hex: string): string =>
  toBase64(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));

/** The headers of each scheme, as the service sends them. */
const SIGNING: Readonly<Record<SignatureScheme, (signing: Signing) => Promise<Headers>>> = {
  "hmac-sha256": async ({ text, hmac, signature: { header = "", prefix = "", encoding } }) => {
    const hex = await hmac(text);
    return { [header]: prefix + (encoding === "base64" ? base64OfHex(hex) : hex) };
  },
  "standard-webhooks": async ({ at, text, hmac, secret }) => {
    const id = `msg_${at}`;
    const hex = await hmac(`${id}.${at}.${text}`, fromBase64(secret.replace(/^whsec_/, "")));
    return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${base64OfHex(hex)}` };
  },
  stripe: async ({ at, text, hmac }) => ({ "stripe-signature": `t=${at},v1=${await hmac(`${at}.${text}`)}` }),
  github: async ({ text, hmac }) => ({ "x-hub-signature-256": `sha256=${await hmac(text)}` }),
  slack: async ({ at, text, hmac }) => ({
    "x-slack-request-timestamp": String(at),
    "x-slack-signature": `v0=${await hmac(`v0:${at}:${text}`)}`,
  }),
};

/** Signs a body as the service of a webhook would, for an author's test. */
export const signedDelivery = (
  powers: Pick<Powers, "sign" | "now">,
  signature: RouteSignature,
  secret: string,
  text: string,
): Promise<Headers> =>
  SIGNING[signature.scheme]({
    at: Math.floor(powers.now() / 1000),
    text,
    secret,
    signature,
    hmac: (signed, key) => powers.sign(key ?? secret, signed),
  });
