/**
 * A stand-in for a certificate authority that speaks ACME (RFC 8555), for tests alone. It checks nonces, signatures and
 * proofs as an authority does, and misbehaves as a test asks. It proves no name by the DNS: a test says where it looks.
 */
import { createHash, createPublicKey, type KeyObject, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { certificateFor, publicKeyIn } from "./certificate.ts";

/** The faults of the authority. */
export interface AuthorityFaults {
  /** Refuses this many signed requests for their nonce. */
  badNonces: number;
  /** Refuses every order as one too many. */
  isLimited: boolean;
  /** Offers this type of challenge instead of http-01. */
  challengeType: string | undefined;
  /** Sends this token. */
  token: string | undefined;
  /** Leaves each order as it is after its proof. */
  neverEnds: boolean;
  /** Issues for another name. */
  issuesFor: string | undefined;
  /** Issues for another key. */
  forAnotherKey: boolean;
  /** Days until the certificate ends. */
  days: number;
}

interface Jws {
  readonly protected: string;
  readonly payload: string;
  readonly signature: string;
}

interface Protected {
  readonly nonce: string;
  readonly url: string;
  readonly jwk?: Record<string, string>;
  readonly kid?: string;
}

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly body?: string;
  readonly location?: string;
}

const problem = (status: number, type: string): Answer => ({
  status,
  json: { type: `urn:ietf:params:acme:error:${type}`, detail: type },
});

/** The digest of a key (RFC 7638), of an elliptic curve. */
const thumbprint = ({ crv, kty, x, y }: Record<string, string>): string =>
  createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");

export class AuthorityStandIn implements AsyncDisposable {
  readonly faults: AuthorityFaults = {
    badNonces: 0,
    isLimited: false,
    challengeType: undefined,
    token: undefined,
    neverEnds: false,
    issuesFor: undefined,
    forAnotherKey: false,
    days: 90,
  };
  /** The names that were ordered. */
  readonly ordered: string[] = [];
  readonly #nonces = new Set<string>();
  readonly #proofOf: (hostname: string, token: string) => Promise<string>;
  readonly #server: Server;
  #account: { jwk: Record<string, string>; key: KeyObject } | undefined;
  #order = { name: "", token: "", status: "pending", chain: "" };

  /** `proofOf` reads a proof as the authority does from the machine's port 80. */
  constructor(proofOf: (hostname: string, token: string) => Promise<string>) {
    this.#proofOf = proofOf;
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const {
      status = 200,
      json,
      body: said,
      location,
    } = await this.#answer(new URL(request.url ?? "", this.#origin).pathname, body);
    const nonce = randomBytes(16).toString("base64url");
    this.#nonces.add(nonce);
    response.writeHead(status, {
      "replay-nonce": nonce,
      "content-type": said === undefined ? "application/json" : "application/pem-certificate-chain",
      ...(location && { location }),
    });
    response.end(request.method === "HEAD" ? undefined : (said ?? JSON.stringify(json ?? {})));
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `${this.#origin}/directory`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(path: string, body: string): Promise<Answer> {
    const at = (name: string): string => `${this.#origin}/${name}`;
    if (path === "/directory")
      return { json: { newNonce: at("nonce"), newAccount: at("account"), newOrder: at("orders"), meta: {} } };
    if (path === "/nonce") return {};
    const signed = this.#read(path, JSON.parse(body) as Jws);
    if ("refused" in signed) return signed.refused;
    if (path === "/account") return { status: 201, location: at("account/1"), json: { status: "valid" } };
    if (path === "/orders") return this.#begin(signed.payload);
    if (path === "/order/1") return { json: this.#orderShown() };
    if (path === "/authorization/1") return { json: this.#authorizationShown() };
    if (path === "/challenge/1") return this.#prove(signed.payload);
    if (path === "/finalize/1") return this.#finalize(signed.payload);
    return path === "/certificate/1" ? { body: this.#order.chain } : problem(404, "malformed");
  }

  /** Checks address, nonce and signature of a request. */
  #read(path: string, { protected: head, payload, signature }: Jws): { payload: unknown } | { refused: Answer } {
    const { nonce, url, jwk } = JSON.parse(Buffer.from(head, "base64url").toString()) as Protected;
    const isFresh = this.#nonces.delete(nonce) && this.faults.badNonces-- <= 0;
    if (!isFresh) return { refused: problem(400, "badNonce") };
    if (jwk) this.#account = { jwk, key: createPublicKey({ key: jwk, format: "jwk" }) };
    const isSigned =
      this.#account !== undefined &&
      verify(
        "sha256",
        Buffer.from(`${head}.${payload}`),
        { key: this.#account.key, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      );
    if (!isSigned || url !== `${this.#origin}${path}`) return { refused: problem(401, "unauthorized") };
    return { payload: payload === "" ? undefined : JSON.parse(Buffer.from(payload, "base64url").toString()) };
  }

  #begin(payload: unknown): Answer {
    const { identifiers } = payload as { identifiers: readonly { value: string }[] };
    const [name = ""] = identifiers.map(({ value }) => value);
    this.ordered.push(name);
    if (this.faults.isLimited) return problem(403, "rateLimited");
    const token = this.faults.token ?? randomBytes(16).toString("base64url");
    this.#order = { name, token, status: "pending", chain: "" };
    return { status: 201, location: `${this.#origin}/order/1`, json: this.#orderShown() };
  }

  #orderShown(): unknown {
    const { name, status, chain } = this.#order;
    return {
      status,
      identifiers: [{ type: "dns", value: name }],
      authorizations: [`${this.#origin}/authorization/1`],
      finalize: `${this.#origin}/finalize/1`,
      ...(chain !== "" && { certificate: `${this.#origin}/certificate/1` }),
    };
  }

  #authorizationShown(): unknown {
    const { name, status } = this.#order;
    return {
      status: status === "invalid" ? status : status === "pending" ? "pending" : "valid",
      identifier: { type: "dns", value: name },
      challenges: [this.#challengeShown()],
    };
  }

  #challengeShown(): unknown {
    const { token, status } = this.#order;
    return {
      type: this.faults.challengeType ?? "http-01",
      url: `${this.#origin}/challenge/1`,
      token,
      status: status === "pending" || status === "invalid" ? status : "valid",
    };
  }

  async #prove(payload: unknown): Promise<Answer> {
    const { name, token } = this.#order;
    if (payload !== undefined && !this.faults.neverEnds) {
      const wanted = `${token}.${thumbprint(this.#account?.jwk ?? {})}`;
      const found = await this.#proofOf(name, token).catch(() => "");
      this.#order.status = found === wanted ? "ready" : "invalid";
    }
    return { json: this.#challengeShown() };
  }

  #finalize(payload: unknown): Answer {
    const csr = Buffer.from((payload as { csr: string }).csr, "base64url");
    const { issuesFor, forAnotherKey, days } = this.faults;
    const key = forAnotherKey ? undefined : publicKeyIn(csr);
    this.#order.chain = certificateFor([issuesFor ?? this.#order.name], key, days);
    this.#order.status = "valid";
    return { json: this.#orderShown() };
  }
}
