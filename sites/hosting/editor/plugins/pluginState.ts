/** Says in words whether a plugin takes part, and why not. */
import { html } from "hono/html";
import type { PluginView } from "../../../../runtime/plugins/management/views.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Html } from "../drawing/html.ts";
import { untrustedText } from "../library/untrustedText.ts";

const { plugins: words } = WORDS;

/** The kernel and the plugins of the deployment speak English, wherever a table has no words for it. */
export const OUR_DETAILS = "en";

/** The language of a plugin's own words; unknown for a plugin from elsewhere. */
export const ownLanguage = ({ source }: Pick<PluginView, "source">): string | undefined =>
  source === "first-party" ? OUR_DETAILS : undefined;

type PluginState = Pick<PluginView, "active" | "state" | "skipped" | "probation">;

/** One word for the list. */
export function badge({ active, state, probation }: PluginState): Html {
  const [word, sign] = active
    ? probation
      ? [words.watched, "is-waiting"]
      : [words.running, "is-published"]
    : state === "disabled"
      ? [words.off, "is-none"]
      : [state === "quarantined" ? words.stopped : words.notRunning, "is-failed"];
  return html`<span class="badge ${sign}">${word}</span>`;
}

/** The reason of a plugin that does not run; empty for one that does. */
export function whyNot({ skipped }: Pick<PluginState, "skipped">): Html | string {
  if (!skipped) return "";
  const known: Readonly<Record<string, string>> = words.skipped;
  const says = Object.hasOwn(known, skipped.reason) ? known[skipped.reason] : words.otherReason;
  const [before = "", after = ""] = words.why.split("{detail}");
  const detail =
    skipped.reason === "disabled"
      ? ""
      : html` <span class="facts">${before}${untrustedText(skipped.detail, OUR_DETAILS)}${after}</span>`;
  return html`<p class="facts">${says}${detail}</p>`;
}
