/**
 * Asks the site to render sections that are not in the page: several in one request, each only once. After a failure it
 * pauses, each time twice as long, and at least as long as the site asks for.
 */
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { NewSection, Section } from "../../../../runtime/documents/content/section.ts";
import type { PreviewView } from "../../../../runtime/editing/showing/views.ts";
import { sectionIds } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { Client } from "../../api/client.ts";
import { isPassing, type RequestFailure } from "../../../requests/requestFailure.ts";
import { withFreeIds } from "../page/moves.ts";
import type { Editor } from "../page/editor.ts";

/** A rendered section, with the theme's root attributes and style sheet. */
export interface SectionPreview {
  readonly html: string;
  readonly root: Readonly<Record<string, string>>;
  readonly css: string;
}

/** Undefined until the site has answered; null if there is nothing to show. */
export type PreviewSignal = ReadonlySignal<SectionPreview | null | undefined>;

/** The sections of one request: one row of pictures. The cache holds the longest catalogue. */
const AT_ONCE = 6;
const MOST_KEPT = 200;
/** The delay that gathers the pictures that become visible together into one request. */
const GATHER_MS = 40;
/** The pauses after failures: the first, and the longest. After this many failures in a row it gives up. */
export const FIRST_PAUSE_MS = 1_000;
export const LAST_PAUSE_MS = 30_000;
export const TRIES_MAX = 6;
/** The longest timer of a browser; longer ones would end at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface Wish {
  readonly key: string;
  readonly section: NewSection;
  readonly look: Signal<SectionPreview | null | undefined>;
}

export class SectionPreviews {
  readonly #client: Pick<Client, "change">;
  readonly #editor: Pick<Editor, "id" | "body">;
  readonly #known = new Map<string, Wish>();
  #waiting: Wish[] = [];
  #isAsking = false;
  /** Failures since the last success. */
  #failures = 0;
  /** No request is sent before this time, in milliseconds. */
  #restsUntil = 0;
  readonly #sheets = new Map<string, Promise<string | null>>();

  constructor(client: Pick<Client, "change">, editor: Pick<Editor, "id" | "body">) {
    this.#client = client;
    this.#editor = editor;
  }

  /** The preview of a section, from the cache or after a request. */
  of(section: NewSection): PreviewSignal {
    const key = JSON.stringify([section.type, section.variant, section.fields, section.children]);
    const known = this.#known.get(key);
    if (known) return known.look;
    const wish: Wish = { key, section, look: signal(undefined) };
    this.#known.set(key, wish);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest);
    this.#waiting.push(wish);
    this.#soon();
    return wish.look;
  }

  #soon(): void {
    if (this.#isAsking || this.#waiting.length === 0) return;
    this.#isAsking = true;
    const rest = Math.min(this.#restsUntil - Date.now(), TIMER_MAX_MS);
    setTimeout(() => void this.#ask(), Math.max(GATHER_MS, rest));
  }

  async #ask(): Promise<void> {
    let isGoing = true;
    while (isGoing && this.#waiting.length > 0) {
      // The newest wishes go first, because older ones may have scrolled out of view.
      const wishes = this.#waiting.splice(-AT_ONCE);
      isGoing = await this.#show(wishes);
    }
    this.#isAsking = false;
    this.#soon();
  }

  /** Does one request; true if the next one may follow at once. */
  async #show(wishes: readonly Wish[]): Promise<boolean> {
    const taken = new Set(sectionIds(this.#editor.body.peek().sections));
    const sections = wishes.map(({ section }): Section => withFreeIds(section, taken));
    const answer = await this.#client.change<PreviewView>(`/api/pages/${encodeURIComponent(this.#editor.id)}/preview`, {
      method: "POST",
      body: { sections },
    });
    if (!answer.ok) return this.#failed(wishes, answer.error);
    const { root, stylesheet, sections: shown } = answer.value.body;
    const css = await this.#sheet(stylesheet);
    if (css === null) return this.#failed(wishes, { kind: "unreached" });
    this.#failures = 0;
    for (const [index, { look }] of wishes.entries()) {
      const html = shown[index]?.html ?? null;
      look.value = html === null ? null : { html, root, css };
    }
    return true;
  }

  /** Notes a failure. What may succeed later waits; what may not is forgotten, so that the next opening asks again. */
  #failed(wishes: readonly Wish[], failure: RequestFailure): false {
    this.#failures += 1;
    const asked = failure.kind === "refused" ? failure.retryAfter * 1_000 : 0;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LAST_PAUSE_MS);
    this.#restsUntil = Date.now() + Math.max(asked, pause);
    this.#waiting.unshift(...wishes);
    if (isPassing(failure) && this.#failures < TRIES_MAX) return false;
    for (const { key, look } of this.#waiting.splice(0)) {
      this.#known.delete(key);
      look.value = null;
    }
    return false;
  }

  async #sheet(address: string): Promise<string | null> {
    const known = this.#sheets.get(address) ?? readText(address);
    this.#sheets.set(address, known);
    const text = await known;
    if (text === null) this.#sheets.delete(address);
    return text;
  }
}

async function readText(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
