import {
  base64url,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from "jose";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { forgetMembers } from "../../../sites/web/auth/member.ts";
import { migrate } from "../site/harness.ts";

/**
 * A simulated identity provider, each of whose answers can be wrong in one way. It checks the client's secret, the
 * redirect URI, PKCE, and single use of codes.
 */

const ISSUER = "https://login.example";
const CLIENT = { id: "site-under-test", secret: "a client secret with : % + and ü" };
/** RFC 6749 2.3.1: both halves are form-encoded before they are joined. */
function credentials(authorization: string | null): (string | null)[] {
  const [, encoded = ""] = /^Basic (.+)$/.exec(authorization ?? "") ?? [];
  return atob(encoded)
    .split(":")
    .map((half) => new URLSearchParams(`half=${half}`).get("half"));
}

const isOurs = (request: Request, body: URLSearchParams, takesBodies: boolean, plainSecret?: string): boolean => {
  if (plainSecret !== undefined)
    return request.headers.get("authorization") === `Basic ${btoa(`${CLIENT.id}:${plainSecret}`)}`;
  if (takesBodies)
    return (
      !request.headers.has("authorization") &&
      body.get("client_id") === CLIENT.id &&
      body.get("client_secret") === CLIENT.secret
    );
  const [id, secret, ...more] = credentials(request.headers.get("authorization"));
  return id === CLIENT.id && secret === CLIENT.secret && more.length === 0;
};

/** Verifies a client assertion (RFC 7523) for this client and provider. */
async function isSignedByUs(body: URLSearchParams, key: CryptoKey): Promise<boolean> {
  const read = await jwtVerify(body.get("client_assertion") ?? "", key, {
    issuer: CLIENT.id,
    subject: CLIENT.id,
    audience: ISSUER,
  }).catch(() => undefined);
  return (
    read?.payload.jti !== undefined &&
    body.get("client_assertion_type") === "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  );
}

type Claims = JWTPayload & { nonce?: string };

/** The provider's fault; none by default. */
export interface Quirks {
  readonly claims?: (claims: Claims) => object;
  readonly header?: (header: JWTHeaderParameters) => JWTHeaderParameters;
  /** Replaces the signature of the ID token. */
  readonly sign?: (claims: object) => Promise<string>;
  /** Changes the finished ID token. */
  readonly token?: (token: string) => string;
  readonly tokenAnswer?: (answer: object) => Response;
  readonly userinfo?: (answer: object) => Response | Promise<Response>;
  readonly keys?: (answer: object) => Response;
  readonly metadata?: (answer: object) => Response;
  readonly anyCode?: boolean;
  /** True for a provider that takes the client's secret in the body alone. */
  readonly takesBodies?: boolean;
  /** Another secret of the client, at a provider that decodes no credentials, as some do not. */
  readonly plainSecret?: string;
  /** The client's public key. With it, the provider accepts assertions and no secret. */
  readonly clientKey?: CryptoKey;
}

interface Grant {
  readonly subject: string;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

export interface Asked {
  readonly path: string;
  readonly body: URLSearchParams;
}

const pair = await generateKeyPair("RS256", { extractable: true });
const jwk = await exportJWK(pair.publicKey);
export const KEY_ID = await calculateJwkThumbprint(jwk);
export const PUBLIC_JWK = jwk;

const digest = async (text: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

export class FakeProvider {
  quirks: Quirks = {};
  /** Every request made to it, in order. */
  readonly asked: Asked[] = [];
  readonly #grants = new Map<string, Grant>();
  readonly #tokens = new Map<string, string>();

  /** Replaces `fetch`. */
  install(): this {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input as string, init as RequestInit);
      if (new URL(request.url).origin !== ISSUER) throw new TypeError(`nothing is at ${request.url}`);
      return this.#answer(request);
    });
    return this;
  }

  /** Logs in the person whose browser was sent to `location`. Answers the redirect. */
  consent(location: string, subject: string, change: (answer: URLSearchParams) => void = () => undefined): string {
    const { searchParams } = new URL(location);
    const value = (name: string): string => searchParams.get(name) ?? "";
    const code = crypto.randomUUID();
    this.#grants.set(code, {
      subject,
      nonce: value("nonce"),
      challenge: value("code_challenge"),
      redirectUri: value("redirect_uri"),
    });
    const answer = new URLSearchParams({ code, state: value("state"), iss: ISSUER });
    change(answer);
    return `${value("redirect_uri")}?${answer}`;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = new URLSearchParams(
      request.method === "POST" ? new TextDecoder().decode(await request.clone().arrayBuffer()) : "",
    );
    this.asked.push({ path: pathname, body });
    const route = this.#routes[pathname];
    return route ? route(request, body) : json({ error: "not_found" }, 404);
  }

  readonly #routes: Readonly<
    Record<string, (request: Request, body: URLSearchParams) => Response | Promise<Response>>
  > = {
    "/token": (request, body) => this.#token(request, body),
    "/userinfo": (request) => this.#userinfo(request),
    "/keys": () => (this.quirks.keys ?? json)({ keys: [{ ...jwk, kid: KEY_ID, alg: "RS256", use: "sig" }] }),
    "/.well-known/openid-configuration": () =>
      (this.quirks.metadata ?? json)({
        issuer: ISSUER,
        jwks_uri: `${ISSUER}/keys`,
        token_endpoint: "https://elsewhere.example/token",
      }),
  };

  async #token(request: Request, body: URLSearchParams): Promise<Response> {
    const { clientKey } = this.quirks;
    if (
      !(clientKey
        ? await isSignedByUs(body, clientKey)
        : isOurs(request, body, this.quirks.takesBodies ?? false, this.quirks.plainSecret))
    )
      return json({ error: "invalid_client" }, 401);
    const code = body.get("code") ?? "";
    const grant = this.#grants.get(code);
    if (!this.quirks.anyCode) this.#grants.delete(code);
    const proven =
      grant &&
      grant.challenge === (await digest(body.get("code_verifier") ?? "")) &&
      grant.redirectUri === body.get("redirect_uri");
    if (!grant || !proven) return json({ error: "invalid_grant" }, 400);
    const access = crypto.randomUUID();
    this.#tokens.set(access, grant.subject);
    return (this.quirks.tokenAnswer ?? json)({
      access_token: access,
      token_type: "Bearer",
      expires_in: 60,
      id_token: await this.#idToken(grant),
    });
  }

  async #idToken({ subject, nonce }: Grant): Promise<string> {
    const {
      claims = (same: Claims) => same,
      header = (same: JWTHeaderParameters) => same,
      sign,
      token = (same: string) => same,
    } = this.quirks;
    const now = Math.floor(Date.now() / 1000);
    const said = claims({ iss: ISSUER, sub: subject, aud: CLIENT.id, iat: now, exp: now + 60, nonce }) as Claims;
    const signed = sign
      ? await sign(said)
      : await new SignJWT(said).setProtectedHeader(header({ alg: "RS256", kid: KEY_ID })).sign(pair.privateKey);
    return token(signed);
  }

  #userinfo(request: Request): Response | Promise<Response> {
    const subject = this.#tokens.get(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
    return subject === undefined
      ? json({ error: "invalid_token" }, 401)
      : (this.quirks.userinfo ?? json)({ sub: subject });
  }
}

/** Gives each test of a file a new provider, and resets clocks, mocks and caches. */
export function withProvider(take: (provider: FakeProvider) => void): void {
  beforeAll(migrate);
  beforeEach(() => take(new FakeProvider().install()));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    forgetMembers(() => true);
  });
}
