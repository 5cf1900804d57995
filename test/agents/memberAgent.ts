import {
  type OAuthClientProvider,
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { Walk, type Answering } from "./walk.ts";

export const REDIRECT = "http://127.0.0.1:33418/callback";

type Tokens = Parameters<OAuthClientProvider["saveTokens"]>[0];
type Registered = NonNullable<Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>>;

/** The OAuth provider of the official client. The test plays the browser that it opens. */
class Login implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: "Test agent",
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "none" as const,
  };
  readonly #base: string;
  readonly #person: string;
  readonly #answering: Answering;
  #client: Registered | undefined;
  #tokens: Tokens | undefined;
  #verifier = "";
  /** The redirect with the code. */
  returned: URL | undefined;

  constructor(base: string, person: string, answering: Answering) {
    this.#base = base;
    this.#person = person;
    this.#answering = answering;
  }

  clientInformation = (): Registered | undefined => this.#client;
  saveClientInformation(client: Registered): void {
    this.#client = client;
  }
  tokens = (): Tokens | undefined => this.#tokens;
  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = (): string => this.#verifier;

  async redirectToAuthorization(address: URL): Promise<void> {
    const walk = new Walk();
    const page = await walk.toQuestion(address.href, this.#person);
    this.returned = new URL(await walk.answer(page, this.#base, "yes", this.#answering));
  }
}

export interface MemberAgent extends AsyncDisposable {
  readonly clientId: string;
  readonly client: Client;
  readonly accessToken: string;
  call(name: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** The official client, connected as the agent of a member who has logged in and agreed. */
export async function agentOf(base: string, person: string, answering: Answering = {}): Promise<MemberAgent> {
  const login = new Login(base, person, answering);
  const url = new URL("/mcp", base);
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const first = new StreamableHTTPClientTransport(url, { authProvider: login });
  await client.connect(first).catch(async (error: unknown) => {
    if (!(error instanceof UnauthorizedError)) throw error;
    await first.finishAuth(login.returned?.searchParams ?? new URLSearchParams());
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: login }));
  });
  return {
    client,
    clientId: login.clientInformation()?.client_id ?? "",
    accessToken: login.tokens()?.access_token ?? "",
    async call(name, given = {}) {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
      if (isError === true) throw new Error(JSON.stringify(content));
      return structuredContent as Record<string, unknown>;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
