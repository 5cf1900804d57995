/** The bytes of the pages that one command reads and writes. */
import { BULK_PAGES_MAX_BYTES } from "../../../manifests/bounds/documents.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";

/** Counts pages one by one, and refuses at once when they are too many bytes. */
export class PageBytes {
  #bytes = 0;

  add(...pages: readonly Page[]): void {
    for (const page of pages) this.#bytes += utf8Length(JSON.stringify(page));
    if (this.#bytes > BULK_PAGES_MAX_BYTES)
      throw new Refusal("TOO_LARGE", { bytes: this.#bytes, most: BULK_PAGES_MAX_BYTES });
  }
}
