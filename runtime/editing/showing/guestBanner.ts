/** The banner below pages of the draft, for people who may not write them: guests of a share link, and viewers. */
import {
  GUEST_NAME_MAX_CHARS,
  REMARK_QUOTE_MAX_CHARS,
  REMARK_WORDS_MAX_CHARS,
} from "../../../manifests/bounds/publishing.ts";
import { inLanguage } from "../../documents/inLanguage.ts";
import { pagePolicy } from "../../rendering/pagePolicy.ts";
import { EDITOR_PATH } from "../../rendering/editorEntry.ts";
import { REMARKED, SHARE_END_PATH, SHARE_REMARKS_PATH } from "../../serving/editMarker.ts";
import { escapeHtml } from "../../templates/escape.ts";
import { GUEST_WORDS, type GuestWords } from "./guestWords.ts";

const REMARKS_PATH = `${EDITOR_PATH}/remarks`;

/** No theme knows the banner, so it brings its own style. The policy of its pages allows exactly this text. */
const STYLE =
  ".svc-guest{position:sticky;inset-block-end:0;z-index:9;max-block-size:80dvh;overflow:auto;display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:center;padding:.5rem 1rem;background:#ffe08a;color:#1d1a00;font:1rem/1.4 system-ui,sans-serif}.svc-guest a{color:inherit;text-decoration:underline}.svc-guest :is(details,summary){all:revert;font:inherit;color:inherit}.svc-guest summary{cursor:pointer}.svc-guest form{display:grid;gap:.5rem;inline-size:min(30rem,90vw);padding-block:.5rem}.svc-guest label{display:grid}.svc-guest :is(input,textarea,button){font:inherit;color:#1d1a00;background:#fff;border:1px solid #1d1a00;border-radius:.25rem;padding:.4rem}.svc-guest button{justify-self:start;padding-inline:1rem;cursor:pointer}.svc-guest ul{list-style:none;margin:0;padding:0;inline-size:min(30rem,90vw)}.svc-guest li{padding-block:.5rem;border-block-start:1px solid #1d1a00}.svc-guest :is(li p,blockquote){margin:0;white-space:pre-line;overflow-wrap:anywhere}.svc-guest blockquote{font-style:italic}.svc-guest .svc-answer{padding-inline-start:1rem}#svc-remarked{display:none;flex-basis:100%;margin:0;text-align:center;font-weight:700}#svc-remarked:target{display:block}";

/** The SHA-256 of STYLE in base64, as policies name an inline style (CSP3, 2.3.1). A test computes it again. */
export const STYLE_SOURCE = "'sha256-r6HMPTIYUdg/aT8SQd15KSFfzXivrGpN1h2AevdEHLE='";

/** One remark that was made under a share link, with the answers of members. */
export interface GuestThread {
  readonly quote: string;
  readonly isResolved: boolean;
  /** The contributions in order. `name` is the one that a guest typed, and null for a member. */
  readonly said: readonly { readonly name: string | null; readonly words: string }[];
}

/** The remarks that a guest may make about a page, and those that the same link has made. */
export interface GuestRemarking {
  readonly path: string;
  readonly threads: readonly GuestThread[];
}

export function guestBanner(language: string, remarking?: GuestRemarking): string {
  const words = inLanguage(GUEST_WORDS, language);
  const form = remarking ? remarkForm(words, remarking.path) + threadList(words, remarking.threads) : "";
  return banner(words.says, `<a href="${SHARE_END_PATH}">${escapeHtml(words.end)}</a>${form}`);
}

/** The banner for a member who may not write pages. It leads to the remarks on the page. */
export function viewerBanner(language: string, page: string): string {
  const words = inLanguage(GUEST_WORDS, language);
  const address = `${REMARKS_PATH}?page=${encodeURIComponent(page)}`;
  return banner(words.saysMember, `<a href="${address}">${escapeHtml(words.remarks)}</a>`);
}

const banner = (says: string, rest: string): string =>
  `<aside class="svc-guest"><style>${STYLE}</style><span>${escapeHtml(says)}</span> ${rest}</aside>\n`;

/** The form works without a script, as the page does. */
function remarkForm(words: GuestWords, path: string): string {
  const [remark, name, quote, said, send, thanks] = [
    words.remark,
    words.name,
    words.quote,
    words.words,
    words.send,
    words.thanks,
  ].map(escapeHtml);
  return (
    `<details><summary>${remark}</summary><form method="post" action="${SHARE_REMARKS_PATH}">` +
    `<input type="hidden" name="path" value="${escapeHtml(path)}">` +
    `<label>${name}<input name="name" required maxlength="${GUEST_NAME_MAX_CHARS}" autocomplete="name"></label>` +
    `<label>${quote}<input name="quote" maxlength="${REMARK_QUOTE_MAX_CHARS}"></label>` +
    `<label>${said}<textarea name="words" required rows="4" maxlength="${REMARK_WORDS_MAX_CHARS}"></textarea></label>` +
    `<button>${send}</button></form></details><p id="${REMARKED}" role="status">${thanks}</p>`
  );
}

/** The policy of a page with a banner. */
export const guestPolicy = (frames: string): string =>
  pagePolicy(frames).replace("style-src 'self'", `style-src 'self' ${STYLE_SOURCE}`);

/** The list of the remarks under the link. It leaves members' names out. */
function threadList(words: GuestWords, threads: readonly GuestThread[]): string {
  if (threads.length === 0) return "";
  const items = threads.map((thread) => `<li>${threadParts(words, thread)}</li>`).join("");
  return `<details><summary>${escapeHtml(words.before)} (${threads.length})</summary><ul>${items}</ul></details>`;
}

function threadParts(words: GuestWords, { quote, isResolved, said }: GuestThread): string {
  const parts = said.map(({ name, words: text }) => {
    const [kind, by] = name === null ? [' class="svc-answer"', words.answer] : ["", name];
    return `<p${kind}><b><bdi>${escapeHtml(by)}</bdi></b></p><p${kind} dir="auto">${escapeHtml(text)}</p>`;
  });
  return (
    (quote === "" ? "" : `<blockquote dir="auto">${escapeHtml(quote)}</blockquote>`) +
    parts.join("") +
    (isResolved ? `<p><b>${escapeHtml(words.resolved)}</b></p>` : "")
  );
}
