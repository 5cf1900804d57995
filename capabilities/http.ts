/**
 * Makes HTTP requests for a plugin. The request carries no cookie, credential or header of the visitor's request.
 * Redirects are followed here and not by fetch, because each target must be allowed.
 */
import {
  HTTP_HEADER_MAX_CHARS,
  HTTP_PER_HOST_MAX,
  HTTP_REDIRECTS_MAX,
  HTTP_RESPONSE_MAX_BYTES,
  HTTP_STAND_INS_MAX,
  HTTP_TIMEOUT_MS,
} from "../manifests/bounds/bridge.ts";
import { reachable, type HostReach } from "./address.ts";
import { fromBase64, toBase64 } from "../manifests/bytes/base64.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import { joinedBytes } from "../manifests/joinedBytes.ts";
import type { Requested } from "../runtime/contributions/grant.ts";
import { HeldSecrets } from "./heldSecrets.ts";
import { isHeaderValue, seen, sortedHeaders, travelling, type HeaderList } from "./verbs/headers.ts";
import { denied, given, type Denied, type VerbOutcome } from "./outcome.ts";

/** The fetch of a call, and the deployment's own hosts, which it may not reach. */
export interface HttpPowers {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** A signal that aborts after `ms` milliseconds. */
  timeout(ms: number): AbortSignal;
  isOurs(host: string): boolean;
}

type Granted = NonNullable<Requested["http"]> & Pick<HostReach, "mayName">;

/** Parts that belong to the one call of a plugin that a loan serves. */
export interface HttpCall {
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Tells the plugin's author something, beside the plugin's own output. */
  tell(text: string): void;
}

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODILESS = new Set(["GET", "HEAD"]);

class HostCaller {
  readonly #powers: HttpPowers;
  readonly #reach: HostReach;
  readonly #methods: ReadonlySet<string>;
  readonly #headers: ReadonlySet<string>;
  readonly #secrets: HeldSecrets;
  readonly #call: HttpCall;
  /** The number of requests under way, by the host of their first address. */
  readonly #underWay = new Map<string, number>();
  #hasTold = false;

  constructor(powers: HttpPowers, granted: Granted, call: HttpCall) {
    const { hosts, methods, headers = [], mayName } = granted;
    this.#powers = powers;
    this.#headers = new Set(headers);
    this.#secrets = new HeldSecrets(granted, call.settings);
    this.#call = call;
    this.#reach = { hosts: new Set(hosts), isOurs: (host) => powers.isOurs(host), ...(mayName && { mayName }) };
    this.#methods = new Set(methods);
  }

  async fetch(input: VerbInput<"http.fetch">, over: AbortSignal): Promise<VerbOutcome<VerbAnswer<"http.fetch">>> {
    const start = this.#start(input);
    if ("ok" in start) return start;
    const { host } = start.url;
    const others = this.#underWay.get(host) ?? 0;
    if (others >= HTTP_PER_HOST_MAX)
      return denied("busy", `At most ${HTTP_PER_HOST_MAX} requests to one host at once.`);
    this.#underWay.set(host, others + 1);
    try {
      return await this.#answered(start, over);
    } finally {
      this.#underWay.set(host, (this.#underWay.get(host) ?? 1) - 1);
    }
  }

  async #answered(start: Hop, over: AbortSignal): Promise<VerbOutcome<VerbAnswer<"http.fetch">>> {
    const late = this.#powers.timeout(HTTP_TIMEOUT_MS);
    try {
      return await this.#follow(start, AbortSignal.any([over, late]));
    } catch {
      // The platform's error would name hosts and ports of our network, so the plugin gets only a code.
      return denied(late.aborted ? "too_slow" : "unreachable");
    }
  }

  #start({ url: text, method = "GET", headers = [], body }: VerbInput<"http.fetch">): Hop | Denied {
    const url = reachable(text, this.#reach);
    if (typeof url === "string") return denied("refused", url);
    if (!this.#methods.has(method)) return denied("refused", "This method was not granted.");
    const { sent, leftOut, forbidden } = sortedHeaders(headers, this.#headers);
    if (forbidden !== undefined)
      return denied("invalid", `The header ${JSON.stringify(forbidden)} cannot have this value, or cannot be set.`);
    const unfit = this.#unfitSecret(sent, url.hostname);
    if (unfit) return unfit;
    this.#tellOnce(leftOut);
    if (body !== undefined && BODILESS.has(method))
      return denied("invalid", "A request with this method cannot have a body.");
    return { url, method, headers: sent, body: body === undefined ? undefined : fromBase64(body) };
  }

  #unfitSecret(headers: HeaderList, host: string): Denied | undefined {
    const strayed = this.#secrets.strayed(headers, host);
    if (strayed !== undefined) return denied("refused", `The secret ${strayed} goes to another host alone.`);
    const misplaced = this.#secrets.misplaced(headers);
    if (misplaced !== undefined) return denied("refused", noCarrier(misplaced));
    const oversized = this.#secrets.oversized(headers, host);
    if (oversized !== undefined) return denied("invalid", tooLong(oversized));
    const [name] = this.#secrets.filled(headers, host).find(([, value]) => !isHeaderValue(value)) ?? [];
    return name === undefined
      ? undefined
      : denied("invalid", `The secret in the header ${JSON.stringify(name)} has characters that no header can hold.`);
  }

  /** Once a call: clients send the same headers with every request. */
  #tellOnce(leftOut: readonly string[]): void {
    if (leftOut.length === 0 || this.#hasTold) return;
    this.#hasTold = true;
    this.#call.tell(
      `fetch left out headers that nobody granted: ${leftOut.join(", ")}. Name those that are needed in /capabilities/http/headers of the manifest.`,
    );
  }

  async #follow(start: Hop, signal: AbortSignal): Promise<VerbOutcome<VerbAnswer<"http.fetch">>> {
    let hop = start;
    for (let hops = 0; hops <= HTTP_REDIRECTS_MAX; hops++) {
      const response = await this.#send(hop, signal);
      const location = response.headers.get("location");
      if (!REDIRECTS.has(response.status) || location === null) return this.#received(hop, response);
      await response.body?.cancel();
      const next = this.#redirected(hop, response.status, location);
      if ("ok" in next) return next;
      hop = next;
    }
    return denied("refused", "Too many redirects.");
  }

  #send({ url, method, headers, body }: Hop, signal: AbortSignal): Promise<Response> {
    const filled = this.#secrets.filled(headers, url.hostname);
    const init = { method, headers: filled.map(([name, value]): [string, string] => [name, value]), signal };
    return this.#powers.fetch(url.href, { ...init, redirect: "manual", ...(body ? { body } : {}) });
  }

  async #received({ url }: Hop, response: Response): Promise<VerbOutcome<VerbAnswer<"http.fetch">>> {
    const bytes = await bounded(response.body);
    const body = bytes && this.#secrets.hidden(bytes, HTTP_RESPONSE_MAX_BYTES);
    const at = this.#secrets.hiddenText(url.href, HTTP_RESPONSE_MAX_BYTES);
    if (!body || at === undefined)
      return denied("too_large", `An answer may have at most ${HTTP_RESPONSE_MAX_BYTES} bytes.`);
    const headers = this.#secrets.hiddenHeaders(seen(response.headers));
    return given({ url: at, status: response.status, headers, body: toBase64(body) });
  }

  #redirected(hop: Hop, status: number, location: string): Hop | Denied {
    const target = URL.parse(location, hop.url);
    const url = reachable(target?.href ?? "", this.#reach);
    if (typeof url === "string") return denied("refused", `It redirects. ${url}`);
    const headers = url.host === hop.url.host ? hop.headers : travelling(hop.headers);
    const asGet = status === 303 || (hop.method === "POST" && (status === 301 || status === 302));
    if (!asGet) return { ...hop, url, headers };
    if (!this.#methods.has("GET")) return denied("refused", "It redirects. This method was not granted.");
    return { url, method: "GET", headers, body: undefined };
  }
}

const noCarrier = (name: string): string =>
  `The header ${JSON.stringify(name)} cannot carry a secret. Use authorization, x-api-key, or a header that /capabilities/http/headers of the manifest names.`;

const tooLong = (name: string): string =>
  `The header ${JSON.stringify(name)} has more than ${HTTP_STAND_INS_MAX} secrets, or more than ${HTTP_HEADER_MAX_CHARS} characters with them.`;

/** Reads a body. Answers undefined, and stops reading, if it is longer than `HTTP_RESPONSE_MAX_BYTES`. */
async function bounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > HTTP_RESPONSE_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return joinedBytes(chunks);
}

export function lendHttp(powers: HttpPowers, granted: Granted, call: HttpCall): GrantedVerbs {
  const caller = new HostCaller(powers, granted, call);
  return { "http.fetch": (input, endSignal) => caller.fetch(input, endSignal()) };
}
