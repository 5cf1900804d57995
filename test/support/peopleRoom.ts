/** The accounts of a machine behind a plain HTTP server, and a browser that visits them. */
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { People } from "../../sites/machine/people/people.ts";
import type { SiteWish, PeopleSurroundings } from "../../sites/machine/people/room.ts";
import { PeopleStore } from "../../sites/machine/people/store/store.ts";
import type { PersonAccount } from "../../sites/machine/people/store/accounts.ts";
import { requestLocal, type LocalReply, type LocalRequest } from "../../sites/machine/process/request.ts";
import { listen, stopListening } from "../../sites/machine/process/listening.ts";
import { Authenticator } from "./authenticator.ts";
import { refuseLostCookie } from "./cookiePrefixes.ts";

export const LOGIN = "http://login.localhost:8787";
export const CALLBACK = "http://harbour.localhost:8787/api/auth/callback";

interface RoomInput {
  readonly around?: Partial<PeopleSurroundings>;
  readonly origin?: string;
  /** A store that an earlier room has used. */
  readonly path?: string;
}

/** The site that was asked for, and its owner. */
export type Made = readonly [wish: SiteWish, owner: PersonAccount];

export class PeopleRoom implements AsyncDisposable {
  readonly store: PeopleStore;
  readonly path: string;
  readonly made: Made[] = [];
  readonly told: string[] = [];
  readonly #origin: string;
  #people: People | undefined;
  #port = 0;
  readonly #server = createServer((request, response) => {
    const client = String(request.headers["x-test-client"] ?? "192.0.2.1");
    const scheme = request.headers["x-test-scheme"] === "https" ? "https" : "http";
    this.#people?.answer(request, response, { client, scheme });
  });

  private constructor(path: string, origin: string) {
    [this.path, this.#origin] = [path, origin];
    this.store = new PeopleStore(path);
  }

  static async open({ around = {}, origin = LOGIN, path }: RoomInput = {}): Promise<PeopleRoom> {
    const room = new PeopleRoom(
      path ?? join(mkdtempSync(join(tmpdir(), "drawbridge-people-")), "people.sqlite"),
      origin,
    );
    room.#people = await People.open({
      origin,
      store: room.store,
      applications: [{ id: "drawbridge-site", secret: "a-client-secret", callback: CALLBACK }],
      around: {
        hostnames: [],
        makeSite: async (wish, owner) => {
          room.made.push([wish, owner]);
          return "http://harbour.localhost:8787/";
        },
        waitForSite: async () => true,
        openInvitation: async (text) => (text.startsWith("an open invitation") ? text : undefined),
        ...around,
      },
      tell: (line) => void room.told.push(line),
      digestCosts: { log: 4, blocks: 8, lanes: 1 },
    });
    room.#port = await listen(room.#server);
    return room;
  }

  get settings(): Readonly<Record<string, string>> {
    return this.#people?.settings ?? {};
  }

  visitor(client = "192.0.2.1"): PeopleVisitor {
    return new PeopleVisitor(this.#port, client, this.#origin);
  }

  ownerLink(lifetime = 60_000): string {
    return this.store.links.make({ kind: "owner", account: null }, Date.now(), lifetime);
  }

  /** Ends the room. Its file stays. */
  async close(): Promise<void> {
    await stopListening(this.#server);
    await this.#people?.[Symbol.asyncDispose]();
    this.store[Symbol.dispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    rmSync(join(this.path, ".."), { recursive: true, force: true });
  }
}

/** The members of the pages' answers. */
export interface Said {
  readonly code?: string;
  readonly next?: string;
  readonly kind?: string;
  readonly secret?: string;
  readonly codes?: readonly string[];
  readonly options?: { readonly challenge: string; readonly rpId?: string; readonly user?: { readonly id: string } };
}

/** A browser at the login, with its cookies. */
export class PeopleVisitor {
  readonly #port: number;
  readonly #client: string;
  readonly #login: URL;
  readonly cookies = new Map<string, string>();

  constructor(port: number, client: string, login: string) {
    [this.#port, this.#client, this.#login] = [port, client, new URL(login)];
  }

  async ask(
    path: string,
    { method = "GET", headers = {}, body, authority = this.#login.host }: Partial<LocalRequest> = {},
  ): Promise<LocalReply> {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const reply = await requestLocal({
      port: this.#port,
      host: this.#login.hostname,
      authority,
      path,
      method,
      headers: {
        cookie,
        "x-test-client": this.#client,
        "x-test-scheme": this.#login.protocol.slice(0, -1),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    for (const line of reply.headers["set-cookie"] ?? []) this.#keep(line);
    return reply;
  }

  #keep(line: string): void {
    refuseLostCookie(line);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Sends what the pages' script sends. */
  async post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Said> {
    const sent = { origin: this.#login.origin, "content-type": "application/json", ...headers };
    const { text } = await this.ask(path, { method: "POST", headers: sent, body: JSON.stringify(body) });
    return text.startsWith("{") ? (JSON.parse(text) as Said) : {};
  }

  get #party(): { readonly origin: string; readonly rpId: string } {
    return { origin: this.#login.origin, rpId: this.#login.hostname };
  }

  /** Uses a link as its page does. */
  async useLink(secret: string, authenticator = new Authenticator(), name = "Robin"): Promise<Said> {
    const { options } = await this.post("/api/link/begin", { secret, name });
    if (options === undefined) return { code: "secret" };
    const response = authenticator.create({
      challenge: options.challenge,
      user: options.user?.id ?? "",
      ...this.#party,
    });
    return this.post("/api/link/use", { secret, response, passkey: "Laptop", interaction: "" });
  }

  /** Proves a passkey, at the own page or in a login at a site. */
  async prove(authenticator: Authenticator, interaction: string): Promise<Said> {
    const response = authenticator.get({ challenge: await this.challenge(), ...this.#party });
    return this.post("/api/proof", { response, interaction });
  }

  /** Proves a passkey once more, as the page does for a change of the ways to log in. */
  async confirm(authenticator: Authenticator): Promise<Said> {
    const response = authenticator.get({ challenge: await this.challenge(), ...this.#party });
    return this.post("/api/confirm", { response });
  }

  async challenge(): Promise<string> {
    return (await this.post("/api/proof/begin", {})).options?.challenge ?? "";
  }

  async logIn(authenticator: Authenticator, lie: Partial<Parameters<Authenticator["get"]>[0]> = {}): Promise<Said> {
    const challenge = await this.challenge();
    const response = authenticator.get({ challenge, ...this.#party, ...lie });
    return this.post("/api/proof", { response, interaction: "" });
  }
}
