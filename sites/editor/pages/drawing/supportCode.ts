import { html } from "hono/html";
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "./html.ts";

/** The code of a refusal, folded away. A member who asks for support can name it. */
export const supportCode = (code: RefusalCode): Html =>
  html`<details class="support"><summary>${WORDS.everyPage.support}</summary><code>${code}</code></details>`;
