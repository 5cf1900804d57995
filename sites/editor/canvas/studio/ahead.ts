/** Tells the member, once per publication, that an undo changes the draft and not the published page. */
import { signal } from "@preact/signals";
import type { Client } from "../../api/client.ts";
import type { Editor } from "../page/editor.ts";
import { type UndoStep, isUntold } from "../undo/history.ts";
import { pageAt } from "./pages.ts";

/** No step is waiting to be checked. */
const NONE = Infinity;

export class AheadNotice {
  readonly isShown = signal(false);
  readonly #client: Pick<Client, "read">;
  readonly #editor: Pick<Editor, "body" | "history">;
  /** The lowest version among the steps since the last check. A held key makes many steps during one request. */
  #oldest = NONE;
  #isAsking = false;

  constructor(client: Pick<Client, "read">, editor: Pick<Editor, "body" | "history">) {
    this.#client = client;
    this.#editor = editor;
  }

  /** Checks after an undo or redo. */
  async stepped({ version }: UndoStep): Promise<void> {
    this.#oldest = Math.min(this.#oldest, version);
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#oldest !== NONE) await this.#ask();
    this.#isAsking = false;
  }

  /** Reads the published version, because another tab, another member or a schedule may have published. */
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
