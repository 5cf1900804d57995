/** The banner on pages of the draft that a person without an account sees by a share link. */
import { type InEach, inLanguage } from "../../documents/inLanguage.ts";
import { pagePolicy } from "../../rendering/pagePolicy.ts";
import { SHARE_END_PATH } from "../../serving/editMarker.ts";
import { escapeHtml } from "../../templates/escape.ts";

const TEXTS: InEach<{ readonly says: string; readonly end: string }> = {
  en: { says: "This is a draft. Only people with the link see it.", end: "End" },
  de: { says: "Das ist ein Entwurf. Nur wer den Link hat, sieht ihn.", end: "Beenden" },
  fr: { says: "Ceci est un brouillon. Seules les personnes qui ont le lien le voient.", end: "Terminer" },
  es: { says: "Esto es un borrador. Solo lo ve quien tiene el enlace.", end: "Terminar" },
  it: { says: "Questa è una bozza. La vede solo chi ha il link.", end: "Termina" },
  pt: { says: "Isto é um rascunho. Só quem tem o link o vê.", end: "Encerrar" },
  nl: { says: "Dit is een concept. Alleen wie de link heeft, ziet het.", end: "Beëindigen" },
  pl: { says: "To jest szkic. Widzą go tylko osoby, które mają link.", end: "Zakończ" },
  ja: { says: "これは下書きです。リンクを知っている人だけに表示されます。", end: "終了" },
  ar: { says: "هذه مسودة. لا يراها إلا من لديه الرابط.", end: "إنهاء" },
};

/** No theme knows the banner, so it brings its own style. The policy of its pages allows exactly this text. */
const STYLE =
  ".svc-guest{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:center;padding:.5rem 1rem;background:#ffe08a;color:#1d1a00;font:1rem/1.4 system-ui,sans-serif}.svc-guest a{color:inherit;text-decoration:underline}";

/** The SHA-256 of STYLE in base64, as policies name an inline style (CSP3, 2.3.1). A test computes it again. */
export const STYLE_SOURCE = "'sha256-CmJCOD95UiNQ20E0rfyOClN/WQNL720PvIv3oRIy5+k='";

export function guestBanner(language: string): string {
  const { says, end } = inLanguage(TEXTS, language);
  return `<aside class="svc-guest"><style>${STYLE}</style><span>${escapeHtml(says)}</span> <a href="${SHARE_END_PATH}">${escapeHtml(end)}</a></aside>\n`;
}

/** The policy of a page with the banner. */
export const guestPolicy = (frames: string): string =>
  pagePolicy(frames).replace("style-src 'self'", `style-src 'self' ${STYLE_SOURCE}`);
