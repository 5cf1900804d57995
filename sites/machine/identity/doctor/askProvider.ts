/** Sends one request to an identity provider, as the workers would: bounded, with a deadline, and without redirects. */
import type { IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { lookup } from "node:dns";
import { getCACertificates } from "node:tls";
import { IDENTITY_ANSWER_MAX_BYTES, IDENTITY_TIMEOUT_MS } from "../../../../manifests/bounds/logins.ts";
import { isLocalHostname } from "../../../../manifests/shapes/localHostname.ts";
import { request as httpRequest } from "../../process/http.ts";

export interface ProviderQuestion {
  readonly address: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks a provider. Rejects with the system's error, whose `code` says why nobody answered. */
export type AskProvider = (question: ProviderQuestion) => Promise<ProviderAnswer>;

/** Resolves names of this machine also where the system does not. */
const findHost: LookupFunction = (hostname, options, done) =>
  isLocalHostname(hostname)
    ? options.all === true
      ? done(null, [{ address: "127.0.0.1", family: 4 }])
      : done(null, "127.0.0.1", 4)
    : lookup(hostname, options, done);

const fault = (code: string): Error => Object.assign(new Error(code), { code });

/** The certificates that the workers' runtime trusts: the system's, those that Node brings, and the operator's. */
const trusted = (ca: string | undefined): string[] => [
  ...getCACertificates("system"),
  ...getCACertificates("bundled"),
  ...(ca === undefined ? [] : [ca]),
];

/** Asks over the network. `ca` has the certificates of a private authority (PEM). */
export function askingWith(ca: string | undefined): AskProvider {
  const authorities = trusted(ca);
  return ({ address, method = "GET", headers = {}, body }) =>
    new Promise((done, fail) => {
      const url = new URL(address);
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const deadline = AbortSignal.timeout(IDENTITY_TIMEOUT_MS);
      const late = (error: unknown): void => fail(deadline.aborted ? fault("TIMEOUT") : error);
      const request = send(
        url,
        { method, headers, agent: false, lookup: findHost, signal: deadline, ca: authorities },
        (response) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          response.on("error", late).on("data", (piece: Buffer) => {
            bytes += piece.byteLength;
            if (bytes > IDENTITY_ANSWER_MAX_BYTES) request.destroy(fault("TOO_LONG"));
            else pieces.push(piece);
          });
          response.on("end", () =>
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(pieces).toString("utf8"),
            }),
          );
        },
      );
      request.on("error", late).end(body);
    });
}
