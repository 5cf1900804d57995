/** Explains whether a plugin is active, and if not, why. */
import { html } from "hono/html";
import type { PluginView } from "../../../../runtime/plugins/management/views.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { untrustedText } from "../library/untrustedText.ts";

const { plugins: words } = WORDS;

/** The language of details without a translation: the kernel and the deployment's plugins write English. */
export const OUR_DETAILS = "en";

/** The language of a plugin's own texts; undefined for a plugin from elsewhere. */
export const ownLanguage = ({ source }: Pick<PluginView, "source">): string | undefined =>
  source === "first-party" ? OUR_DETAILS : undefined;

type PluginState = Pick<PluginView, "active" | "state" | "skipped" | "probation">;

/** The badge of a plugin in the list. */
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

/** The reason why a plugin is not active; empty for an active one. */
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
