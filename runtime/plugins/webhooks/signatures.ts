/**
 * The signatures of webhooks, by scheme: where they stand, what they sign, and when. A signature is compared without a
 * branch that depends on its bytes, so the time of a refusal tells nothing about the right one.
 */
import { WEBHOOK_WINDOW_SECONDS } from "../../../manifests/bounds/calls.ts";
import { fromBase64 } from "../../../manifests/bytes/base64.ts";
import type { RouteSignature, SignatureScheme } from "../../../manifests/manifest/executable.ts";
import type { RefusalDetail } from "../../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { Powers } from "../../powers/powers.ts";

export type RequestHeaders = Readonly<Record<string, string>>;

/** A request that a service has sent, with the text of its body exactly as it came. */
export interface SignedRequest {
  readonly headers: RequestHeaders;
  readonly text: string;
}

/** A request whose signature is right. */
export interface Verified {
  /**
   * Two requests with one identity are one request, sent twice. It is the signed id, which stays when the service sends
   * again, or else the whole signed text. Most services sign a new time with each attempt.
   */
  readonly identity: string;
  /** The time that the signature covers, in milliseconds since the epoch. Null where the scheme has none. */
  readonly signedAt: number | null;
}

type Why = "missing" | "malformed" | "wrong" | "untimely";

/** The reason of a refusal, as its answer tells the service. */
export interface Unsigned extends RefusalDetail {
  readonly why: Why;
  readonly reason: string;
}

interface Claimed {
  readonly signed: string;
  /** The id that the signature covers, in schemes that have one. */
  readonly id?: string;
  /** Seconds since the epoch, as the service wrote them. */
  readonly seconds: string | null;
  /** The signatures, of which one must be right. A service sends several while it changes its key. */
  readonly signatures: readonly string[];
}

interface Scheme {
  /** The headers that it reads, the one with the signature first. */
  readonly headers: readonly string[];
  readonly encoding: "hex" | "base64";
  /** Reads the headers, given in the order of `headers`. Undefined if they do not have the scheme's form. */
  read(values: readonly string[], text: string): Claimed | undefined;
  /** The key's bytes, where the secret is not the key itself. Undefined for a secret of another form. */
  key?(secret: string): Uint8Array<ArrayBuffer> | undefined;
}

/** The signatures of a list such as `v1=…,v0=…` or `v1,… v1,…` that have the version's beginning. */
const versioned = (list: string, between: string, beginning: string): string[] =>
  list.split(between).flatMap((part) => (part.startsWith(beginning) ? [part.slice(beginning.length)] : []));

function stripe(header: string, text: string): Claimed | undefined {
  const times = versioned(header, ",", "t=");
  const [seconds] = times;
  // A second time would leave open which one the signature covers.
  if (seconds === undefined || times.length > 1) return undefined;
  return { signed: `${seconds}.${text}`, seconds, signatures: versioned(header, ",", "v1=") };
}

const STANDARD_SECRET = /^(?:whsec_)?([A-Za-z0-9+/]{16,}={0,2})$/;

function standardKey(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const [, encoded = ""] = STANDARD_SECRET.exec(secret) ?? [];
  return bytesOf(encoded, "base64");
}

const OWN_SCHEMES: Readonly<Record<Exclude<SignatureScheme, "hmac-sha256">, Scheme>> = {
  "standard-webhooks": {
    headers: ["webhook-signature", "webhook-timestamp", "webhook-id"],
    encoding: "base64",
    read: ([signature = "", seconds = "", id = ""], text) =>
      // An id with a full stop could end where another id, with another time, goes on.
      id === "" || id.includes(".")
        ? undefined
        : { signed: `${id}.${seconds}.${text}`, id, seconds, signatures: versioned(signature, " ", "v1,") },
    key: standardKey,
  },
  stripe: { headers: ["stripe-signature"], encoding: "hex", read: ([header = ""], text) => stripe(header, text) },
  github: bodyScheme("x-hub-signature-256", "sha256=", "hex"),
  slack: {
    headers: ["x-slack-signature", "x-slack-request-timestamp"],
    encoding: "hex",
    read: ([signature = "", seconds = ""], text) => ({
      signed: `v0:${seconds}:${text}`,
      seconds,
      signatures: versioned(signature, ",", "v0="),
    }),
  },
};

function bodyScheme(header: string, prefix: string, encoding: Scheme["encoding"]): Scheme {
  return {
    headers: [header],
    encoding,
    read: ([value = ""], text) => ({
      signed: text,
      seconds: null,
      // A header that was sent twice arrives as one list.
      signatures: versioned(value.replaceAll(" ", ""), ",", prefix),
    }),
  };
}

const schemeOf = ({ scheme, header = "", prefix = "", encoding = "hex" }: RouteSignature): Scheme =>
  scheme === "hmac-sha256" ? bodyScheme(header, prefix, encoding) : OWN_SCHEMES[scheme];

/** The headers that the signature of a route stands in. */
export const signatureHeaders = (signature: RouteSignature): readonly string[] => schemeOf(signature).headers;

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes a signature. Undefined for other text. */
function bytesOf(text: string, encoding: Scheme["encoding"]): Uint8Array<ArrayBuffer> | undefined {
  if (encoding === "hex")
    return HEX.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : undefined;
  return BASE64.test(text) && text.length % 4 === 0 ? fromBase64(text) : undefined;
}

/** Compares all bytes, whichever the first different one is. The length of a digest is no secret. */
function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}

/** Seconds as services write them. The bound keeps the number exact. */
const SECONDS = /^\d{1,12}$/;

const REASONS: Readonly<Record<Why, string>> = {
  missing: "The request has no signature.",
  malformed: "The signature does not have the form that the manifest names.",
  wrong: "No signature of the request fits its body and the secret in the plugin's settings.",
  untimely: "The time in the signature is too far from the time of this site. Compare both clocks.",
};

const unsigned = (why: Why, more: Partial<Unsigned> = {}) => refused<Unsigned>({ why, reason: REASONS[why], ...more });

/** A request whose signature has the scheme's form, with its signatures as bytes. */
interface Formed extends Claimed {
  readonly given: readonly Uint8Array[];
}

function formed(scheme: Scheme, { headers, text }: SignedRequest): Result<Formed, Unsigned> {
  const missing = scheme.headers.find((name) => !Object.hasOwn(headers, name));
  if (missing !== undefined) return unsigned("missing", { header: missing });
  const values = scheme.headers.map((name) => headers[name] ?? "");
  const claimed = scheme.read(values, text);
  const given = (claimed?.signatures ?? []).flatMap((one) => bytesOf(one, scheme.encoding) ?? []);
  const isTimed = claimed !== undefined && (claimed.seconds === null || SECONDS.test(claimed.seconds));
  return isTimed && given.length > 0
    ? accepted({ ...claimed, given })
    : unsigned("malformed", { header: scheme.headers[0] });
}

function timely({ signed, id: identity = signed, seconds }: Claimed, now: number): Result<Verified, Unsigned> {
  if (seconds === null) return accepted({ identity, signedAt: null });
  const signedAt = Number(seconds) * 1000;
  return Math.abs(now - signedAt) <= WEBHOOK_WINDOW_SECONDS * 1000
    ? accepted({ identity, signedAt })
    : unsigned("untimely", { windowSeconds: WEBHOOK_WINDOW_SECONDS });
}

/**
 * Verifies a request against the secret of its route. The time counts only if the signature covers it, so a wrong
 * signature is told first.
 */
export async function verified(
  powers: Pick<Powers, "sign" | "now">,
  signature: RouteSignature,
  secret: string,
  request: SignedRequest,
): Promise<Result<Verified, Unsigned> | "unfit_secret"> {
  const scheme = schemeOf(signature);
  const key = scheme.key ? scheme.key(secret) : secret;
  if (key === undefined || key === "") return "unfit_secret";
  const found = formed(scheme, request);
  if (!found.ok) return found;
  const right = bytesOf(await powers.sign(key, found.value.signed), "hex") ?? new Uint8Array();
  const isRight = found.value.given.map((one) => sameBytes(one, right)).includes(true);
  return isRight ? timely(found.value, powers.now()) : unsigned("wrong");
}
