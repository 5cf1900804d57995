/**
 * Checks an author's texts that people read before they trust a plugin: no invisible characters, and none that reorder
 * text.
 */

/** Joiners are legitimate only between letters of Arabic and Indic scripts (UAX #31, 2.3.1). */
const JOINED =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]\p{M}*)[\u200c\u200d](?=\p{L})/gu;

/** Invisible characters: control, format, default-ignorable, and line or paragraph separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A variation selector after an emoji only chooses its style, so it is allowed. */
const EMOJI = /(?<=\p{Emoji})\ufe0f/gu;

export const SEEN_SAYS = "one line without control, zero-width or direction characters";
export const isSeen = (text: string): boolean => !UNSEEN.test(text.replaceAll(JOINED, "").replaceAll(EMOJI, ""));

const ofScripts = (...scripts: readonly string[]): RegExp =>
  new RegExp(`^[${["Zyyy", "Zinh", ...scripts].map((script) => `\\p{scx=${script}}`).join("")}]*$`, "u");

/**
 * Sets of scripts that one word may mix: one alone, or those that are written together (UTS #39, 5.2, highly
 * restrictive).
 */
const TOGETHER: readonly RegExp[] = [
  ofScripts("Latn", "Hani", "Hira", "Kana"),
  ofScripts("Latn", "Hani", "Bopo"),
  ofScripts("Latn", "Hani", "Hang"),
  ...[
    "Cyrl",
    "Grek",
    "Armn",
    "Geor",
    "Hebr",
    "Arab",
    "Syrc",
    "Thaa",
    "Ethi",
    "Deva",
    "Beng",
    "Guru",
    "Gujr",
    "Orya",
    "Taml",
    "Telu",
    "Knda",
    "Mlym",
    "Sinh",
    "Thai",
    "Laoo",
    "Tibt",
    "Mymr",
    "Khmr",
    "Mong",
    "Cher",
    "Cans",
    "Tfng",
    "Nkoo",
    "Adlm",
  ].map((script) => ofScripts(script)),
];

export const SCRIPTS_SAYS = "words whose letters are of one script each";

/**
 * Tells whether each word has one script, so that no Cyrillic letter poses as a Latin one beside it. A word entirely in
 * another script passes, because names are written in every language. The UI shows the ASCII id beside each name.
 */
export const isOfOneScript = (text: string): boolean =>
  text.split(/[^\p{L}\p{M}\p{N}]+/u).every((word) => TOGETHER.some((scripts) => scripts.test(word)));
