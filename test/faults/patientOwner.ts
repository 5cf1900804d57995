import { randomUUID } from "node:crypto";
import { deepStrictEqual as same } from "node:assert/strict";
import { type Answered, type Sent, Client } from "../support/client.ts";
import { persistently } from "../support/driver.ts";

/** The longest wait for an answer and for messages under way, in seconds. */
export const SETTLED_S = 120;

interface Question {
  readonly method: string;
  readonly path: string;
  readonly sent: Sent;
}

export interface OwnerInput {
  readonly port: number;
  readonly hostname: string;
  /** Logs the owner in. Answers the cookies. */
  readonly logIn: () => Promise<string>;
}

/** An owner's client that survives restarts: it logs in again, repeats requests, and waits at rate limits. */
export class PatientOwner {
  readonly #input: OwnerInput;
  #client: Promise<Client> | undefined;

  constructor(input: OwnerInput) {
    this.#input = input;
  }

  /** Repeats a request with the same idempotency key until it has a definite answer. */
  settled({ method, path, sent }: Question): Promise<Answered> {
    const key = randomUUID();
    return persistently(() => this.ask({ method, path, sent: { ...sent, key } }), SETTLED_S);
  }

  /** Reads until there is a value. */
  async read<T>(path: string): Promise<T> {
    const { status, text } = await this.settled({ method: "GET", path, sent: {} });
    same(status, 200, text);
    return JSON.parse(text) as T;
  }

  /** Sends a request once. Throws without a definite answer. */
  async ask({ method, path, sent }: Question): Promise<Answered> {
    const answer = await (await this.#loggedIn()).ask(method, path, sent);
    if (answer.status === 401) this.#client = undefined;
    if (answer.status === 401 || answer.status === 429) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  }

  /** Shares one login among parallel requests. */
  #loggedIn(): Promise<Client> {
    return (this.#client ??= this.#logIn().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    }));
  }

  async #logIn(): Promise<Client> {
    const { port, hostname, logIn } = this.#input;
    return new Client(port, hostname, await logIn());
  }
}
