/** Asks the site how sections would look that are not in the page: some at once, none twice. */
import { signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { NewSection, Section } from "../../../../runtime/documents/content.ts";
import type { PreviewView } from "../../../../runtime/editing/showing/views.ts";
import { sectionIds } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { Client } from "../../api/client.ts";
import { withFreeIds } from "../page/moves.ts";
import type { Editor } from "../page/editor.ts";

/** A section as the site would show it, with the theme around it. */
export interface SectionPreview {
  readonly html: string;
  readonly root: Readonly<Record<string, string>>;
  readonly css: string;
}

/** Undefined until the site has answered; null where there is nothing to show. */
export type PreviewSignal = ReadonlySignal<SectionPreview | null | undefined>;

/** A row of pictures in one question, and as many kept as the longest catalogue shows. */
const AT_ONCE = 6;
const MOST_KEPT = 200;
/** Pictures that come into sight together are asked for together. */
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

  /** A picture that was asked for before is known already, until the editor is loaded anew. */
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
      // The last to come into sight go first: the others may be out of sight by now.
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
      // A question that failed may be asked again.
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
