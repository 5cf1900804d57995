import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { PackedPlugin } from "../../../../manifests/packages/packedPlugin.ts";
import { Gallery, type GalleryAnswer } from "./gallery.ts";
import { overview, OVERVIEW_SCRIPT, OVERVIEW_STYLE } from "./overview.ts";

/** The server listens on the loopback interface only. */
const ADDRESS = "127.0.0.1";

/** The overview loads its own script. Rendered pages contain no script, and load nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
};

/** Serves a plugin's gallery on this machine, and tells open pages when it changes. */
export class GalleryServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #listeners = new Set<ServerResponse>();
  #gallery: Gallery | undefined;
  #faults: readonly string[] = [];

  constructor() {
    this.#server = createServer((request, response) => this.#take(request, response));
  }

  /** Starts on a port, or on any free port for 0. Answers the gallery's address. */
  async listen(port: number): Promise<string> {
    this.#server.listen({ port, host: ADDRESS });
    await once(this.#server, "listening");
    return `http://localhost:${this.#port}/`;
  }

  show(plugin: PackedPlugin): void {
    this.#change(new Gallery(plugin), []);
  }

  /** Shows the folder's faults beside the last previews. */
  tell(faults: readonly string[]): void {
    this.#change(this.#gallery, faults);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, "close") : Promise.resolve();
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #change(gallery: Gallery | undefined, faults: readonly string[]): void {
    [this.#gallery, this.#faults] = [gallery, faults];
    for (const listener of this.#listeners) listener.write("data: changed\n\n");
  }

  #take({ method, headers, url = "/" }: IncomingMessage, response: ServerResponse): void {
    // DNS rebinding: a foreign page could point its own name to this address, so only local names are answered.
    const isHere = [`localhost:${this.#port}`, `${ADDRESS}:${this.#port}`].includes(headers.host ?? "");
    if (!isHere || method !== "GET") return void response.writeHead(403, HEADERS).end();
    // Any page can send any target, such as "//", which is no address. So the path is compared as it was sent.
    const [path = ""] = url.split("?", 1);
    if (path === "/changes") return this.#listen(response);
    try {
      const answer = this.#answer(path);
      if (answer) response.writeHead(200, { ...HEADERS, "Content-Type": answer.type }).end(answer.body);
      else response.writeHead(404, HEADERS).end();
    } catch (error) {
      // The cause is an error in an author's template. `svc plugin dev` prints its place.
      response.writeHead(500, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(String(error));
    }
  }

  #listen(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" }).write(": here\n\n");
    this.#listeners.add(response);
    response.on("close", () => void this.#listeners.delete(response));
  }

  #answer(path: string): GalleryAnswer | undefined {
    if (path === "/") return { type: "text/html; charset=utf-8", body: overview(this.#gallery, this.#faults) };
    if (path === "/gallery.js") return { type: "text/javascript; charset=utf-8", body: OVERVIEW_SCRIPT };
    if (path === "/gallery.css") return { type: "text/css; charset=utf-8", body: OVERVIEW_STYLE };
    return this.#gallery?.answer(path);
  }
}
