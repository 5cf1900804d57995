/** Asks the site to render sections that are not in the page: several in one request, each only once. */
import { signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { NewSection, Section } from "../../../../runtime/documents/content.ts";
import type { PreviewView } from "../../../../runtime/editing/showing/views.ts";
import { sectionIds } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { Client } from "../../api/client.ts";
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

interface Wish {
  readonly key: string;
  readonly section: NewSection;
  readonly look: Signal<SectionPreview | null | undefined>;
}

export class SectionPreviews {
  readonly #client: Client;
  readonly #editor: Editor;
  readonly #known = new Map<string, Wish>();
  #waiting: Wish[] = [];
  #isAsking = false;
  readonly #sheets = new Map<string, Promise<string | null>>();

  constructor(client: Client, editor: Editor) {
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
    if (!this.#isAsking) {
      this.#isAsking = true;
      setTimeout(() => void this.#ask(), GATHER_MS);
    }
    return wish.look;
  }

  async #ask(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The newest wishes go first, because older ones may have scrolled out of view.
      const wishes = this.#waiting.splice(-AT_ONCE);
      await this.#show(wishes);
    }
    this.#isAsking = false;
  }

  async #show(wishes: readonly Wish[]): Promise<void> {
    const taken = new Set(sectionIds(this.#editor.body.peek().sections));
    const sections = wishes.map(({ section }): Section => withFreeIds(section, taken));
    const answer = await this.#client.change<PreviewView>(`/api/pages/${encodeURIComponent(this.#editor.id)}/preview`, {
      method: "POST",
      body: { sections },
    });
    const css = answer.ok ? await this.#sheet(answer.value.body.stylesheet) : null;
    for (const [index, { key, look }] of wishes.entries()) {
      const html = answer.ok ? (answer.value.body.sections[index]?.html ?? null) : null;
      look.value = answer.ok && html !== null && css !== null ? { html, root: answer.value.body.root, css } : null;
      // A failed request is forgotten, so that it can be tried again.
      if (!answer.ok || css === null) this.#known.delete(key);
    }
  }

  #sheet(address: string): Promise<string | null> {
    const known = this.#sheets.get(address) ?? readText(address);
    this.#sheets.set(address, known);
    return known;
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
