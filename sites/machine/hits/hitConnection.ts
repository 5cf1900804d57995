import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { READY_ANSWER_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { type Arrival, arrivalOf, type ServedNames } from "../names/arrival.ts";
import { hostnameOf, isHostHeader } from "../names/hostHeader.ts";
import { isKnown } from "../pageCache/answering.ts";
import type { CachedAnswer } from "../pageCache/pageCache.ts";
import type { PagesInFront } from "../pageCache/pagesInFront.ts";
import { OrdinaryHead } from "./ordinaryHead.ts";
import type { ReadyAnswers, PageForm } from "./readyAnswers.ts";

/** The parts of the entrance that answers from the cache need. */
export interface HitsInput {
  readonly pages: PagesInFront;
  readonly names: ServedNames;
  /** False for a hostname that the page cache may not answer, or not by itself. */
  mayAnswer(place: { readonly hostname: string; readonly arrival: Arrival }, hasCookies: boolean): boolean;
  /** True while the entrance takes requests. */
  isOpen(): boolean;
  /** Called for each answer that was written whole. */
  answered(socket: Socket): void;
  /** Called for an answer whose client is slow to read it. The result is called at its end. */
  pending(socket: Socket): () => void;
}

/** The place that a request asks, and who asks. */
interface AskedPlace {
  readonly host: string;
  readonly hostname: string;
  readonly arrival: Arrival;
}

/** Paths of other programs' proofs, which stand in a folder. */
const PROOFS = "/.well-known/";

/**
 * Answers ordinary requests of one connection from the page cache, in one write and without Node's objects for a request.
 * All others, and the first of a connection, reach Node's parser in the same bytes. It keeps the deadlines of the
 * connection. It gets a connection for good at the first chunk that is no ordinary request, so it never reads half of
 * one.
 */
export class HitConnection {
  readonly #input: HitsInput;
  readonly #ready: ReadyAnswers;
  readonly #socket: Socket;
  readonly #parse: (chunk: Buffer) => void;
  /** True while Node answers a request, or the client reads an answer. */
  #isBusy = false;
  #isFirst = true;
  #place: AskedPlace | undefined;
  readonly #read = (chunk: Buffer): void => this.#take(chunk);

  /** `parse` is the listener by which Node's parser reads the connection. */
  constructor(input: HitsInput, ready: ReadyAnswers, socket: Socket, parse: (chunk: Buffer) => void) {
    [this.#input, this.#ready, this.#socket, this.#parse] = [input, ready, socket, parse];
    socket.on("data", this.#read);
    socket.removeListener("data", parse);
  }

  /** The answer to the request that Node had is complete. */
  ended(): void {
    [this.#isBusy, this.#isFirst] = [false, false];
  }

  #take(chunk: Buffer): void {
    const head = this.#isBusy || !this.#input.isOpen() ? undefined : OrdinaryHead.of(chunk);
    if (head === undefined) return this.#leave(chunk);
    if (!this.#isFirst && this.#answers(head)) return;
    this.#isBusy = true;
    this.#parse.call(this.#socket, chunk);
  }

  /** Leaves the connection to Node's parser. */
  #leave(chunk: Buffer): void {
    this.#socket.on("data", this.#parse);
    this.#socket.removeListener("data", this.#read);
    this.#parse.call(this.#socket, chunk);
  }

  #answers(head: OrdinaryHead): boolean {
    const place = this.#placeOf(head);
    const cookie = head.header("cookie");
    if (!place || !this.#input.mayAnswer(place, cookie !== undefined) || head.path.startsWith(PROOFS)) return false;
    const { pages } = this.#input;
    const url = `${place.arrival.scheme}://${place.host}${head.path}`;
    const kept = pages.find({ method: "GET", url, cookie, accept: head.header("accept") });
    const shown = kept && shownOf(kept, head);
    if (!kept || !shown) return false;
    this.#write(this.#ready.piecesOf(kept, shown, pages.ageOf(kept)));
    const header = (name: string): string | undefined => head.header(name);
    pages.seen?.({ url, method: "GET", client: place.arrival.client, connection: this.#socket, header }, kept);
    return true;
  }

  /** One client asks one host, so its place stays. A proxy brings many clients. */
  #placeOf(head: OrdinaryHead): AskedPlace | undefined {
    const { host, isForwarded } = head;
    if (!isForwarded && this.#place?.host === host) return this.#place;
    const place = isHostHeader(host) ? this.#arrived(head) : undefined;
    this.#place = isForwarded ? undefined : place;
    return place;
  }

  #arrived(head: OrdinaryHead): AskedPlace | undefined {
    const { host } = head;
    const hostname = hostnameOf(host);
    const values = (name: string): readonly string[] => [head.header(name) ?? []].flat();
    const isEncrypted = this.#socket instanceof TLSSocket;
    const { remoteAddress: peer = "" } = this.#socket;
    const arrival = arrivalOf({ peer, hostname, isEncrypted, values }, this.#input.names);
    return arrival && { host, hostname, arrival };
  }

  #write(pieces: readonly Buffer[]): void {
    const { answered, pending } = this.#input;
    this.#socket.cork();
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.uncork();
    if (this.#socket.writableLength === 0) return answered(this.#socket);
    this.#isBusy = true;
    const end = pending(this.#socket);
    // A write of nothing ends after the one before it. A connection that closes ends both.
    this.#socket.write("", () => {
      this.#isBusy = false;
      end();
    });
  }
}

/** The form of a page for a request. Undefined if it is too large, or is being compressed for the first time. */
function shownOf(kept: CachedAnswer, head: OrdinaryHead): PageForm | undefined {
  if (isKnown(kept, head.header("if-none-match"))) return "known";
  const accepted = head.header("accept-encoding");
  const form = kept.compressed.for(accepted);
  if (!form && kept.compressed.soon(accepted)) return undefined;
  const { byteLength } = form?.bytes ?? kept.body;
  return byteLength > READY_ANSWER_MAX_BYTES ? undefined : (form ?? "whole");
}
