import { DurableObject } from "cloudflare:workers";
import { NOTICE_LISTENERS_MAX, NOTICE_LISTENERS_PER_CLIENT, NOTICE_POLL_MS } from "../../../manifests/bounds/agents.ts";
import { type ChangeNotice, contentChanges } from "./change.ts";
import type { ChangeNotices, Env } from "./env.ts";
import { type Pointer, readPointer } from "../../mcp/stored.ts";

const encoder = new TextEncoder();

type Writer = WritableStreamDefaultWriter<Uint8Array>;

/**
 * Polls one site for all isolates while a client listens. Workers that publish cannot call this worker, so the object
 * reads the public store.
 */
export class ChangeNoticesDO extends DurableObject<Env> implements ChangeNotices {
  /** The listeners in order of arrival, each with its client's key. */
  readonly #listeners = new Map<Writer, string>();
  #seen: Pointer | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  async listen(tenant: string, site: string, client: string): Promise<ReadableStream<Uint8Array> | undefined> {
    if (!this.#makeRoom(client)) return undefined;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    this.#listeners.set(writer, client);
    void writer.closed.catch(() => undefined).finally(() => this.#leave(writer));
    this.#seen ??= await readPointer(this.env.PUBLIC_CONTENT, tenant, site);
    this.#timer ??= setInterval(() => void this.#look(tenant, site), NOTICE_POLL_MS);
    return readable;
  }

  /**
   * Frees a place if all are taken: the client with the most listeners loses its oldest. False if the new client would
   * then have as many as that one.
   */
  #makeRoom(client: string): boolean {
    const places = Map.groupBy(this.#listeners.keys(), (writer) => this.#listeners.get(writer) ?? "");
    const listening = places.get(client)?.length ?? 0;
    if (listening >= NOTICE_LISTENERS_PER_CLIENT) return false;
    if (this.#listeners.size < NOTICE_LISTENERS_MAX) return true;
    const [greediest = []] = [...places.values()].toSorted((a, b) => b.length - a.length);
    const [oldest] = greediest;
    if (!oldest || greediest.length <= listening + 1) return false;
    this.#leave(oldest);
    oldest.close().catch(() => undefined);
    return true;
  }

  #leave(writer: Writer): void {
    this.#listeners.delete(writer);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#seen = undefined;
  }

  async #look(tenant: string, site: string): Promise<void> {
    const now = await readPointer(this.env.PUBLIC_CONTENT, tenant, site);
    const changes = contentChanges(this.#seen, now);
    this.#seen = now;
    // Without changes this writes an empty line, which fails for listeners that have gone.
    const notice: ChangeNotice = { changes, pointer: now ?? null };
    const lines = encoder.encode(`${changes.length === 0 ? "" : JSON.stringify(notice)}\n`);
    for (const writer of this.#listeners.keys()) writer.write(lines).catch(() => this.#leave(writer));
  }
}
