/** The banner on pages of the draft that a person without an account sees by a share link. */
import {
  GUEST_NAME_MAX_CHARS,
  REMARK_QUOTE_MAX_CHARS,
  REMARK_WORDS_MAX_CHARS,
} from "../../../manifests/bounds/publishing.ts";
import { inLanguage } from "../../documents/inLanguage.ts";
import { pagePolicy } from "../../rendering/pagePolicy.ts";
import { REMARKED, SHARE_END_PATH, SHARE_REMARKS_PATH } from "../../serving/editMarker.ts";
import { escapeHtml } from "../../templates/escape.ts";
import { GUEST_WORDS, type GuestWords } from "./guestWords.ts";

/** No theme knows the banner, so it brings its own style. The policy of its pages allows exactly this text. */
const STYLE =
  ".svc-guest{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:center;padding:.5rem 1rem;background:#ffe08a;color:#1d1a00;font:1rem/1.4 system-ui,sans-serif}.svc-guest a{color:inherit;text-decoration:underline}.svc-guest summary{cursor:pointer}.svc-guest form{display:grid;gap:.5rem;inline-size:min(30rem,90vw);padding-block:.5rem}.svc-guest label{display:grid}.svc-guest :is(input,textarea,button){font:inherit;color:#1d1a00;background:#fff;border:1px solid #1d1a00;border-radius:.25rem;padding:.4rem}.svc-guest button{justify-self:start;padding-inline:1rem;cursor:pointer}#svc-remarked{display:none;flex-basis:100%;margin:0;text-align:center;font-weight:700}#svc-remarked:target{display:block}";

/** The SHA-256 of STYLE in base64, as policies name an inline style (CSP3, 2.3.1). A test computes it again. */
export const STYLE_SOURCE = "'sha256-h1TyjJd4X35IC+XOoDO53JSjYWa1s4OMnRMfSIFxXpQ='";

/** `remarksAt` is the path of the page, if the guest may leave remarks there. */
export function guestBanner(language: string, remarksAt?: string): string {
  const words = inLanguage(GUEST_WORDS, language);
  const form = remarksAt === undefined ? "" : remarkForm(words, remarksAt);
  return `<aside class="svc-guest"><style>${STYLE}</style><span>${escapeHtml(words.says)}</span> <a href="${SHARE_END_PATH}">${escapeHtml(words.end)}</a>${form}</aside>\n`;
}

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

/** The policy of a page with the banner. */
export const guestPolicy = (frames: string): string =>
  pagePolicy(frames).replace("style-src 'self'", `style-src 'self' ${STYLE_SOURCE}`);
