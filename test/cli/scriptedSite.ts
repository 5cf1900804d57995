/** A site with scripted answers that records its requests. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

export type Answer = (sent: Sent) => {
  readonly status?: number;
  readonly json?: unknown;
  /** Replaces `json`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Breaks the connection instead. */
  readonly cut?: boolean;
};

/** The value of a JSON body, or the text of another. */
const sentBody = (body: string, type?: string): unknown =>
  body === "" ? undefined : type === "application/octet-stream" ? body : (JSON.parse(body) as unknown);

export class ScriptedSite implements AsyncDisposable {
  sent: Sent[] = [];
  answer: Answer = () => ({});
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      const asked = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: sentBody(body, request.headers["content-type"]),
      };
      this.sent.push(asked);
      const {
        status = 200,
        json = {},
        text: said = JSON.stringify(json),
        headers = {},
        cut = false,
      } = this.answer(asked);
      if (cut) request.socket.destroy();
      else response.writeHead(status, headers).end(said);
      return undefined;
    });
  });

  /** Starts listening. Answers the URL. */
  open(): Promise<string> {
    return new Promise((ready) => {
      this.#server.listen(0, "127.0.0.1", () =>
        ready(`http://demo.localhost:${(this.#server.address() as AddressInfo).port}`),
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((done) => this.#server.close(done));
  }
}
