import { html } from "hono/html";
import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { explained } from "../../../words/explained.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { wordsOf } from "../../../words/wordsOf.ts";
import { oneWay } from "../library/untrustedText.ts";

const { shelves: words } = WORDS;

type Table = Readonly<Record<string, string>>;

const wordIn = (table: Table, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Explains a rejection; undefined for a reason without a translation. */
function reasonWords(reason: string): string | undefined {
  const [, what, inner = ""] = /^(index|package)_(.*)$/.exec(reason) ?? [];
  if (what === undefined) return wordIn(words.refused, reason);
  const why = wordIn(words.index, inner);
  return why && `${what === "index" ? words.indexRefused : words.packageRefused} ${why}`;
}

/** Explains a refusal in one sentence each. A reason without a translation appears as in the refusal. */
export function rejectedWords({ code, detail }: Refusal): string[] {
  const rejection = code === "PLUGIN_REJECTED" ? reasonWords(String(detail.reason)) : undefined;
  return rejection === undefined ? explained(detail) : [rejection];
}

/**
 * Shows a rejected package. The technical detail follows the explanation, for questions to the author or the operator.
 */
export function rejectedAlert(refusal: Refusal): Html {
  const { code, detail } = refusal;
  const lines = rejectedWords(refusal).map((line) => html`<li><bdi>${oneWay(line)}</bdi></li>`);
  const evidence =
    code === "PLUGIN_REJECTED" && detail.detail
      ? html`<p class="facts"><bdi lang="en">${oneWay(String(detail.detail))}</bdi></p>`
      : "";
  return html`<div class="alert" role="alert"><p>${wordsOf(code)} <code>${code}</code></p>${lines.length > 0 ? html`<ul>${lines}</ul>` : ""}${evidence}</div>`;
}
