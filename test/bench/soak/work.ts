import { randomBytes, randomUUID } from "node:crypto";
import { FORM_POSTS_PER_VISITOR } from "../../../manifests/bounds/forms.ts";
import { DEMO_NAMES, loadDemo } from "../../../sites/demo/load.ts";
import { membersMcpOrigin } from "../../../sites/machine/names/agentOrigins.ts";
import { type Sent, Client } from "../../support/client.ts";
import { pngOfBytes } from "../../support/mediaFiles.ts";
import { agentCall } from "../agents.ts";
import { grant, memberCall } from "../members.ts";

const { hostname } = loadDemo(DEMO_NAMES[0]).domain;
const FORM = "contact.write";
const PLUGIN = "lantern.visits";
/** The size of the picture that is repeatedly stored, read and deleted, in bytes. */
const PICTURE_BYTES = 400 * 1024;
/** Requests for each client address, so that none reaches a limit. */
const REQUESTS_AN_ADDRESS = 10;
/** Calls of a member's agent before it gets a new grant, because an access token is valid for an hour. */
const CALLS_A_GRANT = 1_200;

/** One kind of request, with its interval. */
export interface Kind {
  readonly name: string;
  readonly everyMs: number;
  once(): Promise<unknown>;
}

/** Requests of visitors, members and agents of one site, at a rate that leaves the machine mostly idle. */
export class MixedWork {
  readonly #port: number;
  readonly #member: Client;
  readonly #visitors: Client;
  readonly #agents: Client;
  #page = "";
  #version = 1;
  #sent = 0;
  #token = "";
  #tokenCalls = 0;

  constructor(port: number, cookie: string) {
    this.#port = port;
    this.#member = new Client(port, hostname, cookie);
    this.#visitors = new Client(port, hostname, "");
    this.#agents = new Client(port, "localhost", "");
  }

  /** Creates the page that is changed. */
  async begin(): Promise<void> {
    const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: "Begun." } }];
    const body = { body: { path: `/p-${randomUUID()}`, title: "Changed", sections } };
    this.#page = (await this.#member.done<{ page: string }>("POST", "/api/pages", { body })).page;
  }

  get kinds(): readonly Kind[] {
    return [
      { name: "cached page", everyMs: 50, once: () => this.#visit("/") },
      { name: "uncached page", everyMs: 250, once: () => this.#visit(`/?fresh=${(this.#sent += 1)}`) },
      { name: "guarded change", everyMs: 1_000, once: () => this.#change() },
      { name: "form post", everyMs: 2_000, once: () => this.#write() },
      { name: "picture stored, read and removed", everyMs: 10_000, once: () => this.#picture() },
      { name: "publication", everyMs: 10_000, once: () => this.#publish() },
      { name: "page read by an agent", everyMs: 500, once: () => this.#read() },
      { name: "draft read by a member's agent", everyMs: 2_000, once: () => this.#readDraft() },
      { name: "plugin call", everyMs: 1_000, once: () => this.#call() },
    ];
  }

  #visit(path: string): Promise<void> {
    return this.#well(this.#visitors, "GET", path);
  }

  async #well(client: Client, method: string, path: string, sent: Sent = {}): Promise<void> {
    const { status, text } = await client.ask(method, path, sent);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
  }

  async #change(): Promise<void> {
    const body = { fields: { body: `Change ${this.#version}.` } };
    await this.#member.done("PATCH", `/api/pages/${this.#page}/sections/text`, { version: this.#version, body });
    this.#version += 1;
  }

  async #publish(): Promise<void> {
    const { change } = await this.#member.done<{ change: number }>("GET", "/api/changes");
    const { status, text } = await this.#member.ask("POST", "/api/publish", { version: change });
    // Another change came in between.
    if (status === 412) return this.#publish();
    if (status >= 300) throw new Error(`publish: ${status} ${text.slice(0, 200)}`);
  }

  #write(): Promise<unknown> {
    const body = { fields: { name: `Letter ${this.#sent}`, email: "robin@example.com", message: "Hello" } };
    return this.#well(this.#visitors, "POST", `/api/forms/${FORM}`, {
      body,
      headers: this.#from(FORM_POSTS_PER_VISITOR / 2),
    });
  }

  async #picture(): Promise<void> {
    const file = pngOfBytes(PICTURE_BYTES);
    file.set(randomBytes(16), 48);
    const made = await this.#member.done<{ id: string; path: string }>("POST", "/api/media?name=soak.png", { file });
    await this.#well(this.#member, "GET", made.path, { headers: { range: "bytes=1000-1999" } });
    await this.#well(this.#member, "DELETE", `/api/media/${made.id}`, { version: 1 });
  }

  #read(): Promise<unknown> {
    const { headers, body } = agentCall;
    return this.#well(this.#agents, "POST", `/sites/${hostname}/mcp`, {
      file: Buffer.from(body),
      headers: { ...headers, ...this.#from() },
    });
  }

  async #readDraft(): Promise<void> {
    const base = membersMcpOrigin(this.#port);
    if (this.#tokenCalls % CALLS_A_GRANT === 0) this.#token = await grant(base);
    this.#tokenCalls += 1;
    const { headers, body } = memberCall;
    await this.#well(new Client(this.#port, new URL(base).hostname, ""), "POST", "/mcp", {
      file: Buffer.from(body),
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
    });
  }

  #call(): Promise<void> {
    return this.#well(this.#visitors, "GET", `/api/plugins/${PLUGIN}/routes/count`, { headers: this.#from() });
  }

  /** Switches to another client address after some requests. */
  #from(requests = REQUESTS_AN_ADDRESS): Record<string, string> {
    this.#sent += 1;
    const visitor = Math.floor(this.#sent / requests);
    return { "cf-connecting-ip": `2001:db8:${(visitor >> 16).toString(16)}:${(visitor & 0xffff).toString(16)}::1` };
  }
}
