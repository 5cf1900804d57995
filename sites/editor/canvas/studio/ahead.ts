/** Tells the member once per publication that an undo changes the draft, and not what visitors see. */
import { signal } from "@preact/signals";
import type { Client } from "../../api/client.ts";
import type { Editor } from "../page/editor.ts";
import type { UndoStep } from "../undo/history.ts";
import { isUntold } from "../undo/history.ts";
import { pageAt } from "./pages.ts";

/** Nothing is asked about. */
const NONE = Infinity;

export class AheadNotice {
  readonly isShown = signal(false);
  readonly #client: Pick<Client, "read">;
  readonly #editor: Pick<Editor, "body" | "history">;
  /** The oldest version among the steps since the last question: a held key takes many steps. */
  #oldest = NONE;
  #isAsking = false;

  constructor(client: Pick<Client, "read">, editor: Pick<Editor, "body" | "history">) {
    this.#client = client;
    this.#editor = editor;
  }

  /** A step was undone, or done again. */
  async stepped({ version }: UndoStep): Promise<void> {
    this.#oldest = Math.min(this.#oldest, version);
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#oldest !== NONE) await this.#ask();
    this.#isAsking = false;
  }

  /** Asks the site: another tab, another member or a schedule may have published meanwhile. */
  async #ask(): Promise<void> {
    const version = this.#oldest;
    this.#oldest = NONE;
    const { body, history } = this.#editor;
    const published = (await pageAt(this.#client, body.peek().path))?.published ?? 0;
    if (!isUntold(history.peek(), version, published)) return;
    history.value = { ...history.peek(), told: published };
    this.isShown.value = true;
  }
}
