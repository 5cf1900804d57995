/** The client's side of a language server: requests with their answers, and notices. */
import { BrokenWire, framed, MessageReader } from "../language/wire.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

export interface ClientPowers {
  readonly send: (bytes: Buffer) => void;
  /** Called for each notice of the server. */
  readonly onNotice: (method: string, params: unknown) => void;
}

export class LanguageClient {
  readonly #powers: ClientPowers;
  readonly #reader = new MessageReader();
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #ids = 0;

  constructor(powers: ClientPowers) {
    this.#powers = powers;
  }

  /** Resolves to the server's answer; null if it refuses, or has ended. */
  ask(method: string, params: object = {}): Promise<unknown> {
    const id = (this.#ids += 1);
    this.#powers.send(framed({ jsonrpc: "2.0", id, method, params }));
    return new Promise((done) => this.#waiting.set(id, done));
  }

  tell(method: string, params: object = {}): void {
    this.#powers.send(framed({ jsonrpc: "2.0", method, params }));
  }

  /** Takes bytes of the server. False if they are no messages. */
  take(bytes: Buffer): boolean {
    try {
      for (const text of this.#reader.take(bytes)) this.#hear(JSON.parse(text) as Message);
      return true;
    } catch (error) {
      if (error instanceof BrokenWire || error instanceof SyntaxError) return false;
      throw error;
    }
  }

  /** Answers every open request. The server will not. */
  end(): void {
    for (const done of this.#waiting.values()) done(null);
    this.#waiting.clear();
  }

  #hear({ id, method, params, result = null }: Message): void {
    if (method !== undefined) return this.#powers.onNotice(method, params);
    if (id === undefined) return;
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }
}
