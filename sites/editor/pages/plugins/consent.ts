/** Explains what an owner agrees to with a plugin, what changed, and the author's reasons. */
import { html } from "hono/html";
import { TOPIC_NAMES } from "../../../../runtime/plugins/consent/consented.ts";
import { writtenSentence } from "../../../../runtime/plugins/consent/sentences.ts";
import type { ConsentView } from "../../../../runtime/plugins/consent/consentView.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";

const { plugins: words, consent: language } = WORDS;

type Items = readonly ConsentView[];

/**
 * The capabilities that a plugin asks for, with the author's reasons. `author` is the language of the reasons, if
 * known.
 */
export function consentAsked(consent: Items, author?: string): Html {
  const items = consent.filter(({ needsGrant }) => needsGrant);
  return items.length === 0 ? html`<p>${words.asksNothing}</p>` : rows(items, author);
}

/** The plugin's effects once it is on, by topic. */
export function effects(consent: Items): Html {
  const items = consent.filter(({ needsGrant }) => !needsGrant);
  if (items.length === 0) return html`<p>${words.noEffects}</p>`;
  return html`${TOPIC_NAMES.map((topic) => {
    const some = items.filter((item) => item.topic === topic);
    return some.length === 0 ? "" : html`<h3>${words.topics[topic]}</h3>${rows(some)}`;
  })}`;
}

const rows = (items: Items, author?: string): Html =>
  html`<ul class="rows">${items.map((item) => row(item, author))}</ul>`;

/**
 * A sentence in the reader's language. If this page does not know its effects, because the workspace is newer, the
 * English text is shown and marked.
 */
function sentence(effects: ConsentView["effects"], english: string): Html {
  const says = writtenSentence(effects, language);
  return says === undefined ? html`<bdi lang="en">${oneWay(english)}</bdi>` : html`<bdi>${oneWay(says)}</bdi>`;
}

/** One item of a consent. A text badge marks a change, for readers who do not see colours. */
function row({ effects: does, says, reason, needsGrant, change, before, was }: ConsentView, author?: string): Html {
  const sign = change === "added" || change === "widened" || change === "changed" ? "is-waiting" : "is-none";
  const mark = change === null ? "" : html`<span class="badge ${sign}">${words.changes[change]}</span> `;
  const past = before === null ? "" : html`<p class="facts">${words.before} ${sentence(before, was ?? "")}</p>`;
  const reasonHtml = needsGrant && change !== "removed" ? html`<p class="facts">${reasonOf(reason, author)}</p>` : "";
  return html`<li class="row"><div class="what"><p>${mark}${sentence(does, says)}</p>${past}${reasonHtml}</div></li>`;
}

function reasonOf(reason: string | null, author?: string): Html {
  if (reason === null) return html`${words.noReason}`;
  const [before = "", after = ""] = words.reason.split("{reason}");
  return html`${before}${untrustedText(reason, author)}${after}`;
}
