/** Says in words why an identity provider did not answer, and what to do. */
import { IDENTITY_TIMEOUT_MS } from "../../../../manifests/bounds/logins.ts";
import type { Finding } from "../../../cli/cloudflare/descriptor/check.ts";
import type { AskProvider } from "./askProvider.ts";

type Words = readonly [found: string, mend: string];

const UNKNOWN_AUTHORITY: Words = [
  "a certificate of an authority that this machine does not trust",
  'Name the file with the certificates of your authority as "ca" of the identity provider.',
];
const NO_TLS: Words = ["an answer without TLS", "Correct the port, or let the provider speak https."];
const NO_WAY: Words = ["no way into its network", "Check the network, the firewall and the address."];
const NO_NAME: Words = ["a name that the DNS does not know", "Correct the address, or check this machine's resolver."];
const CLOSED: Words = [
  "a connection that was closed without an answer",
  "Check that the provider runs, and read its log.",
];

const BY_CODE: Readonly<Record<string, Words>> = {
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: ["no program at this address and port", "Start the provider, or correct the address."],
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  HPE_INVALID_CONSTANT: ["an answer that is no HTTP", "Correct the port."],
  ENETUNREACH: NO_WAY,
  EHOSTUNREACH: NO_WAY,
  TIMEOUT: [`no answer within ${IDENTITY_TIMEOUT_MS / 1_000} s`, "Check the firewall, and that the provider runs."],
  ETIMEDOUT: NO_WAY,
  TOO_LONG: ["an answer that is too long", "Correct the address: an identity provider answers briefly."],
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: ["a certificate that has expired", "Renew the provider's certificate."],
  CERT_NOT_YET_VALID: ["a certificate that is not valid yet", "Correct this machine's clock."],
  ERR_TLS_CERT_ALTNAME_INVALID: ["a certificate for another name", "Correct the address or the certificate."],
};

const codeOf = (error: unknown): string => String((Object(error) as { code?: unknown }).code ?? "no reason");

/** Failures that pass by themselves. They say nothing about the settings. */
const PASSING: ReadonlySet<string> = new Set([
  "TIMEOUT",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ECONNRESET",
  "EPIPE",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

const isPassingStatus = (status: number): boolean => status === 429 || status >= 500;

/** A failure that another attempt may not meet, so the check that asked knows nothing. */
export class PassingFault extends Error {
  readonly finding: Finding;

  constructor(where: string, found: string) {
    super(found);
    const mend = "Try again later. If it stays, read the provider's log.";
    this.finding = { level: "warning", where, found, allowed: "an answer", mend };
  }
}

/** Asks like `ask`, and throws a PassingFault for an answer or a silence that may pass. */
export const askingPatiently =
  (ask: AskProvider): AskProvider =>
  async (question) => {
    const { origin, pathname } = new URL(question.address);
    const where = origin + pathname;
    try {
      const answer = await ask(question);
      if (isPassingStatus(answer.status)) throw new PassingFault(where, `status ${answer.status}`);
      return answer;
    } catch (error) {
      const code = codeOf(error);
      throw PASSING.has(code) ? new PassingFault(where, BY_CODE[code]?.[0] ?? code) : error;
    }
  };

/** The finding for a request that nobody answered. */
export function silenceFinding(where: string, error: unknown): Finding {
  const code = codeOf(error);
  const [found, mend] = BY_CODE[code] ?? [`no answer (${code})`, "Check the address, and that the provider runs."];
  return { level: "error", where, found, allowed: "an answer over https", mend };
}
