import { randomUUID } from "node:crypto";
import { deepStrictEqual as same } from "node:assert/strict";
import type { Answered, Sent } from "../support/client.ts";
import { Client } from "../support/client.ts";
import { persistently } from "../support/driver.ts";

/** Longest wait for an answer, and for messages that are under way, in seconds. */
export const SETTLED_S = 120;

interface Question {
  readonly method: string;
  readonly path: string;
  readonly sent: Sent;
}

export interface OwnerInput {
  readonly port: number;
  readonly hostname: string;
  /** Logs an owner in, and answers the cookies. */
  readonly logIn: () => Promise<string>;
}

/** An owner who outlasts what happens to the machine: logs in again, asks again, and waits where too much was asked. */
export class PatientOwner {
  readonly #input: OwnerInput;
  #client: Promise<Client> | undefined;

  constructor(input: OwnerInput) {
    this.#input = input;
  }

  /** Asks until there is an answer that says yes or no, always under the same key. */
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

  /** Asks once, and throws where no answer says yes or no. */
  async ask({ method, path, sent }: Question): Promise<Answered> {
    const answer = await (await this.#loggedIn()).ask(method, path, sent);
    if (answer.status === 401) this.#client = undefined;
    if (answer.status === 401 || answer.status === 429) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  }

  /** All that is asked at once waits for the one login. */
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
