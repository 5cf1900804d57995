/** The parts of the page share this: its language, its words, and the way to the site. */
import type { Words } from "../../words/en/index.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { Client } from "../api/client.ts";
import type { EditSending } from "../../moving/rows/sending.ts";

export interface TextExchange {
  /** The language that is translated into. */
  readonly language: string;
  /** The address of the list of translations. */
  readonly list: string;
  readonly words: Words["xliff"];
  readonly powers: { readonly client: Client } & Omit<EditSending, "onProgress">;
  readonly explain: (failure: RequestFailure) => string;
}
