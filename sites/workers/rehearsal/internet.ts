/** A simulated internet with the answers that a test adds. Any other address does not answer. */
export interface ScriptedAnswer {
  readonly url: string;
  readonly method?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class ScriptedInternet {
  readonly #answers: ScriptedAnswer[] = [];
  readonly #seen: SeenRequest[] = [];

  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** Adds an answer. The latest one for an address counts. */
  add(answer: ScriptedAnswer): void {
    this.#answers.unshift(answer);
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(url, init);
    this.#seen.push({
      url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    });
    const { status = 200, headers = {}, body = "" } = this.#answerTo(url, request.method);
    return new Response(isBodiless(status) ? null : body, { status, headers });
  }

  #answerTo(url: string, method: string): ScriptedAnswer {
    const answer = this.#answers.find((one) => one.url === url && (one.method ?? method) === method);
    if (!answer) throw new TypeError(`nothing was scripted for ${method} ${url}`);
    return answer;
  }
}

const isBodiless = (status: number): boolean => status === 204 || status === 304;
