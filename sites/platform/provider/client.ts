/**
 * A client of the provider's API that trusts no answer. It bounds bytes and time, follows no redirect, checks shapes,
 * and compares the resource with the requested one. A redirect could take the credential to another host.
 */
import * as z from "zod/mini";
import {
  PROVIDER_ANSWER_MAX_BYTES,
  PROVIDER_PAGES_MAX,
  PROVIDER_TIMEOUT_MS,
  PROVIDER_TRIES,
} from "../../../manifests/bounds/provider.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { readBytes } from "../../requests/bytes.ts";
import type { Address, ListAddress } from "./address.ts";
import { type ProviderEnvelope, envelopeIn } from "./envelope.ts";
import type { ProviderFault, FaultKind } from "./fault.ts";
import { isRetryable, retryAfterMs, waitAfter } from "./retry.ts";

/** The fetch function and the clock of a client. */
export interface ProviderPowers {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface ProviderAccess {
  /** The API's root, without a trailing slash. */
  readonly base: string;
  /** The headers with the credential. */
  readonly credential: Readonly<Record<string, string>>;
}

export type ProviderResult<T> = Result<T, ProviderFault>;

type Sent = Pick<Address<unknown>, "method" | "body">;

interface Heard {
  readonly status: number;
  /** Undefined if the body is no envelope. */
  readonly envelope: ProviderEnvelope | undefined;
  readonly wait: number | undefined;
  readonly says?: string;
}

const STATUS_KINDS: Readonly<Record<number, FaultKind>> = {
  401: "denied",
  403: "denied",
  404: "absent",
  429: "limited",
};

const SAYS: Readonly<Record<FaultKind, string>> = {
  absent: "the provider has no such resource",
  denied: "the provider does not accept the credential for this request",
  limited: "the provider limits the request rate at the moment",
  refused: "the provider refused the request",
  unreachable: "the provider does not answer",
  untrue: "the provider's answer does not match its API",
};

const fault = (
  kind: FaultKind,
  { status, envelope }: Pick<Heard, "status" | "envelope">,
  says = SAYS[kind],
): ProviderFault => ({ kind, status, codes: envelope?.codes ?? [], says });

function kindOf({ status, envelope }: Heard): FaultKind {
  if (status === 0 || status >= 500) return "unreachable";
  if (!envelope || envelope.success || status < 400) return status === 429 ? "limited" : "untrue";
  return STATUS_KINDS[status] ?? "refused";
}

const sentBody = (body: unknown): Pick<RequestInit, "body" | "headers"> => {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return body instanceof Uint8Array
    ? { body: body as Uint8Array<ArrayBuffer>, headers: { "content-type": "application/octet-stream" } }
    : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
};

export class ProviderClient {
  readonly #powers: ProviderPowers;
  readonly #access: ProviderAccess;

  constructor(access: ProviderAccess, powers: ProviderPowers) {
    [this.#access, this.#powers] = [access, powers];
  }

  /** Sends a request. Answers the result, or a fault. */
  async ask<T>(address: Address<T>): Promise<ProviderResult<T>> {
    const heard = await this.#heard(address, address.path);
    return heard.ok ? this.#judged(address, heard.value.envelope) : heard;
  }

  /** Reads all pages of a list. Fails for a list without an end, because a part would look like the whole. */
  async list<T>(address: ListAddress<T>): Promise<ProviderResult<readonly T[]>> {
    const found: T[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const separator = address.path.includes("?") ? "&" : "?";
      const heard = await this.#heard(address, page === 1 ? address.path : `${address.path}${separator}page=${page}`);
      if (!heard.ok) return heard;
      const judged = this.#judged({ ...address, shape: z.array(address.row) }, heard.value.envelope);
      if (!judged.ok) return judged;
      found.push(...judged.value.filter((row) => address.isAsked?.(row) ?? true));
      pages = heard.value.envelope.pages;
      if (pages > PROVIDER_PAGES_MAX)
        return refused(
          fault("untrue", { status: 200, envelope: undefined }, `the list has more than ${PROVIDER_PAGES_MAX} pages`),
        );
    }
    return accepted(found);
  }

  /** Reads raw bytes without an envelope, such as an object. The caller must verify their digest. */
  async bytes(path: string, most: number): Promise<ProviderResult<Uint8Array>> {
    const heard = await this.#sent({ method: "GET" }, path, async (response): Promise<Heard | Uint8Array> => {
      if (response.status !== 200) return this.#read(response);
      return readBytes(response.body, most, PROVIDER_TIMEOUT_MS);
    });
    return heard instanceof Uint8Array ? accepted(heard) : refused(fault(kindOf(heard), heard, heard.says));
  }

  #judged<T>({ shape, isAbout }: Pick<Address<T>, "shape" | "isAbout">, envelope: ProviderEnvelope): ProviderResult<T> {
    const read = z.safeParse(shape, envelope.result);
    if (!read.success) return refused(fault("untrue", { status: 200, envelope }));
    if (isAbout && !isAbout(read.data))
      return refused(fault("untrue", { status: 200, envelope }, "the answer is about another resource"));
    return accepted(read.data);
  }

  async #heard(address: Sent, path: string): Promise<ProviderResult<{ readonly envelope: ProviderEnvelope }>> {
    for (let tried = 1; ; tried++) {
      const heard = await this.#once(address, path);
      const { status, envelope } = heard;
      if (status >= 200 && status < 300 && envelope?.success) return accepted({ envelope });
      if (tried >= PROVIDER_TRIES || !isRetryable(address.method, status))
        return refused(fault(kindOf(heard), heard, heard.says));
      await this.#powers.sleep(waitAfter(tried, heard.wait));
    }
  }

  #once(sent: Sent, path: string): Promise<Heard> {
    return this.#sent(sent, path, (response) => this.#read(response));
  }

  /** Sends one request. A network failure becomes an answer with status 0. */
  async #sent<T>({ method, body }: Sent, path: string, read: (response: Response) => Promise<T>): Promise<T | Heard> {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), PROVIDER_TIMEOUT_MS);
    const { headers, ...sent } = sentBody(body);
    try {
      const response = await this.#powers.fetch(`${this.#access.base}${path}`, {
        method,
        ...sent,
        headers: { accept: "application/json", ...headers, ...this.#access.credential },
        redirect: "manual",
        signal: ending.signal,
      });
      return await read(response);
    } catch (error) {
      if (error instanceof Refusal && error.code === "TOO_LARGE")
        return {
          status: 200,
          envelope: undefined,
          wait: undefined,
          says: "the provider's answer is too large",
        };
      return { status: 0, envelope: undefined, wait: undefined };
    } finally {
      clearTimeout(timer);
      ending.abort();
    }
  }

  async #read(response: Response): Promise<Heard> {
    if (response.status >= 300 && response.status < 400)
      return {
        status: 300,
        envelope: undefined,
        wait: undefined,
        says: "the provider answered with a redirect, which is not followed",
      };
    const bytes = await readBytes(response.body, PROVIDER_ANSWER_MAX_BYTES, PROVIDER_TIMEOUT_MS);
    return {
      status: response.status,
      envelope: envelopeIn(new TextDecoder().decode(bytes)),
      wait: retryAfterMs(response.headers.get("retry-after"), this.#powers.now()),
    };
  }
}
